import { z } from "zod";
import type { CommandContext } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { SessionTool } from "#domain/session-tool";
import { lineMatcher, MatchRefused } from "#lib/text/match-lines";
import { readText } from "./read-text.ts";
import { done, sessionTool } from "./session-tool.ts";
import { walkWorkspace } from "./walk-workspace.ts";

const mostFileBytes = 2 * 1024 * 1024;
const mostLineChars = 400;
const withinMs = 300;

export function grepTool(): SessionTool {
  return sessionTool({
    name: "GREP",
    description:
      "Searches the text files of the workspace and returns path:line:content. .git, node_modules, .venv and .agents are skipped unless path names them.",
    isReading: true,
    needs: ["files.read"],
    input: z.object({
      pattern: z.string().min(1).max(1_000),
      path: z.string().max(4_000).optional().describe("A file or a folder; the workspace unless given."),
      is_regex: z.boolean().optional(),
      case_sensitive: z.boolean().optional().describe("true unless given."),
      max_matches: z.int().min(1).max(1_000).optional().describe("200 unless given."),
    }),
    run: async ({ pattern, path = ".", is_regex: isRegex = false, case_sensitive: isExact = true, max_matches: most = 200 }, ctx) => {
      const found: string[] = [];
      try {
        const matches = lineMatcher(pattern, { isRegex, isExact, withinMs });
        for await (const [name, text] of textsIn(ctx, path)) {
          const lines = text.split("\n");
          for (const n of matches(lines)) {
            if (found.length >= most) return done([...found, "[more matches were left out]"].join("\n"), { matches: found.length, truncated: true });
            found.push(`${name}:${n + 1}:${(lines[n] ?? "").slice(0, mostLineChars).toWellFormed()}`);
          }
        }
      } catch (cause) {
        throw cause instanceof MatchRefused ? new ParleyError(cause.code, cause.message, { cause }) : cause;
      }
      return done(found.length === 0 ? "[no match]" : found.join("\n"), { matches: found.length, truncated: false });
    },
  });
}

async function* textsIn(ctx: CommandContext, path: string): AsyncGenerator<readonly [string, string]> {
  const folder = await ctx.files.list(path, 1).then(
    () => true,
    (cause: unknown) => {
      if (cause instanceof ParleyError && cause.code === "InvalidArgs") return false;
      throw cause;
    },
  );
  if (!folder) {
    yield [path, await readText(ctx, path, mostFileBytes)];
    return;
  }
  for await (const file of walkWorkspace(ctx, path)) {
    const text = await readText(ctx, file.path, mostFileBytes).catch((cause: unknown) => {
      // Too large, not text, gone or not to be read.
      if (cause instanceof ParleyError) return undefined;
      throw cause;
    });
    if (text !== undefined) yield [file.path, text];
  }
}

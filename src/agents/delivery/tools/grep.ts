import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { lineMatcher, MatchRefused } from "#lib/text/match-lines";
import { openEntry, walkBelow } from "#agents/delivery/workspace/walk-tree";

const mostFileBytes = 2 * 1024 * 1024;
const mostLineChars = 500;
/** Of everybody's time; a whole repository is searched with it. */
const withinMs = 1_000;
const noise = new Set([".git", "node_modules", ".venv"]);

export function grepTool(task: TaskContext): AgentTool {
  return agentTool({
    name: "grep",
    description: "Searches the text files of the workspace and returns file:line:content. .git, node_modules and .venv are skipped unless path names them.",
    input: z.object({
      pattern: z.string().min(1).max(1_000),
      path: z.string().optional().describe("A file or a folder; /workspace unless given."),
      is_regex: z.boolean().optional().describe("false unless given."),
      case_sensitive: z.boolean().optional().describe("true unless given."),
      max_matches: z.int().min(1).max(2_000).optional().describe("200 unless given."),
    }),
    run: async ({ pattern, path = ".", is_regex: isRegex = false, case_sensitive: isExact = true, max_matches: most = 200 }, { signal }) => {
      const found: string[] = [];
      let isCut = false;
      try {
        const matches = lineMatcher(pattern, { isRegex, isExact, withinMs });
        for await (const [name, text] of textsIn(task, path, signal)) {
          const lines = text.split("\n");
          for (const n of matches(lines)) {
            isCut = found.length >= most;
            if (isCut) break;
            found.push(`${name}:${n + 1}:${(lines[n] ?? "").slice(0, mostLineChars).toWellFormed()}`);
          }
          if (isCut) break;
        }
      } catch (cause) {
        throw cause instanceof MatchRefused ? new ParleyError(cause.code, `${cause.message} Or use run_bash_command with grep.`, { cause }) : cause;
      }
      if (found.length === 0) return { text: "[no match]" };
      return { text: [...found, ...(isCut ? [`[more than ${most} matches; the rest was left out]`] : [])].join("\n") };
    },
  });
}

async function* textsIn({ files }: TaskContext, path: string, signal: AbortSignal): AsyncGenerator<readonly [string, string]> {
  const folder = await files.folder(path).catch((cause: unknown) => {
    if (cause instanceof ParleyError && cause.code === "InvalidArgs") return undefined;
    throw cause;
  });
  if (folder === undefined) {
    const { bytes } = await files.read(path, mostFileBytes);
    yield [path, bytes.toString("utf8")];
    return;
  }
  const skips = (one: string): boolean => noise.has(one.split("/").at(-1) ?? "");
  for await (const entry of walkBelow(files.root, folder, { signal, skips })) {
    const file = entry.kind === "file" ? await openEntry(entry) : undefined;
    if (file === undefined) continue;
    await using _closed = file;
    const { size } = await file.stat();
    if (size > mostFileBytes) continue;
    const bytes = await file.readFile();
    if (!bytes.includes(0)) yield [folder === "" ? entry.path : `${folder}/${entry.path}`, bytes.toString("utf8")];
  }
}

import { basename, join } from "node:path";
import { z } from "zod";
import { permissionDecision } from "#agents/tmux/hook-decision";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { Profile, ScreenState, TranscriptFact } from "#agents/tmux/profile";

const payload = z.looseObject({ command: z.string() });
const line = z.looseObject({
  type: z.string(),
  text: z.string().default(""),
  id: z.string().default(""),
  reason: z.string().default(""),
  isError: z.boolean().default(false),
  steps: z.array(z.string()).default([]),
});

/** The CLI of the agent contract: `program.ts`. */
export const clerk: Profile = {
  cli: "clerk",
  title: "Clerk",
  command: "clerk",
  tried: ["1.0"],
  versionIn: () => "1.0",
  strippedEnv: [],
  install: "it is in test/fakes/clerk",
  login: { env: [], files: () => [] },
  launch: ({ resume, newConversation, hookCommand }) => {
    const conversation = resume ?? newConversation;
    return { args: [conversation], env: { CLERK_HOOK: hookCommand("Permission") }, files: {}, conversation };
  },
  readScreen,
  // The hook comes for every menu; on a busy machine it takes its time.
  reportsMenusWithinMs: 60_000,
  holdsPrompt: (composer, prompt) => composer === prompt.split("\n").at(-1)?.trim(),
  promptText: (text) => text,
  isOwnCommand: () => false,
  interruptKeys: ["Escape"],
  clearKeys: Array.from({ length: 40 }, () => "BSpace"),
  placeOf: () => ({}),
  readHook: (event, given) => {
    const found = event === "Permission" ? payload.safeParse(given).data : undefined;
    if (found === undefined) return { kind: "sign" };
    const options = [
      { id: "allow", label: "Yes", grants: "allow" },
      { id: "deny", label: "No", grants: "deny" },
    ] as const;
    const ask = { kind: "permission", prompt: "May I run this?", options, subject: { detail: found.command } } as const;
    return { kind: "asks", asks: { ask, input: null, step: { verb: "run", what: "rm -rf it" } } };
  },
  hookOutput: permissionDecision,
  readRecord,
  transcriptFolder: ({ env }) => env["CLERK_HOME"] ?? "",
  transcriptOf: (conversation, { env }) => join(env["CLERK_HOME"] ?? "", `${conversation}.jsonl`),
  conversationOf: (file, _lines, at) => ({ id: basename(file, ".jsonl"), title: "A conversation", at }),
};

function readScreen(lines: readonly string[]): ScreenState {
  const shown = lines.filter((row) => row.trim() !== "");
  const last = shown.at(-1) ?? "";
  if (last.startsWith(">")) return { kind: "ready", composer: last.slice(1).trim() };
  if (last.startsWith("~")) return { kind: "busy", composer: last.slice(1).trim() };
  // A prompt of several lines stands in the composer as it is.
  const composer = shown.findLastIndex((row) => row.startsWith(">"));
  if (last !== "1 or 2 answers") return composer < 0 ? { kind: "unknown" } : { kind: "ready", composer: last.trim() };
  const options = [
    { label: "Yes", keys: ["1"], grants: "allow" },
    { label: "No", keys: ["2"], grants: "deny" },
  ] as const;
  return { kind: "menu", menu: { prompt: shown.at(-4) ?? "", options } };
}

function readRecord(written: string): readonly TranscriptFact[] {
  const parsed = line.safeParse(parseJsonLine(written)).data;
  if (parsed === undefined) return [];
  const { type, text, id, reason, isError, steps } = parsed;
  const facts: Readonly<Record<string, readonly TranscriptFact[]>> = {
    prompt: [{ kind: "prompt", text }],
    text: [{ kind: "text", message: "answer", text }],
    step: [{ kind: "step", step: { id, verb: "run", what: "rm -rf it", state: "running" } }],
    result: [{ kind: "result", id, isError, refused: isError, text: "" }],
    plan: [{ kind: "plan", plan: steps.map((step) => ({ text: step, state: "pending" })) }],
    usage: [{ kind: "usage", message: "answer", usage: { model: "clerk-1", inputTokens: 10, outputTokens: 20 } }],
    interrupted: [{ kind: "interrupted" }],
    failed: [{ kind: "failed", reason }],
    end: [{ kind: "over" }],
  };
  return facts[type] ?? [];
}

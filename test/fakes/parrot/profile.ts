import { join } from "node:path";
import type { Profile, ScreenState, TranscriptFact } from "#agents/tmux/profile";
import { parseJsonLine } from "#agents/tmux/parse-json-line";

export const parrot: Profile = {
  cli: "parrot",
  title: "Parrot",
  command: "parrot",
  tried: ["1.0"],
  versionIn: (output) => /Parrot (\d+\.\d+)/.exec(output)?.[1],
  strippedEnv: [],
  install: "it is in test/fakes/parrot",
  login: { env: [], files: () => [] },
  launch: ({ resume, newConversation }) => ({ args: [resume ?? newConversation], env: {}, files: {}, conversation: resume ?? newConversation }),
  readScreen,
  holdsPrompt: (composer, prompt) => prompt.startsWith(composer),
  promptText: (text) => text,
  isOwnCommand: () => false,
  interruptKeys: [],
  clearKeys: [],
  // It has no hooks: everything is in its record and on its screen.
  placeOf: () => ({}),
  readHook: () => ({ kind: "sign" }),
  hookOutput: () => undefined,
  readRecord,
  transcriptFolder: ({ env }) => env["PARROT_HOME"] ?? "",
  transcriptOf: (conversation, { env }) => join(env["PARROT_HOME"] ?? "", `${conversation}.jsonl`),
  conversationOf: () => undefined,
};

function readScreen(lines: readonly string[]): ScreenState {
  const shown = lines.filter((line) => line.trim() !== "");
  const last = shown.at(-1) ?? "";
  if (last.startsWith(">")) return { kind: "ready", composer: last.slice(1).trim() };
  // The last line names the keys. A menu that ends in another way has none that are known.
  if (last !== "1 or 2 answers") return { kind: "unknown" };
  const options = [
    { label: "Yes", keys: ["1"], grants: "allow" },
    { label: "No", keys: ["2"], grants: "deny" },
  ] as const;
  return { kind: "menu", menu: { prompt: shown.at(-4) ?? "", options } };
}

function readRecord(line: string): readonly TranscriptFact[] {
  const { type, text } = (parseJsonLine(line) ?? {}) as { readonly type?: string; readonly text?: string };
  if (type === "prompt") return [{ kind: "prompt", text: text ?? "" }];
  if (type === "answer") return [{ kind: "text", message: "", text: text ?? "" }];
  return type === "end" ? [{ kind: "over" }] : [];
}

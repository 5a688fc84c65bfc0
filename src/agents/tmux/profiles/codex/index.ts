import { join } from "node:path";
import { permissionDecision } from "#agents/tmux/hook-decision";
import { shellWord } from "#agents/tmux/hook-line";
import type { Profile } from "#agents/tmux/profile";
import { codexConversation, codexFolder, codexHome, isCodexTranscript } from "./conversations.ts";
import { hookFlags } from "./hook-flags.ts";
import { codexHooks, codexPlace, readCodexHook } from "./read-hook.ts";
import { readCodexScreen } from "./read-screen.ts";
import { readCodexRecord } from "./read-transcript.ts";

export const codex: Profile = {
  cli: "codex",
  title: "Codex",
  command: "codex",
  tried: ["0.166.0"],
  versionIn: (output) => /\b(\d+\.\d+\.\d+)\b/.exec(output)?.[1],
  strippedEnv: ["IS_SANDBOX", "NODE_OPTIONS"],
  install: "npm install -g @openai/codex, then run codex once and log in",
  login: { env: ["OPENAI_API_KEY", "CODEX_API_KEY"], files: (context) => [join(codexHome(context), "auth.json")] },
  launch: ({ hookCommand, resume, newConversation, startWords }) => {
    const chooses = startWords.some((word) => /^(resume|fork)$/.test(word));
    // The daemon is shared by sessions: a hook would have the environment of another one, and it outlives its terminal.
    const flags = ["--no-daemon", ...hookFlags(codexHooks, hookCommand)];
    return {
      args: resume === undefined || chooses ? flags : ["resume", resume, ...flags],
      env: {},
      files: {},
      // Codex chooses the id itself, and its first hook tells it.
      conversation: resume ?? newConversation,
    };
  },
  readScreen: readCodexScreen,
  isWorkShown: false,
  hookHidesMenu: true,
  // A long paste is folded, a high one is scrolled to its end.
  holdsPrompt: (composer, prompt) => {
    const [shown, whole] = [squeezed(composer), squeezed(prompt)];
    return /^\[Pasted Content \d+ chars\]/.test(composer) || whole.startsWith(shown) || whole.endsWith(shown);
  },
  picturePaste: shellWord,
  // A prompt that begins with ! runs in a shell without asking anybody, also after spaces: a backslash makes it words. A last word that begins with @ or $ opens a list, which takes Enter.
  promptText: (text) => `${/^\s*!/.test(text) ? "\\" : ""}${text}${/(^|\s)[@$]\S*$/.test(text) ? " " : ""}`,
  isOwnCommand: (text) => /^\/[a-z][\w:-]*(\s|$)/i.test(text),
  interruptKeys: ["Escape"],
  clearKeys: ["C-c"],
  placeOf: codexPlace,
  readHook: readCodexHook,
  hookOutput: permissionDecision,
  readRecord: readCodexRecord,
  transcriptFolder: codexFolder,
  isTranscript: isCodexTranscript,
  conversationOf: codexConversation,
};

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Conversation } from "#domain/agent";
import type { Profile } from "#agents/tmux/profile";
import { pluginSource } from "./plugin-source.ts";
import { openCodeHookOutput, openCodeHooks, openCodePlace, readOpenCodeHook } from "./read-hook.ts";
import { readOpenCodeRecord } from "./read-record.ts";
import { readOpenCodeScreen } from "./read-screen.ts";

const pluginFile = "opencode-plugin.js";
const recordFile = "opencode-";
const recordName = /^opencode-(ses_\w+)\.jsonl$/;
const maxTitle = 100;
/** OpenCode allows everything unless it is told otherwise. */
const permission = { edit: "ask", bash: "ask", webfetch: "ask", external_directory: "ask", doom_loop: "ask" };

export const opencode: Profile = {
  cli: "opencode",
  title: "OpenCode",
  command: "opencode",
  tried: ["1.18.33"],
  versionIn: (output) => /\b(\d+\.\d+\.\d+)\b/.exec(output)?.[1],
  strippedEnv: ["IS_SANDBOX", "NODE_OPTIONS", "OPENCODE"],
  install: "npm install -g opencode-ai, then run opencode auth login",
  login: { env: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"], files: ({ userHome }) => [join(userHome, ".local", "share", "opencode", "auth.json")] },
  launch: ({ folder, hookCommand, resume, newConversation, startWords }) => {
    const chooses = startWords.some((word) => /^(-c|-s|--continue|--session)(=|$)/.test(word));
    const hooks = Object.fromEntries(openCodeHooks.map((event) => [event, hookCommand(event)]));
    return {
      args: resume === undefined || chooses ? [] : ["--session", resume],
      env: {
        // Merged with the user's own configuration, for this process alone.
        OPENCODE_CONFIG_CONTENT: JSON.stringify({ plugin: [pathToFileURL(join(folder, pluginFile)).href] }),
        OPENCODE_PERMISSION: JSON.stringify(permission),
        OPENCODE_DISABLE_AUTOUPDATE: "1",
      },
      files: { [pluginFile]: pluginSource({ record: join(folder, recordFile), hooks }) },
      // OpenCode chooses the id itself, and the plugin tells it with the first prompt.
      conversation: resume ?? newConversation,
    };
  },
  readScreen: readOpenCodeScreen,
  // A long paste is folded into a placeholder.
  holdsPrompt: (composer, prompt) => /^\[Pasted ~\d+ lines\]/.test(composer) || squeezed(prompt).startsWith(squeezed(composer)),
  // A line that begins with ! runs in a shell without asking anybody; a last word that begins with @ opens a list, which takes Enter.
  promptText: (text) => `${/^\s*!/.test(text) ? "\\" : ""}${text}${/(^|\s)@\S*$/.test(text) ? " " : ""}`,
  isOwnCommand: (text) => /^\/[a-z][\w:-]*(\s|$)/i.test(text),
  interruptKeys: ["Escape", "Escape"],
  clearKeys: ["C-c"],
  placeOf: openCodePlace,
  readHook: readOpenCodeHook,
  hookOutput: openCodeHookOutput,
  readRecord: readOpenCodeRecord,
  // OpenCode's own record is a database: those that the plugin has written for this session are listed.
  transcriptFolder: ({ folder, userHome }) => folder ?? join(userHome, ".local", "share", "opencode"),
  isTranscript: (path) => recordName.test(path),
  conversationOf: openCodeConversation,
};

/** A conversation in which something was said, titled by its first prompt. */
function openCodeConversation(file: string, firstLines: readonly string[], at: number): Conversation | undefined {
  const id = recordName.exec(basename(file))?.[1];
  const first = firstLines.flatMap(readOpenCodeRecord).find((fact) => fact.kind === "prompt");
  return id === undefined || first === undefined ? undefined : { id, title: first.text.trim().slice(0, maxTitle), at };
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

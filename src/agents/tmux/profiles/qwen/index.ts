import { join } from "node:path";
import { permissionDecision } from "#agents/tmux/hook-decision";
import type { Profile } from "#agents/tmux/profile";
import { qwenConversation, qwenFolder, userQwen } from "./conversations.ts";
import { qwenHooks, qwenPlace, readQwenHook } from "./read-hook.ts";
import { qwenRecordReader } from "./read-record.ts";
import { readQwenScreen } from "./read-screen.ts";

const defaultsFile = "qwen-defaults.json";
/** A part of a prompt that is at least this long is taken for it. */
const partLength = 100;

export const qwen: Profile = {
  cli: "qwen",
  title: "Qwen Code",
  command: "qwen",
  tried: ["0.24.4"],
  versionIn: (output) => /\b(\d+\.\d+\.\d+)\b/.exec(output)?.[1],
  strippedEnv: ["IS_SANDBOX", "NODE_OPTIONS"],
  install: "npm install -g @qwen-code/qwen-code, then run qwen once and log in",
  login: {
    env: ["OPENAI_API_KEY", "DASHSCOPE_API_KEY", "BAILIAN_CODING_PLAN_API_KEY"],
    files: (context) => ["oauth_creds.json", "settings.json"].map((name) => join(userQwen(context), name)),
  },
  launch: ({ folder, hookCommand, resume, newConversation, startWords }) => {
    const conversation = resume ?? newConversation;
    const has = (flags: RegExp): boolean => startWords.some((word) => flags.test(word));
    const hooks = Object.entries(qwenHooks).map(([event, timeout]) => [event, [{ hooks: [{ type: "command", command: hookCommand(event), timeout }] }]]);
    const defaults = { hooks: Object.fromEntries(hooks) as object, general: { enableAutoUpdate: false }, ui: { enableUserFeedback: false } };
    const chosen = has(/^(-c|--continue|-r|--resume|--session-id)(=|$)/) ? [] : resume === undefined ? ["--session-id", conversation] : ["--resume", resume];
    return {
      // Without this it decides by itself and asks nobody.
      args: [...(has(/^(-y|--yolo|--approval-mode)(=|$)/) ? [] : ["--approval-mode", "default"]), ...chosen],
      // Settings below the user's own, which may replace them.
      env: { QWEN_CODE_SYSTEM_DEFAULTS_PATH: join(folder, defaultsFile) },
      files: { [defaultsFile]: `${JSON.stringify(defaults, null, 2)}\n` },
      conversation,
    };
  },
  readScreen: readQwenScreen,
  hookHidesMenu: true,
  // A long paste is folded into a placeholder; a high one is scrolled, so that a part of it is shown.
  holdsPrompt: (composer, prompt) => {
    const [shown, whole] = [squeezed(composer), squeezed(prompt)];
    return /^\[Pasted Content \d+ chars\]/.test(composer) || whole.startsWith(shown) || (shown.length >= partLength && whole.includes(shown));
  },
  // A line that begins with ! runs in a shell without asking anybody; a last word that begins with @ opens a list, which takes Enter.
  promptText: (text) => `${/^\s*!/.test(text) ? "\\" : ""}${text}${/(^|\s)@\S*$/.test(text) ? " " : ""}`,
  isOwnCommand: (text) => /^\/[a-z][\w:-]*(\s|$)/i.test(text),
  interruptKeys: ["Escape"],
  // Once: a second one would end Qwen Code.
  clearKeys: ["C-c"],
  placeOf: qwenPlace,
  readHook: readQwenHook,
  hookOutput: permissionDecision,
  readRecord: (line) => qwenRecordReader()(line),
  recordReader: qwenRecordReader,
  isRecordedAtStop: true,
  transcriptFolder: qwenFolder,
  conversationOf: qwenConversation,
};

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

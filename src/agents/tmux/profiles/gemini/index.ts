import { join } from "node:path";
import type { Profile } from "#agents/tmux/profile";
import { geminiConversation, geminiFolder, isGeminiTranscript, userGemini } from "./conversations.ts";
import { geminiHooks, geminiPlace, readGeminiHook } from "./read-hook.ts";
import { geminiRecordReader } from "./read-record.ts";
import { readGeminiScreen } from "./read-screen.ts";

const home = "gemini-home";
const extension = `${home}/.gemini/extensions/parley`;
/** Files of the user's own that Gemini CLI may write for the first time while it runs here: they are made in the user's folder. */
const files = [
  "settings.json",
  "oauth_creds.json",
  "google_accounts.json",
  "gemini-credentials.json",
  "mcp-oauth-tokens.json",
  "installation_id",
  "GEMINI.md",
  "keybindings.json",
];
/** A part of a prompt that is at least this long is taken for it. */
const partLength = 100;

export const gemini: Profile = {
  cli: "gemini",
  title: "Gemini CLI",
  command: "gemini",
  tried: ["0.61.0"],
  versionIn: (output) => /\b(\d+\.\d+\.\d+)\b/.exec(output)?.[1],
  strippedEnv: ["IS_SANDBOX", "NODE_OPTIONS"],
  install: "npm install -g @google/gemini-cli, then run gemini once and log in",
  login: {
    env: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_APPLICATION_CREDENTIALS"],
    files: (context) => ["oauth_creds.json", "gemini-credentials.json"].map((name) => join(userGemini(context), name)),
  },
  launch: ({ folder, hookCommand, resume, newConversation, startWords, user }) => {
    const conversation = resume ?? newConversation;
    const chooses = startWords.some((word) => /^(-r|--resume|--session-id)(=|$)/.test(word));
    const own = userGemini(user);
    const hooks = Object.entries(geminiHooks).map(([event, matcher]) => [
      event,
      [{ ...(matcher !== "" && { matcher }), hooks: [{ type: "command", name: "parley", command: hookCommand(event), timeout: 10_000 }] }],
    ]);
    return {
      args: chooses ? [] : resume === undefined ? ["--session-id", conversation] : ["--resume", resume],
      // Gemini CLI takes hooks from its own home alone, unless the system's administrator gives them: so it gets a home of the session's,
      // in which everything but one extension is the user's.
      env: {
        GEMINI_CLI_HOME: join(folder, home),
        ...(user.env["GEMINI_CLI_TRUSTED_FOLDERS_PATH"] === undefined && { GEMINI_CLI_TRUSTED_FOLDERS_PATH: join(own, "trustedFolders.json") }),
      },
      mirrors: [
        { folder: `${home}/.gemini`, of: own, files, folders: ["tmp", "history"], except: ["extensions", "state.json"] },
        { folder: `${home}/.gemini/extensions`, of: join(own, "extensions"), files: [], folders: [], except: ["parley"] },
      ],
      files: {
        [`${extension}/gemini-extension.json`]: JSON.stringify({ name: "parley", version: "1.0.0" }),
        [`${extension}/hooks/hooks.json`]: JSON.stringify({ hooks: Object.fromEntries(hooks) as object }),
      },
      conversation,
    };
  },
  readScreen: readGeminiScreen,
  // A long paste is folded into a placeholder; a high one is scrolled, so that a part of it is shown.
  holdsPrompt: (composer, prompt) => {
    const [shown, whole] = [squeezed(composer), squeezed(prompt)];
    return /^\[Pasted Text: \d+ (lines|chars)\b/.test(composer) || whole.startsWith(shown) || (shown.length >= partLength && whole.includes(shown));
  },
  // A line that begins with ! runs in a shell without asking anybody; a last word that begins with @ opens a list, which takes Enter.
  promptText: (text) => `${/^\s*!/.test(text) ? "\\" : ""}${text}${/(^|\s)@\S*$/.test(text) ? " " : ""}`,
  isOwnCommand: (text) => /^\/[a-z][\w:-]*(\s|$)/i.test(text),
  interruptKeys: ["Escape"],
  // Once: a second one would end Gemini CLI.
  clearKeys: ["C-c"],
  placeOf: geminiPlace,
  readHook: readGeminiHook,
  hookOutput: () => undefined,
  readRecord: (line) => geminiRecordReader()(line),
  recordReader: geminiRecordReader,
  isRecordedAtStop: true,
  transcriptFolder: geminiFolder,
  isTranscript: isGeminiTranscript,
  conversationOf: geminiConversation,
};

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

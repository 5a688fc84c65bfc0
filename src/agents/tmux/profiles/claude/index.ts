import { join } from "node:path";
import { shellWord } from "#agents/tmux/hook-line";
import type { Profile } from "#agents/tmux/profile";
import { claudeConversation, claudeProjectFolder } from "./conversations.ts";
import { claudeHookOutput, claudeHooks, claudePlace, readClaudeHook, readClaudePiece } from "./read-hook.ts";
import { readClaudeScreen } from "./read-screen.ts";
import { readClaudeRecord } from "./read-transcript.ts";

const settingsFile = "claude-settings.json";
const streamFile = "claude-display.jsonl";

export const claude: Profile = {
  cli: "claude",
  title: "Claude Code",
  command: "claude",
  tried: ["2.1.325"],
  versionIn: (output) => /^(\d+\.\d+\.\d+)\b/.exec(output.trim())?.[1],
  strippedEnv: ["IS_SANDBOX", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "NODE_OPTIONS"],
  install: "npm install -g @anthropic-ai/claude-code, then run claude once and log in",
  login: {
    env: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX"],
    files: ({ userHome, env }) => [join(env["CLAUDE_CONFIG_DIR"] ?? join(userHome, ".claude"), ".credentials.json")],
  },
  launch: ({ folder, hookCommand, resume, newConversation, startWords }) => {
    const conversation = resume ?? newConversation;
    const chooses = startWords.some((word) => /^(-c|-r|--continue|--resume|--session-id)(=|$)/.test(word));
    const settings = {
      // Without this a new installation decides by itself and asks nobody.
      permissions: { defaultMode: "default" },
      hooks: {
        ...Object.fromEntries(Object.entries(claudeHooks).map(([event, timeout]) => [event, hook(hookCommand(event), timeout)])),
        // Called for every few lines: appending costs next to nothing, and Claude Code waits for it before it shows them.
        MessageDisplay: hook(`printf '%s\\n' "$(cat)" >> ${shellWord(join(folder, streamFile))}`, 5),
      },
    };
    return {
      args: ["--settings", join(folder, settingsFile), ...(chooses ? [] : resume === undefined ? ["--session-id", conversation] : ["--resume", resume])],
      env: { DISABLE_AUTOUPDATER: "1" },
      files: { [settingsFile]: `${JSON.stringify(settings, null, 2)}\n` },
      conversation,
    };
  },
  readScreen: readClaudeScreen,
  reportsMenusWithinMs: 4_000,
  // A long paste is folded into a placeholder, and the composer wraps what it shows.
  holdsPrompt: (composer, prompt) => /^\[Pasted text #\d+/.test(composer) || squeezed(prompt).startsWith(squeezed(composer)),
  picturePaste: (path) => path,
  // A line that begins with ! runs in a shell without asking anybody.
  promptText: (text) => (text.startsWith("!") ? ` ${text}` : text),
  isOwnCommand: (text) => /^\/[a-z][\w:-]*(\s|$)/i.test(text),
  interruptKeys: ["Escape"],
  clearKeys: ["C-c"],
  placeOf: claudePlace,
  readHook: readClaudeHook,
  hookOutput: claudeHookOutput,
  readRecord: readClaudeRecord,
  stream: { file: streamFile, read: readClaudePiece },
  transcriptFolder: claudeProjectFolder,
  conversationOf: claudeConversation,
};

function hook(command: string, timeout: number) {
  return [{ matcher: "*", hooks: [{ type: "command", command, timeout }] }];
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

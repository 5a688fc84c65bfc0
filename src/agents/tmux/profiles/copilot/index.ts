import { join } from "node:path";
import type { Profile } from "#agents/tmux/profile";
import { copilotConversation, copilotFolder, copilotHome, isCopilotTranscript } from "./conversations.ts";
import { copilotHooks, copilotPlace, readCopilotHook } from "./read-hook.ts";
import { readCopilotRecord } from "./read-record.ts";
import { readCopilotScreen } from "./read-screen.ts";

const pluginFolder = "copilot-plugin";
/** A part of a prompt that is at least this long is taken for it. */
const partLength = 100;

export const copilot: Profile = {
  cli: "copilot",
  title: "Copilot",
  command: "copilot",
  tried: ["1.0.102"],
  versionIn: (output) => /\b(\d+\.\d+\.\d+)\b/.exec(output)?.[1],
  strippedEnv: ["IS_SANDBOX", "NODE_OPTIONS", "COPILOT_ALLOW_ALL"],
  install: "npm install -g @github/copilot, then run copilot once and log in",
  login: {
    env: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "COPILOT_PROVIDER_BASE_URL"],
    files: (context) => [join(copilotHome(context), "config.json")],
  },
  launch: ({ folder, hookCommand, resume, newConversation, startWords }) => {
    const conversation = resume ?? newConversation;
    const chooses = startWords.some((word) => /^(-r|--resume|--continue|--session-id|--connect)(=|$)/.test(word));
    const hooks = Object.entries(copilotHooks).map(([event, timeoutSec]) => [event, [{ type: "command", bash: withHome(hookCommand(event)), timeoutSec }]]);
    return {
      args: ["--plugin-dir", join(folder, pluginFolder), ...(chooses ? [] : resume === undefined ? ["--session-id", conversation] : ["--resume", resume])],
      env: { COPILOT_AUTO_UPDATE: "false" },
      files: {
        [`${pluginFolder}/plugin.json`]: JSON.stringify({ name: "parley", version: "1.0.0", description: "Reports to Parley", hooks: "hooks.json" }),
        [`${pluginFolder}/hooks.json`]: JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) as object }),
      },
      conversation,
    };
  },
  readScreen: readCopilotScreen,
  // A long paste is folded into a placeholder; a high one is scrolled, so that a part of it is shown.
  holdsPrompt: (composer, prompt) => {
    const [shown, whole] = [squeezed(composer), squeezed(prompt)];
    return /^\[Paste #\d+/.test(composer) || whole.startsWith(shown) || (shown.length >= partLength && whole.includes(shown));
  },
  // A line that begins with ! runs in a shell without asking anybody; a last word that begins with @ or # opens a list, which takes Enter.
  promptText: (text) => `${/^\s*!/.test(text) ? "\\" : ""}${text}${/(^|\s)[@#]\S*$/.test(text) ? " " : ""}`,
  isOwnCommand: (text) => /^\/[a-z][\w:-]*(\s|$)/i.test(text),
  interruptKeys: ["Escape", "Escape"],
  clearKeys: ["C-c"],
  placeOf: copilotPlace,
  readHook: readCopilotHook,
  hookOutput: () => undefined,
  readRecord: readCopilotRecord,
  transcriptFolder: copilotFolder,
  isTranscript: isCopilotTranscript,
  conversationOf: copilotConversation,
};

/** Only the last hook of a turn names the transcript: the others are told where Copilot keeps it. */
function withHome(command: string): string {
  return `p=$(cat); printf '{"home":"%s",%s' "\${COPILOT_HOME:-$HOME/.copilot}" "\${p#?}" | ${command}`;
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

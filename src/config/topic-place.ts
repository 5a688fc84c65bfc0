import { basename } from "node:path";
import { placeholdersIn } from "#domain/invite-command";

/** Programs that hand what stands behind the name of a script to that script, untouched. */
const runsScript = /^(?:(?:ba|da|z|k)?sh|node|nodejs|bun|python[\d.]*|ruby|php)$/;
const scriptName = /\.(?:sh|bash|zsh|[cm]?js|[cm]?ts|py|rb|php)$/;

/** The words of known agents whose next argument is a prompt, which is text and nothing else. */
const promptAfter: Readonly<Record<string, readonly string[]>> = {
  claude: ["-p", "--print"],
  codex: ["exec"],
  copilot: ["-p", "--prompt"],
  "cursor-agent": ["-p", "--print"],
  gemini: ["-p", "--prompt"],
  opencode: ["run"],
  qwen: ["-p", "--prompt"],
};

/**
 * True where a thread's topic could be read as anything but text. Programs that run a word of theirs cannot all be listed, so the
 * places are listed that are known to be harmless: an argument of its own for a script, and the prompt of a known agent.
 */
export function hasUnsafeTopic(argv: readonly string[]): boolean {
  return argv.some((arg, i) => placeholdersIn(arg).includes("thread_topic") && !isForScript(argv, i) && !isInPrompt(argv, i));
}

/** Whole, and behind no option: that could say what is to be done with it. */
function isForScript(argv: readonly string[], at: number): boolean {
  const [command = "", first = ""] = argv;
  const script = runsScript.test(basename(command)) ? 1 : 0;
  const isScript = script === 1 ? scriptName.test(first) && !first.startsWith("-") : scriptName.test(command) || /^\.\/[^/]+$/.test(command);
  const before = argv[at - 1] ?? "";
  const isBehindOption = at - 1 > script && before.startsWith("-") && !before.includes("=");
  return isScript && at > script && argv[at] === "{thread_topic}" && !isBehindOption;
}

/** With words of the operator's own before it: no CLI takes it for one of its commands or files then. */
function isInPrompt(argv: readonly string[], at: number): boolean {
  const words = promptAfter[basename(argv[0] ?? "")] ?? [];
  return words.includes(argv[at - 1] ?? "") && /^[\p{L}\p{N}]/u.test(argv[at] ?? "");
}

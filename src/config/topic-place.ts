import { basename } from "node:path";
import { placeholdersIn } from "#domain/invite-command";

/** Programs that pass everything after a script's name to that script unchanged. */
const runsScript = /^(?:(?:ba|da|z|k)?sh|node|nodejs|bun|python[\d.]*|ruby|php)$/;
const topic = "{thread_topic}";
const scriptName = /\.(?:sh|bash|zsh|[cm]?js|[cm]?ts|py|rb|php)$/;

/** Options of known agents whose next argument is a prompt, which is only treated as text. */
const promptAfter: Readonly<Record<string, readonly string[]>> = {
  claude: ["-p", "--print"],
  codex: ["exec"],
  copilot: ["-p", "--prompt"],
  "cursor-agent": ["-p", "--print"],
  gemini: ["-p", "--prompt"],
  opencode: ["run"],
  qwen: ["-p", "--prompt"],
};

/** A long option of a script, `--topic`. A short one is not: `-c` and `-e` mean "run this" to most programs that know them. */
const longOption = /^--(?<name>[a-z][\w-]*)$/i;
/** Long options that run or load their value, in case the script passes them on to a program that knows them. */
const runsValue = /^(?:eval|exec|execute|command|cmd|run|shell|code|script|print|require|import|loader|init-file|rcfile|config|expression)$/i;

/**
 * True if a thread's topic could be treated as anything but text. Not all programs that execute an argument can be listed, so
 * the safe places are listed instead: an argument to a script, by itself or as the value of a long option, and the prompt of a
 * known agent.
 */
export function hasUnsafeTopic(argv: readonly string[]): boolean {
  return argv.some((arg, i) => placeholdersIn(arg).includes("thread_topic") && !isForScript(argv, i) && !isInPrompt(argv, i));
}

/** After the script's name, where everything belongs to the script: by itself, or as the value of a long option. */
function isForScript(argv: readonly string[], at: number): boolean {
  const [command = "", first = ""] = argv;
  const script = runsScript.test(basename(command)) ? 1 : 0;
  const isScript = script === 1 ? scriptName.test(first) && !first.startsWith("-") : scriptName.test(command) || /^\.\/[^/]+$/.test(command);
  if (!isScript || at <= script) return false;
  const [, option, value] = /^(-[^=]*)=(.*)$/s.exec(argv[at] ?? "") ?? [];
  if (option !== undefined) return value === topic && isPlainOption(option);
  const before = at - 1 > script ? (argv[at - 1] ?? "") : "";
  const isOptionValue = before.startsWith("-") && !before.includes("=");
  return argv[at] === topic && (!isOptionValue || isPlainOption(before));
}

function isPlainOption(option: string): boolean {
  const name = longOption.exec(option)?.groups?.["name"];
  return name !== undefined && !runsValue.test(name);
}

/** After text of the operator's own, so that no CLI mistakes it for a subcommand or a file. */
function isInPrompt(argv: readonly string[], at: number): boolean {
  const words = promptAfter[basename(argv[0] ?? "")] ?? [];
  return words.includes(argv[at - 1] ?? "") && /^[\p{L}\p{N}]/u.test(argv[at] ?? "");
}

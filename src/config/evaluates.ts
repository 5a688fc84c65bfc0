import { basename } from "node:path";
import { placeholdersIn } from "#domain/invite-command";

/** They run the text behind a flag such as -c or -e. */
const interpreter =
  /^(?:(?:ba|da|z|k|mk|fi|c|tc|a)?sh|busybox|pwsh|powershell|cmd|python[\d.]*|perl|ruby|node|nodejs|deno|bun|php|lua[\d.]*|env|script|docker|podman|kubectl|tclsh|osascript)$/;
const codeFlag = /^-[a-zA-Z]*[cerSE]$|^--(?:eval|command|exec|execute|run|print|expression|split-string)$/;
/** They hand any of their words to a shell, or read them as a program. */
const evaluator = /^(?:ssh|eval|su|watch|xargs|parallel|tmux|screen|[gm]?awk|sed)$/;

/**
 * True where a thread's topic would be read as program text: behind `sh -c`, `node -e` and their like, or as a word of ssh and its
 * like. As an argument of its own a topic is harmless.
 */
export function evaluatesTopic(argv: readonly string[]): boolean {
  return argv.some((arg, i) => {
    if (!placeholdersIn(arg).includes("thread_topic")) return false;
    const before = argv.slice(0, i).map((one) => basename(one));
    return before.some((name) => evaluator.test(name)) || (codeFlag.test(argv[i - 1] ?? "") && before.some((name) => interpreter.test(name)));
  });
}

import type { RunLineWire } from "#protocol/runs";
import { execLine } from "#web/state/terminal/exec.ts";
import type { Page } from "#web/state/page.ts";
import type { StartedCommand } from "#web/state/terminal/terminal.ts";

/** Reads a file of the workspace into text, as a run of the thread. Its line opens by itself: whoever began it wants to see it. */
export function readDocument(
  page: Page,
  thread: string,
  verb: "extract" | "ocr",
  path: string,
  named: (run: string) => void = () => {},
): Promise<StartedCommand> {
  const line = `doc ${verb} --in "${path.replace(/["\\]/g, "\\$&")}"${verb === "extract" ? " --mode md" : ""}`;
  return execLine(page, thread, line, "", (run) => {
    const { folds } = page.terminal;
    folds.value = new Map(folds.value).set(`log ${run}`, true);
    named(run);
  });
}

/** The path that a line names as what is read. */
export function pathIn({ line }: Pick<RunLineWire, "line">): string {
  const [, quoted, plain] = / --in[= ](?:"((?:[^"\\]|\\.)*)"|(\S+))/.exec(line) ?? [];
  return quoted === undefined ? (plain ?? "") : quoted.replace(/\\(["\\])/g, "$1");
}

export function fileIn(path: string): string {
  return path.split("/").at(-1) ?? path;
}

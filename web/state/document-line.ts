import type { RunLineWire } from "#protocol/runs";

type Line = Pick<RunLineWire, "line">;

/** The path that a line names as what is read. */
export function pathIn({ line }: Line): string {
  const [, quoted, plain] = / --in[= ](?:"((?:[^"\\]|\\.)*)"|(\S+))/.exec(line) ?? [];
  return quoted === undefined ? (plain ?? "") : quoted.replace(/\\(["\\])/g, "$1");
}

export function fileIn(path: string): string {
  return path.split("/").at(-1) ?? path;
}

/** What a line does, and the file it does it to, where the way to that file would push its name out of sight. */
export function inShort(run: Line): { readonly does: string; readonly file: string } | null {
  const does = /^(?:doc|table) [a-z-]+(?= )/.exec(run.line)?.[0];
  const path = pathIn(run);
  return does !== undefined && path.includes("/") ? { does, file: fileIn(path) } : null;
}

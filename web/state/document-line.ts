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

/** What a line does, and the file it does it to. `onlyFar`: not where the file's name stands in sight of its own, with no way to it before. */
export function inShort(run: Line, onlyFar = false): { readonly does: string; readonly file: string } | null {
  const does = /^(?:doc|table) [a-z-]+(?= )/.exec(run.line)?.[0];
  const path = pathIn(run);
  if (does === undefined || path === "" || (onlyFar && !path.includes("/"))) return null;
  return { does, file: fileIn(path) };
}

import type { RunLineWire } from "#protocol/runs";

/** What a line does, and the file it does it to. `onlyFar`: not where the file's name stands in sight of its own, with no way to it before. */
export function inShort({ line }: Pick<RunLineWire, "line">, onlyFar = false): { readonly does: string; readonly file: string } | null {
  const [, does, quoted, plain] = /^((?:doc|table) [a-z-]+) (?:.* )?--in[= ](?:"([^"]*)"|(\S+))/.exec(line) ?? [];
  const path = quoted ?? plain ?? "";
  return does === undefined || (onlyFar && !path.includes("/")) ? null : { does, file: path.split("/").at(-1) ?? path };
}

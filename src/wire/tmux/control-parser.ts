/** What a control-mode client of tmux prints, one event at a time. */
export type ControlEvent =
  /** The answer to one command. `isOwn` is false for commands that this client did not send, such as the one it was started with. */
  | { readonly kind: "reply"; readonly isOwn: boolean; readonly isOk: boolean; readonly lines: readonly string[] }
  /** Bytes that a pane's program wrote. */
  | { readonly kind: "output"; readonly pane: string; readonly bytes: Buffer }
  | { readonly kind: "exit"; readonly reason: string }
  /** Everything else: `window-close`, `layout-change`, `sessions-changed`, `pause`, … */
  | { readonly kind: "notice"; readonly name: string; readonly words: readonly string[] };

interface Block {
  readonly id: string;
  readonly isOwn: boolean;
  readonly lines: string[];
}

/**
 * Reads the control protocol. Bytes are handled as latin1, because one %output may end in the middle of a character;
 * everything but output is decoded as UTF-8 when its line is complete.
 */
export class ControlParser {
  #rest = "";
  #block: Block | undefined;

  push(chunk: Buffer): readonly ControlEvent[] {
    const lines = (this.#rest + chunk.toString("latin1")).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#line(line.endsWith("\r") ? line.slice(0, -1) : line) ?? []);
  }

  #line(line: string): ControlEvent | undefined {
    const block = this.#block;
    if (block !== undefined) {
      const end = /^%(end|error) (\d+ \d+ \d+)$/.exec(line);
      // A pane may show such a line in the middle of a reply: only the one that closes this very block ends it.
      if (end?.[2] !== block.id) {
        block.lines.push(utf8(line));
        return undefined;
      }
      this.#block = undefined;
      return { kind: "reply", isOwn: block.isOwn, isOk: end[1] === "end", lines: block.lines };
    }
    const begin = /^%begin (\d+ \d+ (\d+))$/.exec(line);
    if (begin?.[1] !== undefined) {
      this.#block = { id: begin[1], isOwn: (Number(begin[2]) & 1) === 1, lines: [] };
      return undefined;
    }
    return eventOf(line);
  }
}

function eventOf(line: string): ControlEvent | undefined {
  const output = /^%output (%\d+) /.exec(line) ?? /^%extended-output (%\d+) [^:]*: /.exec(line);
  if (output?.[1] !== undefined) return { kind: "output", pane: output[1], bytes: unescapeOutput(line.slice(output[0].length)) };
  const notice = /^%([a-z-]+)(?: (.*))?$/.exec(line);
  if (notice?.[1] === undefined) return undefined;
  const rest = utf8(notice[2] ?? "");
  if (notice[1] === "exit") return { kind: "exit", reason: rest };
  return { kind: "notice", name: notice[1], words: rest === "" ? [] : rest.split(" ") };
}

/** tmux writes bytes below 32 and the backslash as three octal digits. */
export function unescapeOutput(escaped: string): Buffer {
  const plain = escaped.includes("\\")
    ? escaped.replaceAll(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    : escaped;
  return Buffer.from(plain, "latin1");
}

function utf8(line: string): string {
  return Buffer.from(line, "latin1").toString("utf8");
}

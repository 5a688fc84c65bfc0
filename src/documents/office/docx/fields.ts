// A field is its instruction, a separator and the result that Word showed last. Only the result is text; HYPERLINK gives it a link.

const deepest = 64;
const longest = 4_096;

export interface Fields {
  begin(): void;
  instruct(text: string): void;
  separate(): void;
  end(): void;
  /** Text that stands inside an instruction is not shown. */
  readonly isInstruction: boolean;
  readonly link: string | undefined;
}

interface Field {
  instruction: string;
  isInstruction: boolean;
  link?: string;
}

export function fields(): Fields {
  const open: Field[] = [];
  // Fields past the deepest are counted, so that each end finds its own beginning.
  let beyond = 0;
  return {
    begin() {
      if (open.length < deepest) open.push({ instruction: "", isInstruction: true });
      else beyond += 1;
    },
    instruct(text) {
      const field = open.at(-1);
      if (field?.isInstruction === true && field.instruction.length < longest) field.instruction += text;
    },
    separate() {
      const field = open.at(-1);
      if (field === undefined || beyond > 0) return;
      field.isInstruction = false;
      const link = linkOfInstruction(field.instruction);
      if (link !== undefined) field.link = link;
    },
    end() {
      if (beyond > 0) beyond -= 1;
      else open.pop();
    },
    get isInstruction() {
      return open.some((field) => field.isInstruction);
    },
    get link() {
      return open.length === 0 ? undefined : open.findLast((field) => field.link !== undefined)?.link;
    },
  };
}

/** `HYPERLINK "https://…" \l "place"` leads there; `\l` alone names a bookmark. */
export function linkOfInstruction(instruction: string): string | undefined {
  const words = [...instruction.slice(0, longest).matchAll(/"([^"]*)"|(\S+)/gu)].map((match) => match[1] ?? match[2] ?? "");
  if (words[0]?.toUpperCase() !== "HYPERLINK") return undefined;
  let target: string | undefined;
  let anchor: string | undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "\\l") anchor = words[(at += 1)];
    else if (word === "\\o" || word === "\\t") at += 1;
    else if (!word.startsWith("\\")) target ??= word;
  }
  if (anchor === undefined) return target;
  return `${target ?? ""}#${anchor}`;
}

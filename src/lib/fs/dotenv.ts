export type Dotenv =
  | { readonly ok: true; readonly values: ReadonlyMap<string, string> }
  /** Counted from 1. The line itself is never shown: it may hold the secret. */
  | { readonly ok: false; readonly line: number; readonly problem: DotenvProblem };

export type DotenvProblem = "noEquals" | "badName" | "openQuote" | "afterQuote" | "control";

/** A bad line, by what is wrong with it. */
class BadLine extends Error {
  readonly problem: DotenvProblem;

  constructor(problem: DotenvProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * `NAME=value` lines, as most programs read them: `#` begins a comment at the start of a line and after white space, so that
 * `IRC_CHANNEL=#room` is a room; single quotes take everything as it is, double quotes know `\n \r \t \" \\ \$`; nothing is
 * expanded; of two lines with one name the last wins. Not Node's `util.parseEnv`, which reads `#room` as a comment and skips bad
 * lines, so that a mistyped secret goes unnoticed.
 */
export function parseDotenv(text: string): Dotenv {
  const values = new Map<string, string>();
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    try {
      const pair = readLine(line);
      if (pair !== undefined) values.set(...pair);
    } catch (cause) {
      if (!(cause instanceof BadLine)) throw cause;
      return { ok: false, line: index + 1, problem: cause.problem };
    }
  }
  return { ok: true, values };
}

function readLine(line: string): [string, string] | undefined {
  const plain = line.trim();
  if (plain === "" || plain.startsWith("#")) return undefined;
  if (/[^\P{Cc}\t]/u.test(plain)) throw new BadLine("control");
  const at = plain.indexOf("=");
  if (at === -1) throw new BadLine("noEquals");
  const name = plain
    .slice(0, at)
    .replace(/^export\s+/, "")
    .trimEnd();
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new BadLine("badName");
  return [name, readValue(plain.slice(at + 1))];
}

function readValue(given: string): string {
  const text = given.trimStart();
  if (text.startsWith("'")) return single(text);
  if (text.startsWith('"')) return double(text);
  return given.replace(/\s#.*$/, "").trim();
}

function single(text: string): string {
  const end = text.indexOf("'", 1);
  if (end === -1) throw new BadLine("openQuote");
  checkRest(text.slice(end + 1));
  return text.slice(1, end);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", $: "$" };

function double(text: string): string {
  const found = /^"((?:[^"\\]|\\.)*)"/.exec(text);
  if (found === null) throw new BadLine("openQuote");
  checkRest(text.slice(found[0].length));
  return (found[1] ?? "").replaceAll(/\\(.)/g, (whole, char: string) => escapes[char] ?? whole);
}

/** After a closed quote there may be a comment and nothing else. */
function checkRest(rest: string): void {
  if (!/^\s*(?:\s#.*)?$/.test(rest)) throw new BadLine("afterQuote");
}

import { type LineWord, lineWords } from "#lib/text/line-words";
import { namesSecret } from "./names-secret.ts";
import { isSecretName, redactText } from "./redact.ts";

const shortest = 6;

/** A text without the secrets that are known by value, and without what looks like one. */
export function redactKnown(text: string, secrets: readonly string[]): string {
  // The longest first: one may hold another.
  const known = secrets.filter((secret) => secret.length >= shortest).toSorted((a, b) => b.length - a.length);
  return redactText(known.reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text));
}

/** A command fit to be shown: also what follows an option that names a secret is hidden. */
export function redactArgv(argv: readonly string[], secrets: readonly string[] = []): readonly string[] {
  return argv.map((arg, i) => {
    const before = argv[i - 1] ?? "";
    if (before.startsWith("-") && isSecretOption(before) && !arg.startsWith("-")) return "[secret]";
    const [, flag, value] = /^(--?[\w-]+=)(.*)$/s.exec(arg) ?? [];
    if (flag !== undefined && value !== undefined && isSecretOption(flag)) return `${flag}[secret]`;
    return redactKnown(arg, secrets);
  });
}

/** What is hidden in a command that is shown: the command may print it. */
export function secretsInArgv(argv: readonly string[]): readonly string[] {
  const shown = redactArgv(argv);
  return argv.flatMap((arg, i) => {
    const around = (shown[i] ?? "").split("[secret]").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    return new RegExp(`^${around.join("(.+?)")}$`, "s").exec(arg)?.slice(1) ?? [];
  });
}

// Also the dashes that keyboards make of two.
const option = /^(?<name>[-\u2010-\u2015\u2212]+[\p{L}\p{N}_.-]*)(?<equals>=?)(?<value>.*)$/su;

/** A line as it was typed, without what stands in or behind an option that names a secret. */
export function redactLine(line: string): string {
  let clean = "";
  let from = 0;
  for (const { word, shown } of hiddenWords(line)) {
    clean += `${line.slice(from, word.from)}${shown}[secret]`;
    from = word.to;
  }
  return clean + line.slice(from);
}

/** What `redactLine` hides, as the parser understands it: it may stand in what is said about the line. */
export function secretsInLine(line: string): readonly string[] {
  return hiddenWords(line).map(({ secret }) => secret);
}

interface Hidden {
  readonly word: LineWord;
  /** What of the word may be seen. */
  readonly shown: string;
  readonly secret: string;
}

/** Read as the parser reads it, so that no quoting hides an option from the one and not from the other. */
function hiddenWords(line: string): readonly Hidden[] {
  const hidden: Hidden[] = [];
  let isValue = false;
  for (const word of lineWords(line).words) {
    const { name, equals = "", value = "" } = option.exec(word.text)?.groups ?? {};
    const isSecret = name !== undefined && namesSecret(name);
    if (isValue) hidden.push({ word, shown: "", secret: word.text });
    else if (isSecret && value !== "") hidden.push({ word, shown: `${name}${equals}`, secret: value });
    // Then the value is still to come, also behind one that is taken for another's value.
    isValue = isSecret && value === "";
  }
  return hidden;
}

function isSecretOption(flag: string): boolean {
  const name = flag.replace(/^-+/, "").replace(/=$/, "");
  return isSecretName(name) || namesSecret(name);
}

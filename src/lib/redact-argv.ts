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
    if (before.startsWith("-") && isSecretName(optionName(before)) && !arg.startsWith("-")) return "[secret]";
    const [, flag, value] = /^(--?[\w-]+=)(.*)$/s.exec(arg) ?? [];
    if (flag !== undefined && value !== undefined && isSecretName(optionName(flag))) return `${flag}[secret]`;
    return redactKnown(arg, secrets);
  });
}

/** What is hidden in a command that is shown: the command may print it. */
export function hiddenIn(argv: readonly string[]): readonly string[] {
  const shown = redactArgv(argv);
  return argv.flatMap((arg, i) => {
    const around = (shown[i] ?? "").split("[secret]").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    return new RegExp(`^${around.join("(.+?)")}$`, "s").exec(arg)?.slice(1) ?? [];
  });
}

/** A line as it was typed, without what follows an option that names a secret. */
export function redactLine(line: string): string {
  const option = /(?<=^|\s)--?([\w.-]+?)(=|\s+)/g;
  let clean = "";
  let from = 0;
  for (let found = option.exec(line); found !== null; found = option.exec(line)) {
    const [whole, name = "", between = ""] = found;
    const at = found.index + whole.length;
    const value = namesSecret(name) ? /^(?:"(?:[^"\\]|\\.)*"?|\S+)/.exec(line.slice(at))?.[0] : undefined;
    // What follows another option may be the next one: it is looked at again.
    option.lastIndex = value === undefined ? at - (between === "=" ? 0 : 1) : at + value.length;
    if (value === undefined) continue;
    clean += `${line.slice(from, at)}[secret]`;
    from = option.lastIndex;
  }
  return clean + line.slice(from);
}

function optionName(flag: string): string {
  return flag.replace(/^-+/, "").replace(/=$/, "");
}

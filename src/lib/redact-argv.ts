import { isSecretName, redactText } from "./redact.ts";

const shortest = 6;

/** A text without the secrets that are known by value, and without what looks like one. */
export function redactKnown(text: string, secrets: readonly string[]): string {
  const hidden = secrets.filter((secret) => secret.length >= shortest).reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text);
  return redactText(hidden);
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

/** A line as it was typed, without what follows an option that names a secret. */
export function redactLine(line: string): string {
  return line.replaceAll(/(^|\s)(--?)([\w-]+)(=|\s+)("(?:[^"\\]|\\.)*"?|\S+)/g, (whole, gap: string, dashes: string, name: string, between: string) =>
    isSecretName(name) || /(?:^|[-_])(?:key|pass|pwd|passphrase|credentials?)$/i.test(name) ? `${gap}${dashes}${name}${between}[secret]` : whole,
  );
}

function optionName(flag: string): string {
  return flag.replace(/^-+/, "").replace(/=$/, "");
}

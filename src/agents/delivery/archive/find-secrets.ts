/** A place in a file that looks like a key, without the key. */
export interface FoundSecret {
  readonly path: string;
  readonly line: number;
  readonly what: string;
}

// Only shapes that are hardly ever anything else: a false alarm stops a delivery.
const shapes: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/, "a private key"],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, "an AWS access key"],
  [/\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{60,}\b/, "a GitHub token"],
  [/\bglpat-[\w-]{20,}\b/, "a GitLab token"],
  [/\bxox[abprs]-[\w-]{10,}\b/, "a Slack token"],
  [/\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{32,}\b/, "a model provider's key"],
  [/\bAIza[\w-]{35}\b/, "a Google API key"],
  [/\bnpm_[A-Za-z0-9]{36}\b/, "an npm token"],
  [/\bhf_[A-Za-z0-9]{30,}\b/, "a Hugging Face token"],
  [/\b\d{8,10}:AA[\w-]{33}\b/, "a Telegram bot token"],
  [/\bhttps:\/\/hooks\.slack\.com\/services\/[\w/]{20,}/, "a Slack webhook"],
];

/** How each of them begins: most files hold none of these, and need no closer look. */
const beginnings = /-----BEGIN |AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|AIza|npm_|hf_|:AA|hooks\.slack/;
const most = 20;
/** Of the installation's own: a shorter one would be found everywhere. */
const shortest = 8;
const hidden = "[secret]";

/** `known` are secrets of this installation, found wherever they stand. */
export function findSecrets(path: string, bytes: Buffer, known: readonly string[]): readonly FoundSecret[] {
  // Latin 1 keeps every byte: a key hidden in a binary file is found too.
  const text = bytes.toString("latin1");
  const found: FoundSecret[] = [];
  const add = (at: number, what: string): void => {
    if (found.length < most) found.push({ path, line: text.slice(0, at).split("\n").length, what });
  };
  for (const [shape, what] of beginnings.test(text) ? shapes : []) {
    const match = shape.exec(text);
    if (match !== null) add(match.index, what);
  }
  for (const secret of known) {
    const at = secret.length < shortest ? -1 : text.indexOf(Buffer.from(secret).toString("latin1"));
    if (at >= 0) add(at, "a secret of this installation");
  }
  return found;
}

/** A name can carry a secret as well as a file. It is told without it. */
export function secretsInName(path: string, known: readonly string[]): readonly FoundSecret[] {
  return findSecrets(path, Buffer.from(path), known).map((one) => ({ ...one, path: hideSecrets(path, known), what: `${one.what}, in the name` }));
}

export function hideSecrets(text: string, known: readonly string[]): string {
  const shown = known.reduce((rest, secret) => (secret.length < shortest ? rest : rest.replaceAll(secret, hidden)), text);
  return shapes.reduce((rest, [shape]) => rest.replace(new RegExp(shape, "g"), hidden), shown);
}

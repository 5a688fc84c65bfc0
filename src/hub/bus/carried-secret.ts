/**
 * What a key looks like, by whose it is, and what no text lacks that carries one. Those without a fixed length begin where no word and no dash stands before: else a text
 * of nothing but beginnings would be read once for each of them.
 */
const patterns: readonly (readonly [label: string, sign: string, pattern: RegExp])[] = [
  ["AWS Access Key ID", "AKIA", /\bAKIA[A-Z0-9]{16}\b/g],
  ["AWS Temporary Access Key", "ASIA", /\bASIA[A-Z0-9]{16}\b/g],
  ["JWT Token", "eyJ", /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{10,}/g],
  ["GitHub Personal Access Token", "ghp_|github_pat_", /\b(?:ghp_[A-Za-z0-9]{36}|github_pat_\w{60,})\b/g],
  ["GitHub OAuth Token", "gho_", /\bgho_[A-Za-z0-9]{36}\b/g],
  ["GitHub App Token", "gh[usr]_", /\bgh[usr]_[A-Za-z0-9]{36,}\b/g],
  // With some of the key behind it: a sentence about keys names the line that begins one.
  ["Private Key", "PRIVATE KEY", /-----BEGIN (?:[A-Z]{2,9} )?PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,200}?[A-Za-z0-9+/]{40}/g],
  ["OpenAI API Key", "sk-", /(?<![\w-])sk-(?:[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b|(?:proj|svcacct|admin)-[\w-]{40,})/g],
  ["Anthropic API Key", "sk-ant-", /(?<![\w-])sk-ant-[a-z]{3,6}\d\d-[\w-]{40,}/g],
  ["Slack Token", "xox[abeoprs]-|xapp-", /(?<![\w-])(?:xox[abeoprs]-\d{6,}-[A-Za-z0-9-]{10,}|xapp-\d-[A-Z0-9]{6,}-[A-Za-z0-9-]{20,})/g],
  ["Google API Key", "AIza", /\bAIza[\w-]{35}(?![\w-])/g],
  ["Azure Storage Key", "AccountKey=", /\bAccountKey=[A-Za-z0-9+/]{86}==/g],
  ["GitLab Token", "gl(?:pat|dt|rt|ptt)-", /(?<![\w-])gl(?:pat|dt|rt|ptt)-[\w-]{20,}/g],
  ["npm Token", "npm_", /\bnpm_[A-Za-z0-9]{36}\b/g],
  ["PyPI Token", "pypi-", /(?<![\w-])pypi-AgE[\w-]{50,}/g],
  ["Hugging Face Token", "hf_", /\bhf_[A-Za-z0-9]{34}\b/g],
  ["Stripe Key", "k_live_", /\b[rs]k_live_[A-Za-z0-9]{24,}\b/g],
  ["Telegram Bot Token", ":AA", /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g],
  // Its first part is a number in base 64.
  ["Discord Bot Token", "[MNO][DTjz][AEIMQUYcgk]", /\b(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){5,6}[A-Za-z0-9]{0,4}\.[\w-]{6}\.[\w-]{27,40}/g],
];

/** Most lines bear none of the signs: they are read once, not once for each kind. */
const anySign = new RegExp(patterns.map(([, sign]) => sign).join("|"));

/** Characters that a reader does not see and a program strips: one inside a key would hide it. */
const unseen = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?![\t\n\r])\p{Cc}/gu;
const onlyPlain = /^[\t\n\r -~]*$/;

/** What kind of secret the text carries, or undefined. Says nothing of the secret itself. */
export function carriedSecret(text: string): string | undefined {
  // As written too: an unseen character before a key would otherwise join it to the word before.
  return secretIn(text) ?? (onlyPlain.test(text) ? undefined : secretIn(text.replaceAll(unseen, "")));
}

function secretIn(text: string): string | undefined {
  if (!anySign.test(text)) return undefined;
  return patterns.find(([, , pattern]) => (text.match(pattern) ?? []).some((found) => !isPlaceholder(found)))?.[0];
}

/** What manuals show: it says so, or the same few characters stand in for all. */
function isPlaceholder(found: string): boolean {
  return /example|xxxxx|\.\.\./i.test(found) || new Set(found).size < 12;
}

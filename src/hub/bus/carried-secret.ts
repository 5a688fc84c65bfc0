/**
 * What a key looks like, by whose it is. Those without a fixed length begin where no word and no dash stands before: else a text
 * of nothing but beginnings would be read once for each of them.
 */
const patterns: readonly (readonly [label: string, pattern: RegExp])[] = [
  ["AWS Access Key ID", /\bAKIA[A-Z0-9]{16}\b/g],
  ["AWS Temporary Access Key", /\bASIA[A-Z0-9]{16}\b/g],
  ["JWT Token", /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{10,}/g],
  ["GitHub Personal Access Token", /\b(?:ghp_[A-Za-z0-9]{36}|github_pat_\w{60,})\b/g],
  ["GitHub OAuth Token", /\bgho_[A-Za-z0-9]{36}\b/g],
  ["GitHub App Token", /\bgh[usr]_[A-Za-z0-9]{36,}\b/g],
  // With some of the key behind it: a sentence about keys names the line that begins one.
  ["Private Key", /-----BEGIN (?:[A-Z]{2,9} )?PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,200}?[A-Za-z0-9+/]{40}/g],
  ["OpenAI API Key", /(?<![\w-])sk-(?:[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b|(?:proj|svcacct|admin)-[\w-]{40,})/g],
  ["Anthropic API Key", /(?<![\w-])sk-ant-[a-z]{3,6}\d\d-[\w-]{40,}/g],
  ["Slack Token", /(?<![\w-])(?:xox[abeoprs]-\d{6,}-[A-Za-z0-9-]{10,}|xapp-\d-[A-Z0-9]{6,}-[A-Za-z0-9-]{20,})/g],
  ["Google API Key", /\bAIza[\w-]{35}(?![\w-])/g],
  ["Azure Storage Key", /\bAccountKey=[A-Za-z0-9+/]{86}==/g],
  ["GitLab Token", /(?<![\w-])gl(?:pat|dt|rt|ptt)-[\w-]{20,}/g],
  ["npm Token", /\bnpm_[A-Za-z0-9]{36}\b/g],
  ["PyPI Token", /(?<![\w-])pypi-AgE[\w-]{50,}/g],
  ["Hugging Face Token", /\bhf_[A-Za-z0-9]{34}\b/g],
  ["Stripe Key", /\b[rs]k_live_[A-Za-z0-9]{24,}\b/g],
  ["Telegram Bot Token", /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g],
  // Its first part is a number in base 64.
  ["Discord Bot Token", /\b(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){5,6}[A-Za-z0-9]{0,4}\.[\w-]{6}\.[\w-]{27,40}/g],
];

/** What kind of secret the text carries, or undefined. Says nothing of the secret itself. */
export function carriedSecret(text: string): string | undefined {
  return patterns.find(([, pattern]) => (text.match(pattern) ?? []).some((found) => !isPlaceholder(found)))?.[0];
}

/** What manuals show: it says so, or the same few characters stand in for all. */
function isPlaceholder(found: string): boolean {
  return /example|xxxxx|\.\.\./i.test(found) || new Set(found).size < 12;
}

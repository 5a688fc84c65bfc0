// Secrets end up in texts that others write: library errors carry URLs with tokens and headers. Everything that goes to a log
// or a person passes here first.

const patterns: readonly (readonly [RegExp, string])[] = [
  // Authorization: Bearer abc
  [/\b(bearer|basic)\s+[\w.~+/=-]{4,}/gi, "$1 [secret]"],
  // https://api.telegram.org/bot123456:ABC-def/getUpdates
  [/\bbot\d{3,}:[\w-]{5,}/g, "bot[secret]"],
  [/\b\d{6,}:[A-Za-z0-9_-]{30,}\b/g, "[secret]"],
  // ?token=… &access_token=… #claim=… #login=…
  [/([?&#](?:access_token|token|claim|login|secret|key|api_key|password|sig|signature)=)[^&#\s"'<>]+/gi, "$1[secret]"],
  // https://user:password@host
  [/(\b[a-z][\w+.-]{0,20}:\/\/)[^\s/@"']+@/gi, "$1[secret]@"],
  // "token": "…", token=…, password: …
  [
    /((?:^|[\s{,;])["']?(?:[\w-]*(?:token|secret|password|passwd|api[_-]?key)|authorization)["']?\s*[:=]\s*)(["']?)(?!\[secret\])[^\s"',;}]+\2/gi,
    "$1$2[secret]$2",
  ],
];

export function redactText(text: string): string {
  return patterns.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

const secretName = /^(.*[_-])?(token|secret|password|passwd|authorization|cookie|api[_-]?key)$/i;
const camelName = /(Token|Secret|Password|ApiKey)$/;

/** True for names whose value is never printed, whatever it is. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) || camelName.test(name);
}

const words = new Set([
  "key",
  "apikey",
  "pass",
  "password",
  "passwd",
  "passphrase",
  "pwd",
  "token",
  "secret",
  "credential",
  "credentials",
  "auth",
  "authorization",
  "bearer",
]);

/** Whether a flag or a variable of that name would hold a secret: by any of its words, however they are joined. */
export function namesSecret(name: string): boolean {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-_.]/);
  return parts.some((part) => words.has(part) || /(?:password|token|secret|apikey)$/.test(part));
}

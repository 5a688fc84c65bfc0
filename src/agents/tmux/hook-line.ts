/** What a CLI's hook runs for an event: one line for a POSIX shell, in which no word can become anything else. */
export function hookLine(argv: readonly string[], session: string, replacement?: string): (event: string) => string {
  if (replacement !== undefined) {
    // As the operator wrote it; only the session's name is put in.
    const line = replacement.replace(/^clibot\b/, "parley").replaceAll(/\$\{?(?:CLIBOT_)?SESSION\b\}?/g, () => shellWord(session));
    return () => line;
  }
  return (event) => [...argv, "--session", session, "--event", event].map(shellWord).join(" ");
}

/** One word for a POSIX shell, whatever it contains. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** What went wrong, as one sentence; with --json as the same object that the HTTP door gives. */
export function failure(cause: unknown, json: boolean, out: (line: string) => void, err: (line: string) => void): number {
  const known = cause instanceof Error && "code" in cause && typeof cause.code === "string";
  const code = known ? String(cause.code) : "Internal";
  const sentence = cause instanceof Error ? cause.message : String(cause);
  if (json) out(JSON.stringify({ error: code, detail: sentence }));
  else err(sentence);
  return 1;
}

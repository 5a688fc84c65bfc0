/** As agents of the bus know times: an offset instead of a letter, microseconds always. */
export function isoTime(at: number): string {
  return new Date(at).toISOString().replace("Z", "000+00:00");
}

export function isoTimeOrNull(at: number | undefined): string | null {
  return at === undefined ? null : isoTime(at);
}

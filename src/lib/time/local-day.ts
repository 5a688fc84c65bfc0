const pad = (n: number): string => String(n).padStart(2, "0");

/** `2026-03-04`, in the time zone of this machine. */
export function localDay(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

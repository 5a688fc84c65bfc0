const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30s`, `5m`, `2h`, `1d`, `500ms` in milliseconds; undefined for anything else. A bare number has no unit and is none. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text.trim());
  if (match === null) return undefined;
  return Number(match[1]) * (units[match[2] ?? ""] ?? Number.NaN);
}

/** The shortest form that parseDuration reads back as the same time. */
export function durationText(ms: number): string {
  const unit = ["d", "h", "m", "s"].find((name) => ms > 0 && ms % (units[name] ?? 1) === 0) ?? "ms";
  return `${ms / (units[unit] ?? 1)}${unit}`;
}

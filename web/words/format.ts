// How times, spans and sizes are written. The same in both languages but for the weekday, which the catalogue gives.

const pad = (n: number): string => String(n).padStart(2, "0");

export function clock(at: number): string {
  const date = new Date(at);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** How many midnights lie between, in local time; 0 is today. */
function daysBetween(at: number, now: number): number {
  const midnight = (ms: number): number => {
    const date = new Date(ms);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  return Math.round((midnight(now) - midnight(at)) / 86_400_000);
}

/** 14:31 today, Tue 14:31 this week, 2025-03-04 before. */
export function when(at: number, now: number, weekdays: readonly string[]): string {
  const days = daysBetween(at, now);
  if (days <= 0) return clock(at);
  const date = new Date(at);
  if (days < 7) return `${weekdays[date.getDay()] ?? ""} ${clock(at)}`;
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** 2:19, 1:02:03. */
export function counting(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

/** 40 ms, 4.2 s, 48 s, 2:19. */
export function took(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  return counting(ms);
}

/** 18 kB, 2.4 MB. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ""}`;
}

/** Splits before the extension, so that a long name can be clipped and still show what it is. */
export function nameAndEnding(name: string): readonly [string, string] {
  const ending = /(?:\.tar)?\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? "";
  return ending.length === name.length ? [name, ""] : [name.slice(0, name.length - ending.length), ending];
}

/** The language to set a text in: Han fonts differ from language to language. */
export function langOf(text: string): "zh-CN" | "ja" | "ko" | "en" {
  const start = text.slice(0, 2_000);
  if (/[\u3040-\u30ff]/.test(start)) return "ja";
  if (/[\uac00-\ud7af]/.test(start)) return "ko";
  return /[\u3400-\u9fff]/.test(start) ? "zh-CN" : "en";
}

/** What a session used, as far as it is shown. */
export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost?: number | undefined;
}

/** 940, 41k, 1.2M. */
export function tokens(n: number): string {
  if (n < 1_000) return String(n);
  return n < 999_500 ? `${Math.round(n / 1_000)}k` : `${(n / 1_000_000).toFixed(1)}M`;
}

import { isSecretName, redactText } from "./redact.ts";
import { Secret } from "./secret.ts";

const maxDepth = 6;
const maxText = 8_192;

/** A copy of any value for the log: without secrets and cycles, and size-limited. */
export function redactForLog(value: unknown): unknown {
  return copy(value, 0, { left: 1_000 });
}

export function redactTextForLog(text: string): string {
  const short = text.length > maxText ? `${text.slice(0, maxText)}… (${text.length - maxText} more characters)` : text;
  return redactText(short);
}

/** `budget` counts over the whole value: width and depth bounded apart still multiply. */
function copy(value: unknown, depth: number, budget: { left: number }): unknown {
  if (typeof value === "string") return redactTextForLog(value);
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Secret) return "[secret]";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "invalid date" : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= maxDepth || budget.left <= 0) return "[more]";
  if (Array.isArray(value)) return within(value, budget).map((item) => copy(item, depth + 1, budget));
  const entries = value instanceof Map ? [...value].map(([key, item]) => [String(key), item] as const) : entriesOf(value);
  return Object.fromEntries(within(entries, budget).map(([key, item]) => [key, isSecretName(key) ? "[secret]" : copy(item, depth + 1, budget)]));
}

function within<T>(items: readonly T[], budget: { left: number }): readonly T[] {
  const kept = items.slice(0, Math.max(0, budget.left));
  budget.left -= kept.length;
  return kept;
}

/** Errors hold what matters where JSON does not look: name, message, stack and cause. */
function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  if (!(value instanceof Error)) return Object.entries(value);
  const { name, message, stack, cause } = value;
  const hidden = Object.entries({ name, message, stack, cause }).filter(([, item]) => item !== undefined);
  return [...hidden, ...Object.entries(value).filter(([key]) => !hidden.some(([known]) => known === key))];
}

import { z } from "zod";
import { parseDuration } from "./time/parse-duration.ts";
import { Secret } from "./redact/secret.ts";

// Building blocks for configuration schemas. The first argument describes what the key does; `parley config` prints it.

export const keyKinds = ["path", "duration", "secret", "hidden"] as const;

/** What config/ needs to know about a key beyond its type. */
export interface KeyMeta {
  readonly description?: string | undefined;
  readonly kind?: (typeof keyKinds)[number] | undefined;
}

export interface SettingsPart {
  readonly schema: z.ZodObject;
  /** Keys required when the section is enabled; of an inner list, at least one. */
  readonly needs?: readonly (string | readonly string[])[];
  /** Warnings about valid but probably unintended settings. */
  warnings?(settings: unknown): readonly { readonly path: readonly (string | number)[]; readonly sentence: string }[];
}

export function text(does: string, max = 1_000) {
  return z.string().trim().min(1).max(max).meta({ description: does });
}

/** A platform's own id. Numbers are accepted; compared as text. */
export function id(does: string) {
  return z
    .preprocess((value) => (Number.isSafeInteger(value) ? String(value) : value), z.string().regex(/^\S+$/, "must be an id without spaces"))
    .meta({ description: does });
}

/** Relative to `workspace`; `~` is the user's home directory. Both are resolved after validation. */
export function path(does: string) {
  return z
    .string()
    .min(1)
    .regex(/^(~$|~\/|[^~])/, "must start with ~/ for your own home directory; ~name is not supported")
    .meta({ description: does, kind: "path" } satisfies KeyMeta);
}

export function secret(does: string) {
  return z
    .string()
    .min(1)
    .transform((value) => new Secret(value))
    .meta({ description: does, kind: "secret" } satisfies KeyMeta);
}

/** Shown as `[secret]` because it may contain one; no warning if it is written in the file. */
export function environment(does: string) {
  const value = z
    .preprocess((raw) => (typeof raw === "number" || typeof raw === "boolean" ? String(raw) : raw), z.string())
    .transform((raw) => new Secret(raw));
  return z
    .record(z.string().regex(/^[A-Za-z_]\w*$/, "must be the name of an environment variable"), value.meta({ kind: "hidden" } satisfies KeyMeta))
    .meta({ description: does });
}

export function duration(does: string, fallback: string) {
  return durationValue()
    .meta({ description: does, kind: "duration" } satisfies KeyMeta)
    .prefault(fallback);
}

export function optionalDuration(does: string) {
  return durationValue()
    .meta({ description: does, kind: "duration" } satisfies KeyMeta)
    .optional();
}

export function durations(does: string, fallback: readonly string[]) {
  return z
    .array(durationValue().meta({ kind: "duration" } satisfies KeyMeta))
    .min(1)
    .meta({ description: does })
    .prefault([...fallback]);
}

/** Also accepts digits as text, because environment variables are text. */
export function integer(does: string, min: number, max: number) {
  return z
    .preprocess((value) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value), z.int().min(min).max(max))
    .meta({ description: does });
}

export function flag(does: string) {
  return z.preprocess((value) => (value === "true" || value === "false" ? value === "true" : value), z.boolean()).meta({ description: does });
}

export function choice<const T extends readonly [string, ...string[]]>(does: string, options: T) {
  return z.enum(options).meta({ description: does });
}

export function url(does: string, protocols: readonly string[]) {
  const names = protocols.map((name) => `${name}://`).join(" or ");
  return z
    .string()
    .refine((value) => protocols.some((name) => value.startsWith(`${name}://`)) && URL.canParse(value), `must be a URL that starts with ${names}`)
    .meta({ description: does });
}

/** Every section that can be turned off uses this name. */
export function enabled(does: string) {
  return flag(does).default(true);
}

function durationValue() {
  return z.string().transform((value, ctx) => {
    const ms = parseDuration(value);
    if (ms !== undefined && ms > 0) return ms;
    ctx.addIssue({ code: "custom", message: "must be a duration with a unit, such as 30s, 5m, 2h or 1d" });
    return z.NEVER;
  });
}

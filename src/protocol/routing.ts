import { z } from "zod";

/** A rule in force. Conditions that it lacks are null; `session` or `invite` is what it does. */
export interface RouteRuleWire {
  readonly number: number;
  readonly name: string;
  readonly addresses: readonly string[] | null;
  readonly keywords: readonly string[] | null;
  readonly kinds: readonly string[] | null;
  readonly mention: boolean;
  readonly session: string | null;
  readonly invite: string | null;
}

export interface RoutingWire {
  readonly rules: readonly RouteRuleWire[];
  readonly kinds: readonly { readonly name: string; readonly words: readonly string[]; readonly files: readonly string[] }[];
  readonly invitations: { readonly enabled: boolean; readonly per_hour: number; readonly per_day: number; readonly per_thread: number };
}

export type InviteVerdictWire = "yes" | "off" | "no-right" | "not-listed" | "not-allowed" | "here" | "hour" | "day" | "thread";

/** What a rule came to in a dry run. */
export interface TriedRuleWire extends RouteRuleWire {
  readonly holds: boolean;
  /** `met` is what of the words met it; null where nothing did. */
  readonly conditions: readonly { readonly what: "address" | "keyword" | "kind" | "mention"; readonly met: string | null }[];
  /** Why a rule that holds does not decide. */
  readonly passed_over: "no-session" | "other-thread" | "later" | null;
  /** Of a rule that invites and holds, where the words would be said. */
  readonly invites: InviteVerdictWire | null;
}

export interface TriedRouteWire {
  readonly decision: "command" | "answer" | "which" | "prompt" | "post" | "repeat" | "refusal";
  readonly code: string | null;
  readonly session: string | null;
  readonly by: "name" | "chosen" | "rule" | "default" | "thread" | null;
  readonly rule: number | null;
  readonly thread: { readonly id: string; readonly topic: string } | null;
  readonly rules: readonly TriedRuleWire[];
}

/** A rule as the file has it; what it lacks is left out. */
export interface WrittenRuleWire {
  readonly name?: string | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly mention?: boolean | undefined;
  readonly session?: string | undefined;
  readonly invite?: string | undefined;
}

/** The rules of the file as it is now. Null while it cannot be read. */
export interface RulesInFileWire {
  readonly version: string;
  readonly needs_restart: boolean;
  readonly rules: readonly WrittenRuleWire[];
}

const short = z.string().trim().min(1).max(300);

const item = z.string().max(300);
const items = z.array(item).max(50).optional();
/** What a rule must be is the configuration's to say. `was`: its number in the file, null for a new one. */
const editedRules = z
  .array(
    z.object({
      was: z.number().int().min(1).max(100).nullable(),
      name: item.optional(),
      addresses: items,
      keywords: items,
      kinds: items,
      mention: z.boolean().optional(),
      session: item.optional(),
      invite: item.optional(),
    }),
  )
  .max(100);

export type EditedRuleWire = z.output<typeof editedRules>[number];

/** `address`: CHANNEL:ROOM or CHANNEL:ROOM/TOPIC. Without it and a thread: a chat that has none yet. */
export const routeBody = z.object({
  text: z.string().max(100_000),
  address: short.regex(/^[^\s:]+:\S/, "must be CHANNEL:ROOM or CHANNEL:ROOM/TOPIC").optional(),
  thread: short.optional(),
  person: short.optional(),
  files: z.array(short).max(50).optional(),
  /** Tried with these rules instead of those in force; for whoever may edit them. */
  draft: z.object({ version: z.string().max(64), rules: editedRules }).optional(),
});

export const rulesBody = z.object({
  version: z.string().max(64),
  /** False: only checked. */
  save: z.boolean(),
  rules: editedRules,
});

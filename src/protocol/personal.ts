import { z } from "zod";

const minute = z.number().int().min(0).max(1_439);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}

/** What somebody set for themselves; sent whole. */
export const personalBody = z.object({
  language: z.enum(["en", "zh-CN"]).optional(),
  notices: z.partialRecord(z.enum(["question", "mention", "finished", "failed"]), z.boolean()).optional(),
  answer_in_notices: z.boolean().optional(),
  quiet: z.object({ from: minute, to: minute, time_zone: z.string().max(64).refine(isTimeZone) }).optional(),
  muted: z
    .array(z.templateLiteral(["thr_", z.string().max(60)]))
    .max(1_000)
    .optional(),
});

export type PersonalWire = z.output<typeof personalBody>;

/** What the hub notifies this person of; their settings were applied. Nobody else is sent it. */
export interface NoticeWire {
  readonly kind: keyof NonNullable<PersonalWire["notices"]>;
  readonly thread: string;
  readonly topic: string;
  readonly question: string | null;
  /** Who asks, wrote, or worked, for people. */
  readonly who: string;
  /** One line of it, without secrets. */
  readonly text: string;
  /** A later one with the same tag replaces it. */
  readonly tag: string;
  /** What of a permission can be answered in the browser's notification of it. */
  readonly choices: readonly { readonly id: string; readonly label: string }[];
}

/** A sign-in or token of the caller's own. */
export interface OwnTokenWire {
  readonly id: string;
  readonly label: string;
  readonly login: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  /** The one that this request came with. */
  readonly current: boolean;
}

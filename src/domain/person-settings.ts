import type { PersonId, ThreadId, TokenId } from "./ids.ts";

/** What a person may be notified of. */
export const noticeKinds = ["question", "mention", "finished", "failed"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What somebody set for themselves. What is left out is as usual. */
export interface PersonSettings {
  readonly language?: "en" | "zh-CN";
  /** What they want to be notified of; everything unless it says so. */
  readonly notices?: Readonly<Partial<Record<NoticeKind, boolean>>>;
  /** Minutes after midnight in their own time zone. From later than to: over midnight. */
  readonly quiet?: { readonly from: number; readonly to: number; readonly timeZone: string };
  /** Whether a permission can be answered in the notification itself; it can unless it says so. */
  readonly answerInNotices?: boolean;
  /** Threads of which they want to hear nothing. */
  readonly muted?: readonly ThreadId[];
}

/** A browser that wants to be notified. It ends with the sign-in that made it. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly person: PersonId;
  readonly token: TokenId;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly at: number;
}

/** The store's verbs about what people set for themselves. */
export interface PersonSettingVerbs {
  personSettings(person: PersonId): Promise<PersonSettings>;
  /** In place of the earlier ones. False when there is no such person. */
  setPersonSettings(person: PersonId, settings: PersonSettings): Promise<boolean>;
  /** In place of the same browser's earlier one. Throws QueueFull past `most` of one person. */
  addPush(subscription: PushSubscription, most: number): Promise<void>;
  /** Only the person's own, unless none is given. */
  dropPush(endpoint: string, person?: PersonId): Promise<boolean>;
  /** Whether any browser wants to be notified. */
  hasPushes(): Promise<boolean>;
  /** Of browsers that are still signed in at that time. */
  pushes(person: PersonId, now: number): Promise<readonly PushSubscription[]>;
}

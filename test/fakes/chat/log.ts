import { appendFileSync, readFileSync } from "node:fs";
import type { ButtonWire } from "./protocol.ts";

/** What the chat itself remembers of a message: the judge of what was delivered. */
export interface LogMessage {
  readonly id: string;
  readonly room: string;
  readonly topic?: string;
  /** A user's id, or `parley` for the client. */
  readonly by: string;
  readonly at: number;
  readonly text: string;
  readonly buttons: readonly ButtonWire[];
  readonly file?: { readonly name: string; readonly mime: string; readonly bytes: number; readonly sha256: string };
  readonly nonce?: string;
  readonly replyTo?: string;
  /** Shown as written. */
  readonly plain?: boolean;
  readonly isRemoved?: boolean;
  /** Texts it had before, oldest first. */
  readonly was: readonly { readonly text: string; readonly buttons: readonly ButtonWire[] }[];
  readonly reactions: readonly { readonly by: string; readonly reaction: string }[];
}

export type LogRecord =
  | { readonly what: "message"; readonly message: Omit<LogMessage, "was" | "reactions"> }
  | { readonly what: "edit"; readonly id: string; readonly text: string; readonly buttons: readonly ButtonWire[] }
  | { readonly what: "removed"; readonly id: string }
  | { readonly what: "reaction"; readonly id: string; readonly by: string; readonly reaction: string; readonly removed: boolean }
  | { readonly what: "event"; readonly event: number; readonly kind: string }
  | { readonly what: "ack"; readonly event: number; readonly toast?: string };

/** Written before anybody is told, so that after a kill the file knows at least as much as the client. */
export class ChatLog {
  readonly #messages = new Map<string, LogMessage>();
  readonly #file: string | undefined;

  constructor(file?: string) {
    this.#file = file;
  }

  add(record: LogRecord): void {
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(record)}\n`);
    apply(this.#messages, record);
  }

  get(id: string): LogMessage | undefined {
    return this.#messages.get(id);
  }

  all(): readonly LogMessage[] {
    return [...this.#messages.values()];
  }
}

export function readChatLog(file: string): { readonly messages: readonly LogMessage[]; readonly records: readonly LogRecord[] } {
  const records = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LogRecord);
  const messages = new Map<string, LogMessage>();
  for (const record of records) apply(messages, record);
  return { messages: [...messages.values()], records };
}

function apply(messages: Map<string, LogMessage>, record: LogRecord): void {
  if (record.what === "message") {
    messages.set(record.message.id, { ...record.message, was: [], reactions: [] });
    return;
  }
  if (record.what !== "edit" && record.what !== "reaction" && record.what !== "removed") return;
  const old = messages.get(record.id);
  if (old === undefined) return;
  if (record.what === "removed") {
    messages.set(old.id, { ...old, isRemoved: true });
    return;
  }
  if (record.what === "edit") {
    messages.set(old.id, { ...old, text: record.text, buttons: record.buttons, was: [...old.was, { text: old.text, buttons: old.buttons }] });
    return;
  }
  const others = old.reactions.filter((r) => r.by !== record.by || r.reaction !== record.reaction);
  messages.set(old.id, { ...old, reactions: record.removed ? others : [...others, { by: record.by, reaction: record.reaction }] });
}

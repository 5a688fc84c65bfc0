import type { JsonObject } from "#domain/json";

/** What the model does at one step of a turn. */
export interface Reply {
  readonly text?: string;
  readonly call?: { readonly tool: string; readonly input: JsonObject };
  /** Refuses the request with this status instead. */
  readonly status?: number;
  /** Sends its first words, and the rest after this. */
  readonly hold?: Promise<void>;
  /** After so many characters; at least the first piece unless it is given. */
  readonly holdAt?: number;
}

/** The prompt that the turn began with, what its tools have returned so far, and how many pictures came with either. */
export interface Asked {
  readonly prompt: string;
  readonly results: readonly string[];
  readonly images: number;
}

export interface Request {
  readonly asked: Asked;
  /** A request without tools is about something else, such as a title. */
  readonly hasTools: boolean;
  readonly isStreamed: boolean;
  readonly model: string;
  /** What a side question must be answered with, where the client checks it. */
  readonly sideAnswer?: string;
}

/** How one vendor's clients talk to their model. */
export interface Protocol {
  readonly path: RegExp;
  /** Undefined for a request that is only about counting. */
  read(path: string, body: unknown): Request | undefined;
  /** Frames of server-sent events. */
  stream(reply: Reply, model: string, id: string): AsyncGenerator<string>;
  whole(reply: Reply, model: string, id: string): object;
  failure(status: number): object;
  /** What a request for a count is answered with. */
  readonly counted: object;
}

/** The text in pieces of a few words; the rest is held back as the reply says. */
export async function* pieces({ text, hold, holdAt }: Reply): AsyncGenerator<string> {
  let sent = 0;
  let isHeld = hold !== undefined;
  for (const piece of (text ?? "").match(/[\s\S]{1,40}/g) ?? []) {
    yield piece;
    sent += piece.length;
    if (!isHeld || sent < (holdAt ?? 1)) continue;
    isHeld = false;
    await hold;
  }
}

/** The words of a prompt without what the CLIs put around them. */
export function ownWords(text: string): string {
  return text
    .replaceAll(
      /<(system-reminder|current_datetime|environment_context|turn_aborted|session_context|user_instructions|skills_instructions|recommended_plugins)>[\s\S]*?<\/\1>/g,
      "",
    )
    .replaceAll(/\[Request interrupted[^\]]*\]/g, "")
    .trim();
}

import type { Address, Part, Receipt } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { Delivery } from "#domain/delivery";
import type { TurnId } from "#domain/ids";
import { everyone } from "#domain/people";
import { askerName } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { showMessage, showQuestion, showResolved } from "./chat-parts.ts";

/** What a delivery shows, as things stand now. */
export async function partsOf(
  { store, settings, clock, channels }: Pick<HubDeps, "store" | "settings" | "clock" | "channels">,
  { body, to }: Delivery,
): Promise<readonly Part[]> {
  switch (body.kind) {
    case "retract":
      return [];
    case "note":
      return body.parts;
    case "message": {
      const message = await store.message(everyone, body.message);
      return message === undefined ? [] : showMessage({ store, settings, channels }, message, to);
    }
    case "question":
    case "update": {
      const question = await store.question(everyone, body.question);
      if (question === undefined) return [];
      const session = await askerName(store, question);
      const { language } = settings;
      return body.kind === "question" ? showQuestion(language, question, session, clock.now()) : showResolved(language, question, session);
    }
  }
}

/** In a group an answer replies to the line that asked for it, so that people see whose it is. */
export async function repliesTo({ store }: Pick<HubDeps, "store">, { body, to }: Pick<Delivery, "body" | "to">): Promise<Receipt | undefined> {
  if (body.kind !== "message") return undefined;
  const turn = (await store.message(everyone, body.message))?.turn;
  return turn === undefined ? undefined : promptedBy({ store }, turn, to);
}

/** The line in that group that began the turn. */
export async function promptedBy({ store }: Pick<HubDeps, "store">, id: TurnId, to: Address): Promise<Receipt | undefined> {
  const turn = await store.turn(id);
  if (turn?.from === undefined || addressKey(turn.from) !== addressKey(to)) return undefined;
  const origin = (await store.message(everyone, turn.message))?.origin;
  return origin?.direct === false ? origin.ref : undefined;
}

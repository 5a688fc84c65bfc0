import type { Prompt } from "#domain/agent";
import type { Quoted } from "#domain/channel";
import type { Language } from "#domain/command";
import { everyone } from "#domain/people";
import type { Session } from "#domain/session";
import type { Turn } from "#domain/turn";
import { defined } from "#lib/defined";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/outbox/chat-parts";
import { say } from "#lib/words/words";
import { turnTexts } from "./texts.ts";
import { copyPromptFiles } from "./session-folder.ts";

/** What a seat is handed for a turn: the words, and what came with their message. */
export async function buildPrompt(
  deps: Pick<HubDeps, "store" | "settings">,
  turn: Pick<Turn, "prompt" | "message" | "by">,
  session: Pick<Session, "name">,
): Promise<Prompt> {
  const { store } = deps;
  const message = await store.message(everyone, turn.message);
  const artifacts = message?.artifacts === undefined ? [] : await store.artifacts(message.artifacts);
  const quoted = message?.replyTo === undefined ? undefined : await store.message(everyone, message.replyTo);
  const origin = message?.origin;
  const room = origin === undefined ? undefined : { name: origin.roomName ?? origin.address.room, direct: origin.direct ?? false };
  return {
    text: turn.prompt,
    by: turn.by.name,
    outside: turn.by.kind === "outside",
    files: await copyPromptFiles(deps, session, turn.message, artifacts),
    ...defined({ room, replyTo: quoted?.text ?? (message?.quoted && fromChat(deps.settings.language, message.quoted)) }),
  };
}

/** Words of somebody who did not speak to us: headed as data, and each line marked, so that they cannot pass for anything else. */
function fromChat(language: Language, { text, by }: Quoted): string {
  const lines = text.split("\n").map((line) => `> ${line}`);
  return [say(language, turnTexts.quotedFromChat, { name: shownName(by) }), ...lines].join("\n");
}

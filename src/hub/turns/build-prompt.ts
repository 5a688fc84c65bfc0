import type { Prompt } from "#domain/agent";
import type { PromptFile } from "#domain/prompt-file";
import type { Quoted } from "#domain/channel";
import type { Language } from "#domain/command";
import type { MessageId } from "#domain/ids";
import { everyone } from "#domain/people";
import type { Session } from "#domain/session";
import type { Turn } from "#domain/turn";
import { defined } from "#lib/defined";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/outbox/chat-parts";
import { say } from "#lib/words/words";
import { turnTexts } from "./texts.ts";
import { promptFiles, type FoundFile } from "./prompt-files.ts";
import { copyPromptFiles } from "./session-folder.ts";
import { sharedPaths, sharePromptFiles } from "./share-prompt-files.ts";

/** What a seat is handed for a turn: the words, and what came with their message. */
export async function buildPrompt(
  deps: Pick<HubDeps, "store" | "settings" | "log">,
  turn: Pick<Turn, "prompt" | "message" | "by">,
  session: Pick<Session, "name" | "kind" | "thread">,
): Promise<Prompt> {
  const { store } = deps;
  const message = await store.message(everyone, turn.message);
  const quoted = message?.replyTo === undefined ? undefined : await store.message(everyone, message.replyTo);
  const origin = message?.origin;
  const room = origin === undefined ? undefined : { name: origin.roomName ?? origin.address.room, direct: origin.direct ?? false };
  const found = await promptFiles(deps, message);
  return {
    text: turn.prompt,
    by: turn.by.name,
    outside: turn.by.kind === "outside",
    // A guest is known by an account; everybody else has an id.
    ...(turn.by.kind === "person" && turn.by.id.includes(":") && { isGuest: true }),
    files: session.kind === "builtin" ? await sharePromptFiles(deps, session.thread, turn.message, found) : await ownFiles(deps, session, turn.message, found),
    ...defined({ room, replyTo: quoted?.text ?? (message?.quoted && fromChat(deps.settings.language, message.quoted)) }),
  };
}

/** Copies in the session's folder, and for each where commands can read it. */
async function ownFiles(
  deps: Pick<HubDeps, "settings" | "log">,
  session: Pick<Session, "name" | "thread">,
  message: MessageId,
  found: readonly FoundFile[],
): Promise<readonly PromptFile[]> {
  const files = await copyPromptFiles(deps, session, message, found);
  const shared = await sharedPaths(deps, session.thread, message, found);
  return files.map((file, n) => ({ ...file, ...defined({ shared: shared[n] }) }));
}

/** Words of somebody who did not speak to us: headed as data, and each line marked, so that they cannot pass for anything else. */
function fromChat(language: Language, { text, by }: Quoted): string {
  const lines = text.split("\n").map((line) => `> ${line}`);
  return [say(language, turnTexts.quotedFromChat, { name: shownName(by) }), ...lines].join("\n");
}

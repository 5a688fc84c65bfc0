import type { Address, InboundWhat, Quoted } from "#domain/channel";
import { everyone } from "#domain/people";
import type { HubDeps } from "#hub/deps";
import { cleanName, nameChars } from "#lib/text/clean-name";
import { keepHead, withCutNotice } from "#lib/text/truncate";
import { threadOf } from "./read-facts.ts";
import type { Spoken } from "./incoming-message.ts";

const maxQuotedChars = 4_000;

/**
 * What a line in a chat replies to: a question that was shown there, a message of the thread that the chat shows now, or words
 * that the hub never stored, as the platform quotes them. A message of another thread stays there.
 */
export async function resolveReply(
  deps: Pick<HubDeps, "store" | "settings">,
  address: Address,
  { replyTo: ref, quoted }: Pick<Extract<InboundWhat, { kind: "said" }>, "replyTo" | "quoted">,
): Promise<Pick<Spoken, "replyTo" | "replyToQuestion" | "quoted">> {
  const { store } = deps;
  if (ref === undefined) return asQuoted(quoted);
  const id = (await store.postedAs(address, ref))?.question;
  const question = id === undefined ? undefined : await store.question(everyone, id);
  if (question !== undefined) return { replyToQuestion: question };
  const message = await store.messageByRef(address, ref);
  if (message !== undefined) return message.thread === (await threadOf(deps, address))?.thread ? { replyTo: message.id } : {};
  return asQuoted(quoted);
}

function asQuoted(quoted: Quoted | undefined): Pick<Spoken, "quoted"> {
  return quoted === undefined || quoted.text.trim() === "" ? {} : { quoted: bounded(quoted) };
}

function bounded({ text, by }: Quoted): Quoted {
  return { text: withCutNotice(keepHead(text, maxQuotedChars)), by: cleanName(by, nameChars) };
}

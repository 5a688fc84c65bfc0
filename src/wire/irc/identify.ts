import type { ParsedLine } from "irc-framework";
import type { Secret } from "#lib/redact/secret";
import { fault, type IrcFault } from "./fault.ts";
import { wordsOf } from "./server-fault.ts";
import type { LinkContext } from "./link-context.ts";
import { ircFaultTexts } from "./texts.ts";

const accepted = /\b(?:accepted|recogni[sz]ed|identified|logged in)\b/i;
const rejected = /\b(?:incorrect|invalid|wrong|denied|failed|suspended|forbidden)\b|\b(?:isn't|not)\b(?: a)? registered/i;
/** Bold, colour and the like. */
const formatting = /[\u0002\u000f\u0011\u0016\u001d-\u001f]|\u0003(?:\d{1,2}(?:,\d{1,2})?)?/g;

/** Logs in with a message to NickServ. Undefined on success, or if no answer came in time: services answer in many languages, and some not at all. */
export async function identify(link: LinkContext, account: string | undefined, password: Secret): Promise<IrcFault | undefined> {
  if (!(await link.pace.turn(link.life))) return undefined;
  const answer = link.lines.wait((line) => readAnswer(line, link), link.timings.nickServMs);
  link.write(`PRIVMSG NickServ :IDENTIFY ${account === undefined ? "" : `${account} `}${password.reveal()}`);
  const said = await answer;
  return said === "accepted" ? undefined : said;
}

function readAnswer(line: ParsedLine, { fold }: LinkContext): "accepted" | IrcFault | undefined {
  const isNickServ = (name: string): boolean => fold(name) === "nickserv";
  if (line.command === "900") return "accepted";
  if (line.command === "401" && isNickServ(line.params[1] ?? "")) return fault("NickServFailed", ircFaultTexts.ircFaultNoNickServ);
  if (line.command !== "NOTICE" || !isNickServ(line.nick)) return undefined;
  const said = (line.params[1] ?? "").replaceAll(formatting, "");
  if (rejected.test(said)) return fault("NickServFailed", ircFaultTexts.ircFaultNickServ, { words: wordsOf(line) });
  return accepted.test(said) ? "accepted" : undefined;
}

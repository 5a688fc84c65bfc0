import { addressKey } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import { whoIs } from "#domain/people";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { accessTexts } from "#hub/access/texts";
import { turnTexts } from "#hub/turns/texts";
import type { Facts, RoadDecision } from "./plan.ts";
import { queueRetrySeconds } from "./queue-share.ts";
import { isPersonal, type Spoken } from "./incoming-message.ts";
import { roadTexts } from "./texts.ts";

export type RefusedDecision = Extract<RoadDecision, { to: "refusal" }>;

/** The refusal as the speaker reads it, the same at every entrance. */
export function refusalFor(spoken: Spoken, facts: Facts, { why, code }: RefusedDecision): ParleyError {
  const { by, language } = spoken;
  switch (why) {
    case "speak":
      return new ParleyError(code, by.kind === "agent" ? say(language, accessTexts.agentMayNot, { agent: by.name }) : notAllowed(spoken));
    case "prompt":
      return new ParleyError(code, by.kind === "agent" ? say(language, roadTexts.promptNotGranted, { agent: by.name }) : notAllowed(spoken));
    case "thread":
      return new ParleyError(code, say(language, commonTexts.notFound, { what: "thread" }));
    case "closed":
      return new ParleyError(code, say(language, roadTexts.threadIsClosed, { topic: facts.thread?.topic ?? "" }));
    case "reply":
      return new ParleyError(code, say(language, commonTexts.notFound, { what: "message to reply to" }), { data: { field: "reply_to_msg_id" } });
    case "session":
      return new ParleyError(code, say(language, commonTexts.notFound, { what: "session" }));
    case "dead":
      return new ParleyError(code, say(language, roadTexts.sessionHasEnded, { session: facts.session?.name ?? "" }));
    case "none":
      return new ParleyError(code, say(language, roadTexts.noSession, { prefix: facts.prefix }));
    case "interrupt":
      return new ParleyError(code, say(language, turnTexts.mayNotStop, { session: facts.session?.name ?? "", who: facts.underWay?.by ?? "" }));
    case "full":
      return queueFull(spoken, facts, code);
  }
}

/** Adding a name that anybody can take would help nobody. */
function notAllowed({ by, language }: Spoken): string {
  if (by.kind === "stranger" && by.unverified === true) return say(language, accessTexts.notLoggedIn, { name: by.name });
  return say(language, accessTexts.notAllowed, { account: whoIs(by) });
}

function queueFull({ by, language }: Spoken, { session, queueLimit: limit, prefix }: Facts, code: ParleyError["code"]): ParleyError {
  const values = { session: session?.name ?? "", limit };
  const sentence = isPersonal(by) ? say(language, roadTexts.queueFull, { ...values, prefix }) : say(language, roadTexts.queueFullForAgents, values);
  return new ParleyError(code, sentence, { data: { retry_after: queueRetrySeconds } });
}

/** What goes on record. A closed thread or a full queue is nobody's attempt at anything. */
export function recordFor({ where, replyTo, session }: Spoken, { why }: RefusedDecision): string | undefined {
  const place = where.kind === "chat" ? addressKey(where.address) : where.thread;
  switch (why) {
    case "speak":
      return `speak in ${place}`;
    case "thread":
      return `thread ${place}`;
    case "reply":
      return `message ${replyTo ?? ""}`;
    case "prompt":
    case "session":
      return `prompt ${session ?? "the session"} in ${place}`;
    case "interrupt":
      return `stop ${session ?? "the session"} in ${place}`;
    case "closed":
    case "dead":
    case "none":
    case "full":
      return undefined;
  }
}

import { roleOf, type Actor } from "#domain/people";
import { commonTexts } from "#lib/words/common";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { accessTexts } from "./texts.ts";

/** Why the actor may not: the role that it takes, and the one that they have. */
export function roleNeeded(language: TextLanguage, by: Actor, needed: "owner" | "admin"): string {
  if (by.kind === "guest") return say(language, accessTexts.guestMayNot, { account: by.account });
  if (by.kind === "agent") return say(language, accessTexts.agentMayNot, { agent: by.name });
  const role = needed === "owner" ? commonTexts.roleOwner : commonTexts.roleAdmin;
  const mine = roleOf(by) === "admin" ? commonTexts.roleAdmin : roleOf(by) === "member" ? commonTexts.roleMember : commonTexts.roleStranger;
  return say(language, accessTexts.roleNeeded, { role: say(language, role), mine: say(language, mine) });
}

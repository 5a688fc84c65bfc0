import type { Address } from "#domain/channel";
import type { Language } from "#domain/command";
import type { Delivery } from "#domain/delivery";
import type { QuestionId, ThreadId } from "#domain/ids";
import { everyone, type Person } from "#domain/people";
import { say } from "#lib/words/words";
import { askerName, hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import type { DirectAddresses } from "#hub/outbox/direct-addresses";
import { questionTexts } from "./texts.ts";

/** The asking chat is told of a copy that is not out by then. */
const deliveredWithinMs = 4_000;

/** Those who may say yes: where they can be reached, what they see, and whether a question got to them. */
export interface Approvers {
  /** Where the configured approvers can be reached alone, beyond the chats that show the thread anyway. */
  addresses(): Promise<readonly Address[]>;
  /** Whether at least one of them sees the thread, so that a question can stand there. */
  see(thread: ThreadId): Promise<boolean>;
  /** Says in the question's thread which copies did not get out in time. */
  watchCopies(id: QuestionId): void;
}

export function createApprovers(
  { store, policy, clock, newId, log, settings }: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "log" | "settings">,
  reach: DirectAddresses,
): Approvers {
  const { language, approvers } = settings;

  const named = async (): Promise<readonly { readonly person: Person; readonly at: readonly Address[] }[]> => {
    if (approvers === undefined) return [];
    const people = (await store.people()).filter((person) => approvers.includes(person.name));
    return Promise.all(people.map(async (person) => ({ person, at: await reach(person.accounts) })));
  };

  const reportUndelivered = async (id: QuestionId): Promise<void> => {
    const question = await store.question(everyone, id);
    if (question === undefined || question.state !== "open") return;
    const session = await askerName(store, question);
    const missing = (await store.copies(id)).filter((copy) => copy.body.kind === "question" && copy.state !== "sent");
    const unreached = (await named()).filter(({ person, at }) => person.accounts.length > 0 && at.length === 0).map(({ person }) => person.name);
    const lines = [
      ...missing.map((copy) => undeliveredText(language, session, copy)),
      ...unreached.map((who) => say(language, questionTexts.undelivered, { session, who, reason: say(language, questionTexts.noKnownChat) })),
    ];
    if (lines.length === 0) return;
    const at = clock.now();
    await store.accept({ key: `undelivered:${id}`, at, message: hubLine(newId, question.thread, at, lines.join("\n")), fan: true });
  };

  return {
    addresses: async () => (await named()).flatMap(({ at }) => at),
    see: async (thread) => {
      // Owners, admins and the operator see every thread.
      if (approvers === undefined || approvers.includes("operator")) return true;
      for (const { person } of await named()) {
        const { id, name, role } = person;
        if ((await store.thread(policy.reader({ kind: "person", id, name, role }), thread)) !== undefined) return true;
      }
      return false;
    },
    watchCopies: (id) => {
      clock.after(deliveredWithinMs, () => {
        reportUndelivered(id).catch((cause: unknown) => log.error({ cause, question: id }, "failed to report an undelivered question"));
      });
    },
  };
}

/** The thread's notice that a copy of a question was not delivered. */
function undeliveredText(language: Language, session: string, copy: Delivery): string {
  return say(language, questionTexts.undelivered, {
    session,
    who: `${copy.to.channel} ${copy.to.room}`,
    reason: copy.reason === "" ? "no answer from the platform" : copy.reason,
  });
}

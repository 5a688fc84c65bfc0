import { ParleyError } from "#domain/errors";
import { isId, type QuestionId, type ThreadId } from "#domain/ids";
import { nameOf, whoIs, type Actor } from "#domain/people";
import type { Question } from "#domain/question";
import type { Thread } from "#domain/thread";
import { commonTexts } from "#lib/words/common";
import { cleanTopic, topicChars } from "#lib/text/clean-name";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import { busTexts } from "#hub/bus/texts";
import type { Gate } from "#hub/access/gate";
import { accessTexts } from "#hub/access/texts";
import { authorOf } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import type { Hub } from "#hub/hub";
import type { Questions } from "#hub/questions/questions";
import { questionTexts } from "#hub/questions/texts";
import type { Desk } from "#hub/turns/desk";
import type { Sessions } from "#hub/turns/sessions";
import type { StopSession } from "#hub/turns/stop-session";

/** What the doors may ask besides saying something: the gate decides, and what one may not see is not found. */
export interface DoorVerbs extends Pick<Hub, "openThread" | "answer" | "stop" | "createSession" | "sendAgain"> {
  /** Throws NotFound, recorded. */
  seen(by: Actor, id: ThreadId): Promise<Thread>;
}

export interface DoorVerbParts {
  readonly gate: Gate;
  readonly questions: Pick<Questions, "answer">;
  readonly stop: StopSession;
  readonly sessions: Pick<Sessions, "create">;
  readonly desk: Pick<Desk, "mayCreate">;
}

export function createDoorVerbs(
  { store, policy, clock, newId, settings }: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">,
  { gate, questions, stop, sessions, desk }: DoorVerbParts,
): DoorVerbs {
  const { language } = settings;

  const missing = async (by: Actor, about: string): Promise<void> => {
    await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotFound", about });
  };

  const seen: DoorVerbs["seen"] = async (by, id) => {
    const thread = await store.thread(policy.reader(by), id);
    if (thread !== undefined) return thread;
    await missing(by, `thread ${id}`);
    throw new ParleyError("NotFound", say(language, commonTexts.notFound, { what: "thread" }));
  };

  const mayNot = (by: Actor) => (): string =>
    by.kind === "agent" ? say(language, accessTexts.agentMayNot, { agent: by.name }) : say(language, accessTexts.notAllowed, { account: whoIs(by) });

  const questionFor = async (by: Actor, which: QuestionId | string): Promise<Question> => {
    const reader = policy.reader(by);
    const question = isId("que", which) ? await store.question(reader, which) : await store.questionByCode(reader, which);
    if (question !== undefined) return question;
    await missing(by, `question ${which}`);
    throw new ParleyError("NotFound", say(language, questionTexts.questionUnknown, { question: which }));
  };

  return {
    seen,
    openThread: async (by, given) => {
      await gate.admit(by, "speak", { what: "open a thread", sentence: mayNot(by) });
      if (by.kind === "agent" && by.only !== undefined) {
        await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotAllowed", about: "open a thread" });
        throw new ParleyError("NotAllowed", mayNot(by)());
      }
      const topic = cleanTopic(given);
      if (topic === "") throw new ParleyError("BadRequest", say(language, busTexts.topicLength, { max: topicChars }));
      const id = newId("thr");
      const at = clock.now();
      await store.accept({ at, thread: { id, topic, access: "open", createdBy: authorOf(by), at, participants: [whoIs(by)] } });
      return seen({ kind: "operator" }, id);
    },
    answer: async (by, surface, which, choice, reason) =>
      questions.answer(by, surface, await questionFor(by, which), choice, { language, ...defined({ reason }) }),
    stop: async (by, surface, id, how) => {
      const session = await store.session(id);
      // One that they may not see is the same as none.
      if (session === undefined || (await store.thread(policy.reader(by), session.thread)) === undefined) {
        await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NoSuchSession", about: `session ${id}` });
        throw new ParleyError("NoSuchSession", say(language, commonTexts.notFound, { what: "session" }));
      }
      return stop(by, surface, session, how);
    },
    createSession: async (by, at, spec) => {
      await desk.mayCreate(by);
      return sessions.create(by, at, spec);
    },
    sendAgain: async (by, delivery) => {
      await gate.admit(by, "speak", { what: `send ${delivery} again`, sentence: mayNot(by) });
      return store.sendAgain(policy.reader(by), delivery, clock.now());
    },
  };
}

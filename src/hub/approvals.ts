import { ParleyError } from "#domain/errors";
import { isId, type QuestionId, type SessionId } from "#domain/ids";
import type { Answer, Ask, Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { Turn } from "#domain/turn";
import { KeyedQueue } from "#lib/keyed-queue";
import { say } from "#lib/words";
import type { HubDeps } from "./deps.ts";
import type { Notices } from "./notices.ts";
import type { Questions } from "./questions.ts";
import { hubAuthor, hubCli, hubLine } from "./speech.ts";

const everyone = { sees: "all" } as const;

export type Verdict = { readonly allowed: boolean; readonly by: string };

/**
 * Questions that the hub itself asks people: about what no agent's turn has asked for. They stand in the owner's thread of notices,
 * under a session of the hub's own, and are shown, answered and recorded like every other question. A restart withdraws them.
 */
export interface Approvals {
  /** Resolves once it is asked; nobody's name in the verdict means no answer in time. The same key while it is open is the same question. */
  ask(ask: Pick<Ask, "key" | "prompt" | "subject" | "run"> & { readonly beganBy: string }, decided: (verdict: Verdict) => Promise<void>): Promise<QuestionId>;
  /** The same, waited for. Whoever gives up takes the question back; that and no answer in time is a no by nobody. `asked` hears when it stands. */
  decide(ask: Parameters<Approvals["ask"]>[0], signal: AbortSignal, asked?: () => void): Promise<Verdict>;
  isOurs(question: Question): boolean;
  hand(question: Question, answer: Answer): Promise<boolean>;
  /** `withdrawing` hears of each that was open, before it is withdrawn. */
  recover(withdrawing: (question: Question) => Promise<void>): Promise<void>;
}

export function createApprovals(deps: HubDeps & { readonly notices: Notices; readonly questions: () => Questions }): Approvals {
  const { store, clock, newId, log, settings } = deps;
  const language = settings.language ?? "en";
  const steps = new KeyedQueue<"turn">();
  const open = new Map<QuestionId, { readonly key: string; readonly decided: (verdict: Verdict) => Promise<void> }>();
  /** How often a key of this turn was decided: what is over must not answer for what is asked again. */
  const rounds = new Map<string, number>();
  let own: SessionId | undefined;
  let turn: Turn | undefined;

  const ownId = async (): Promise<SessionId> => {
    if (own !== undefined) return own;
    const kept = await store.keep("approvals-session", newId("ses"));
    if (!isId("ses", kept)) throw new ParleyError("Internal", "the hub's own session has an id of another kind");
    return (own = kept);
  };

  const session = async (): Promise<Session> => {
    const id = await ownId();
    const known = await store.session(id);
    if (known !== undefined) return known;
    const thread = await deps.notices.thread();
    const made = {
      id,
      thread,
      kind: "joins" as const,
      cliType: hubCli,
      workDir: settings.workspace,
      settings: {},
      source: "store" as const,
      at: clock.now(),
    };
    const isTaken = (await store.sessionByName(everyone, "approvals")) !== undefined;
    return store.putSession({ ...made, name: isTaken ? `approvals-${id.slice(-4)}` : "approvals" });
  };

  /** One turn for as long as anything is open; the session holds one at a time. */
  const turnFor = async (of: Session, prompt: string): Promise<Turn> => {
    if (turn !== undefined) return turn;
    const at = clock.now();
    const id = newId("trn");
    const message = { ...hubLine(newId, of.thread, at, prompt), turn: id };
    turn = await store.deskTurn(
      { id, session: of.id, thread: of.thread, origin: "desk", prompt, message: message.id, by: hubAuthor, beganBy: "hub", at },
      message,
    );
    return turn;
  };

  const close = async (which: Turn, reason: string): Promise<void> => {
    const ending = reason === "" ? ({ how: "completed", text: "" } as const) : ({ how: "stopped", reason } as const);
    await store.endTurn({ turn: which.id, at: clock.now(), ending, session: reason === "" ? "ended" : "stopped", reason });
  };

  const askPeople: Approvals["ask"] = (ask, decided) =>
    steps.run("turn", async () => {
      const of = await session();
      const asked = await deps.questions().ask(
        { ...(await turnFor(of, ask.prompt)), beganBy: ask.beganBy },
        {
          key: rounds.has(ask.key) ? `${ask.key} ${rounds.get(ask.key)}` : ask.key,
          kind: "permission",
          prompt: ask.prompt,
          ...(ask.subject === undefined ? {} : { subject: ask.subject }),
          ...(ask.run === undefined ? {} : { run: ask.run }),
          options: [
            { id: "allow", label: say(language, "optionAllowOnce"), grants: "allow" },
            { id: "deny", label: say(language, "optionDeny"), grants: "deny" },
          ],
        },
        await deps.notices.addresses(),
      );
      if (asked.state === "open") open.set(asked.id, { key: ask.key, decided });
      return asked.id;
    });

  const takeBack = async (id: QuestionId): Promise<void> => {
    open.delete(id);
    await store.withdraw(id, clock.now(), say(language, "askedGivenUp"));
    await closeIfDone();
  };

  const closeIfDone = (): Promise<void> =>
    steps.run("turn", async () => {
      if (open.size > 0 || turn === undefined) return;
      await close(turn, "");
      turn = undefined;
      rounds.clear();
    });

  return {
    ask: askPeople,
    decide: async (ask, signal, asked) => {
      const verdict = Promise.withResolvers<Verdict>();
      const id = await askPeople(ask, async (given) => verdict.resolve(given));
      asked?.();
      const gaveUp = (): void => {
        takeBack(id).catch((cause: unknown) => log.error({ cause, question: id }, "a question could not be taken back"));
        verdict.resolve({ allowed: false, by: "" });
      };
      if (signal.aborted) gaveUp();
      signal.addEventListener("abort", gaveUp, { once: true });
      try {
        return await verdict.promise;
      } finally {
        signal.removeEventListener("abort", gaveUp);
      }
    },
    isOurs: (question) => question.session === own,
    hand: async (question, answer) => {
      const asked = open.get(question.id);
      open.delete(question.id);
      if (asked !== undefined) rounds.set(asked.key, (rounds.get(asked.key) ?? 0) + 1);
      const allowed = answer.how === "given" && answer.option?.grants === "allow";
      await asked
        ?.decided({ allowed, by: answer.how === "given" ? answer.by : "" })
        .catch((cause: unknown) => log.error({ cause, question: question.id }, "an answer could not be acted on"));
      await closeIfDone();
      return true;
    },
    recover: async (withdrawing) => {
      const id = await ownId();
      for (const left of await store.openTurns(id)) {
        for (const question of await store.questions(everyone, { state: "open", turn: left.id })) await withdrawing(question);
        await close(left, say(language, "askedRestart"));
      }
    },
  };
}

import { screenText, type HookReply } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import { isId, type QuestionId } from "#domain/ids";
import type { JsonObject, JsonValue } from "#domain/json";
import { everyone } from "#domain/people";
import type { Answer, Question } from "#domain/question";
import type { Session } from "#domain/session";
import { defined } from "#lib/defined";
import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import { accessTexts } from "#hub/access/texts";
import type { HubDeps } from "#hub/deps";
import type { Questions } from "#hub/questions/questions";
import type { TurnRunner } from "./run-turn.ts";
import { isSessionSecret } from "./session-folder.ts";

/** What a hook that brings no question may take. */
const signalMs = 5_000;
const lookEveryMs = 200;
const maxWaitMs = 50_000;

/** Hooks of a session's own CLI, known by the session's own secret, which opens nothing else. */
export interface Hooks {
  /** By name or id. Throws BadToken for anything but the session's secret. */
  signal(session: string, secret: string | undefined, event: string, payload: JsonValue): Promise<HookReply>;
  /** Waits, at most so long, until the question is not open any more: then what the hook prints, if anything. */
  poll(question: string, secret: string | undefined, waitMs: number, signal: AbortSignal): Promise<HookReply>;
}

export function createHooks(
  deps: Pick<HubDeps, "store" | "clock" | "log" | "settings">,
  parts: { readonly gate: Gate; readonly runner: TurnRunner; readonly questions: () => Questions },
): Hooks {
  const { store, clock, settings } = deps;
  const { runner } = parts;
  const { language } = settings;

  const refuse = async (about: string): Promise<never> => {
    await parts.gate.refused({ who: "hook", name: "hook", code: "BadToken", about: about.slice(0, 200) });
    throw new ParleyError("BadToken", say(language, accessTexts.badToken));
  };

  const entered = async (session: Session | undefined, secret: string | undefined, about: string): Promise<Session> => {
    if (session === undefined || secret === undefined || !(await isSessionSecret(deps, session, secret))) return refuse(about);
    return session;
  };

  const decided = async (question: Question, session: Session): Promise<HookReply> => {
    const answer = question.state === "answered" || question.state === "expired" ? await parts.questions().answerFor(question) : undefined;
    // Answered at the terminal: the CLI has that answer already.
    if (answer === undefined || question.given?.surface === "desk") return {};
    const output = (await runner.seat(session)).hookOutput?.(answer satisfies Answer);
    return output === undefined ? {} : { output };
  };

  /** What Parley knows of the session right now, for whoever set up the hook. */
  const watchOf = async (session: Session): Promise<JsonObject> => {
    const seat = await runner.seat(session);
    const [facts, screen] = [await seat.facts?.(), await seat.screen?.()];
    const open = await store.questions(everyone, { state: "open", thread: session.thread });
    return {
      session: session.name,
      state: session.state,
      turn: runner.underWay(session.id)?.id ?? null,
      questions: open.filter((one) => one.session === session.id).map((one) => one.code),
      ...(facts !== undefined && { facts: { ...facts } }),
      ...defined({ screen: screen === undefined ? undefined : screenText(screen) }),
    };
  };

  return {
    signal: async (which, secret, event, payload) => {
      const found = isId("ses", which) ? await store.session(which) : await store.sessionByName(everyone, which);
      const session = await entered(found, secret, `hook ${event} of ${which}`);
      if (event === "test") return { output: await watchOf(session) };
      const seat = await runner.seat(session);
      runner.sign(session.id);
      const reply = (await seat.signal?.(event, payload, AbortSignal.timeout(signalMs))) ?? {};
      const question = reply.question === undefined ? undefined : await store.question(everyone, reply.question);
      // The same payload again, after the answer.
      return question === undefined || question.state === "open" ? reply : decided(question, session);
    },
    poll: async (which, secret, waitMs, signal) => {
      const asked = isId("que", which) ? await store.question(everyone, which) : undefined;
      const session = await entered(asked?.session === undefined ? undefined : await store.session(asked.session), secret, `hook question ${which}`);
      const until = clock.monotonic() + Math.min(Math.max(waitMs, 0), maxWaitMs);
      for (;;) {
        const question = await store.question(everyone, which as QuestionId);
        if (question === undefined) return {};
        if (question.state !== "open") return decided(question, session);
        if (signal.aborted || clock.monotonic() >= until) return { question: question.id };
        await pause(clock, lookEveryMs, signal);
      }
    },
  };
}

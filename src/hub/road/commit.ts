import { ParleyError, type ErrorCode } from "#domain/errors";
import type { ThreadId, TurnId } from "#domain/ids";
import { whoIs, type Actor } from "#domain/people";
import type { Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { Accepted, SyncCheck } from "#domain/store";
import type { Message, Thread } from "#domain/thread";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { noteTo } from "#hub/outbox/note-to";
import type { AttachedUploads, HandedUpload } from "#hub/files/handed-upload";
import type { Questions } from "#hub/questions/questions";
import type { RunCommand, Running } from "#hub/terminal/run-command";
import type { TurnRunner } from "#hub/turns/run-turn";
import type { InterruptTurn } from "#hub/turns/stop-session";
import type { RoadDecision, RefusalReason } from "./plan.ts";
import { besidesLine, besidesWork, newFiles, newLine, reachOf, type AcceptedFile, type KnownPlace, type ReadyWords } from "./new-line.ts";
import { heldToPlace, spendToken } from "./spend-token.ts";
import { isPersonal, type Spoken } from "./incoming-message.ts";
import { roadTexts } from "./texts.ts";
import { typedLine } from "./typed-line.ts";

/** What words became. Each entrance says it in the manner of its surface. */
export type RoadOutcome =
  /** `seen`: two requests with one key arrived together, and this is what the other one made. `ahead` counts the turns before this one. */
  | { readonly kind: "posted"; readonly message: Message; readonly seen: boolean }
  | {
      readonly kind: "prompted";
      readonly message: Message;
      readonly seen: boolean;
      readonly session: Session;
      readonly turn?: TurnId;
      readonly ahead: number;
      /** The turn before it is being interrupted. */
      readonly isUrgent?: boolean;
      readonly waitsFor: readonly Question[];
    }
  | { readonly kind: "command"; readonly running: Running }
  | { readonly kind: "answered"; readonly question: Question }
  | { readonly kind: "which"; readonly questions: readonly Question[]; readonly word: string }
  /** The key was known before anything was decided. */
  | { readonly kind: "repeated"; readonly made: Accepted }
  | { readonly kind: "refused"; readonly why: RefusalReason | "answer" | "stopping"; readonly refusal: ParleyError };

export interface CommitParts {
  readonly runner: Pick<TurnRunner, "wake">;
  readonly runCommand: Pick<RunCommand, "start">;
  readonly questions: Pick<Questions, "answer">;
  readonly uploads: { attach(by: Actor, to: ThreadId, uploads: readonly HandedUpload[]): Promise<AttachedUploads> };
  readonly interrupt: InterruptTurn;
}

/** Carries out what was decided: everything about a line is one transaction, and what is returned is on disk. */
export type Commit = (spoken: Spoken, place: KnownPlace, decision: Carried, sync?: SyncCheck) => Promise<RoadOutcome>;

type Carried = Exclude<RoadDecision, { to: "refusal" | "repeat" | "which" }>;

export function createCommit(
  deps: Pick<HubDeps, "store" | "clock" | "newId" | "settings">,
  { runner, runCommand, questions, uploads, interrupt }: CommitParts,
): Commit {
  const { store, clock, newId, settings } = deps;

  const runIt = async (spoken: Spoken, place: KnownPlace, line: string, sync: SyncCheck | undefined): Promise<RoadOutcome> => {
    const { by, surface, where, language, key } = spoken;
    heldToPlace(place.thread, sync);
    await spendToken(deps, sync);
    const known = place.born === undefined ? { thread: place.thread.id } : {};
    const running = await runCommand.start({
      by,
      surface,
      language,
      place: where.kind === "chat" ? { ...known, address: where.address, direct: where.direct } : { ...known, direct: false },
      session: place.thread.defaultSession ?? whoIs(by),
      ...typedLine(line),
      ...defined({ key, reach: reachOf(spoken) }),
    });
    return { kind: "command", running };
  };

  const answer = async (
    spoken: Spoken,
    place: KnownPlace,
    { question, choice }: Extract<Carried, { to: "answer" }>,
    sync?: SyncCheck,
  ): Promise<RoadOutcome> => {
    const { by, surface, language, key } = spoken;
    heldToPlace(place.thread, sync);
    try {
      const answered = await questions.answer(by, surface, question, choice, { language, ...defined({ key }) });
      await spendToken(deps, sync);
      return { kind: "answered", question: answered };
    } catch (cause) {
      // Too late, not allowed, not a choice: the speaker reads why, and the question stays as it is.
      if (cause instanceof ParleyError && answerRefusals.has(cause.code)) return { kind: "refused", why: "answer", refusal: cause };
      throw cause;
    }
  };

  /** Takes along what was uploaded for it, and leaves nothing behind if the words are not accepted. */
  const withUploads = async (spoken: Spoken, thread: Thread, put: (ready: ReadyWords) => Promise<RoadOutcome>): Promise<RoadOutcome> => {
    const attached = await uploads.attach(spoken.by, thread.id, spoken.uploads ?? none);
    try {
      const outcome = await put({ ...spoken, attached });
      await attached.settle("seen" in outcome && !outcome.seen);
      return outcome;
    } catch (cause) {
      await attached.settle(false);
      throw cause;
    }
  };

  const post = (spoken: ReadyWords, place: KnownPlace, sync: SyncCheck | undefined): Promise<RoadOutcome> => {
    const at = clock.now();
    const { by, where, language } = spoken;
    const unread =
      where.kind === "chat" && by.kind !== "outside"
        ? { deliveries: [noteTo(where.address, say(language, roadTexts.noSession, { prefix: settings.prefix }))] }
        : undefined;
    const files = newFiles(spoken, newId);
    const message = newLine(spoken, place.thread, files, { newId, at });
    return store
      .accept({ at, message, ...(files.length === 0 ? undefined : { files }), ...besidesLine(spoken, place, sync), ...unread })
      .then((accepted) => ({ kind: "posted", message: written(accepted), seen: accepted.seen }));
  };

  const prompt = async (
    spoken: ReadyWords,
    place: KnownPlace,
    { session, waitsFor, queueLimit, interrupts, rule }: Extract<Carried, { to: "prompt" }>,
    sync: SyncCheck | undefined,
  ): Promise<RoadOutcome> => {
    const at = clock.now();
    const files = newFiles(spoken, newId);
    const work = spoken.where.kind === "work" ? spoken.where : undefined;
    const line = newLine(spoken, place.thread, files, { newId, at });
    const message = { ...line, turn: newId("trn"), ...(rule === undefined ? undefined : { meta: { ...line.meta, routed: { rule, session: session.name } } }) };
    const accepted = await store.accept({
      at,
      message,
      turn: {
        id: message.turn,
        session: session.id,
        thread: message.thread,
        origin: "prompt",
        prompt: message.text,
        message: message.id,
        by: message.author,
        beganBy: work?.beganBy ?? whoIs(spoken.by),
        at,
        ...defined({ from: message.origin?.address }),
      },
      queueLimit,
      ...(spoken.isUrgent === true ? { isFirst: true } : undefined),
      ...(isBatched(spoken, session, files) ? { isBatched: true } : undefined),
      ...(files.length === 0 ? undefined : { files }),
      ...besidesLine(spoken, place, sync),
      ...(work === undefined ? undefined : besidesWork(work, spoken.by, message.turn, at)),
    });
    if (interrupts !== undefined && !accepted.seen) interrupt(spoken, session, interrupts);
    runner.wake(session.id);
    return {
      kind: "prompted",
      message: written(accepted),
      seen: accepted.seen,
      session,
      ahead: accepted.ahead ?? 0,
      waitsFor,
      ...defined({ turn: accepted.turn?.id, isUrgent: spoken.isUrgent }),
    };
  };

  return (spoken, place, decision, sync) => {
    switch (decision.to) {
      case "command":
        return runIt(spoken, place, decision.line, sync);
      case "answer":
        return answer(spoken, place, decision, sync);
      case "prompt":
        return spoken.uploads === undefined
          ? prompt(spoken, place, decision, sync)
          : withUploads(spoken, place.thread, (ready) => prompt(ready, place, decision, sync));
      case "post":
        return spoken.uploads === undefined ? post(spoken, place, sync) : withUploads(spoken, place.thread, (ready) => post(ready, place, sync));
    }
  };
}

/** The hub's own agent reads what one person says in a burst together, where each message is words and nothing else. */
function isBatched({ by, isUrgent, isPromptOnly, replyTo, quoted, uploads }: Spoken, { kind }: Session, files: readonly AcceptedFile[]): boolean {
  if (kind !== "builtin" || !isPersonal(by)) return false;
  return isUrgent !== true && isPromptOnly !== true && replyTo === undefined && quoted === undefined && uploads === undefined && files.length === 0;
}

const none: readonly never[] = [];

const answerRefusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "NotAllowed",
  "NotAnApprover",
  "AgentsNeverAnswer",
  "NotAChoice",
  "AlreadyAnswered",
  "QuestionExpired",
  "QuestionWithdrawn",
]);

/** The turn of words that can only be a prompt. Throws a refusal. */
export function promptedTurn(outcome: RoadOutcome): { readonly turn: TurnId; readonly ahead: number } {
  if (outcome.kind === "refused") throw outcome.refusal;
  const turn = outcome.kind === "prompted" ? outcome.turn : outcome.kind === "repeated" ? outcome.made.turn?.id : undefined;
  if (turn === undefined) throw new ParleyError("Internal", "a prompt came back without its turn");
  return { turn, ahead: outcome.kind === "prompted" ? outcome.ahead : 0 };
}

function written({ message }: Accepted): Message {
  if (message === undefined) throw new ParleyError("Internal", "an accepted line came back without its message");
  return message;
}

import { ParleyError, type ErrorCode } from "#domain/errors";
import type { TurnId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import { whoIs } from "#domain/people";
import type { Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { Acceptance, Accepted, SyncCheck } from "#domain/store";
import type { Message, NewMessage, Thread } from "#domain/thread";
import { defined } from "#lib/defined";
import { safeName } from "#lib/fs/safe-name";
import { say } from "#lib/words/words";
import { authorOf, messageRole } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { noteTo } from "#hub/outbox/note-to";
import type { Questions } from "#hub/questions/questions";
import type { RunCommand, Running } from "#hub/terminal/run-command";
import type { TurnRunner } from "#hub/turns/run-turn";
import type { RoadDecision, RefusalReason } from "./plan.ts";
import type { FoundPlace } from "./read-facts.ts";
import { heldToPlace, spendToken } from "./spend-token.ts";
import type { Spoken } from "./incoming-message.ts";
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
      readonly turn?: string;
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
  /** Stops that turn if it is still the one under way. */
  readonly interrupt: (spoken: Spoken, session: Session, turn: TurnId) => void;
}

/** Carries out what was decided: everything about a line is one transaction, and what is returned is on disk. */
export type Commit = (spoken: Spoken, place: FoundPlace & { readonly thread: Thread }, decision: Carried, sync?: SyncCheck) => Promise<RoadOutcome>;

type Carried = Exclude<RoadDecision, { to: "refusal" | "repeat" | "which" }>;
type KnownPlace = Parameters<Commit>[1];

export function createCommit(deps: Pick<HubDeps, "store" | "clock" | "newId" | "settings">, { runner, runCommand, questions, interrupt }: CommitParts): Commit {
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

  /** The artifacts have their ids before they have their bytes, so that the message can name them. */
  const filesOf = ({ files = none }: Spoken): readonly AcceptedFile[] => files.map((file) => ({ id: newId("art"), file }));

  const messageOf = (spoken: Spoken, thread: Thread, at: number, files: readonly AcceptedFile[]): NewMessage => {
    const { by, where, replyTo, quoted, priority } = spoken;
    const author = authorOf(by);
    const meta = where.kind === "link" ? spoken.meta : withoutHubMarks(spoken.meta);
    return {
      id: newId("msg"),
      thread: thread.id,
      at,
      author,
      role: messageRole(author),
      text: files.length === 0 ? spoken.text : withNames(spoken, files),
      ...(files.length === 0 ? undefined : { artifacts: files.map(({ id }) => id) }),
      surface: spoken.surface,
      ...(where.kind === "chat"
        ? { origin: { address: where.address, direct: where.direct, ...defined({ ref: where.ref, roomName: where.roomName }) } }
        : undefined),
      ...defined({ replyTo, quoted, priority, meta }),
    };
  };

  /** What belongs into the line's own transaction. A person's line over a door makes nobody a participant: that road stays short. */
  const besides = (spoken: Spoken, { thread, born, unbound }: KnownPlace, sync: SyncCheck | undefined): Omit<Acceptance, "at" | "message"> => {
    const { by, where, key } = spoken;
    const isChat = where.kind === "chat";
    return {
      ...defined({ key, sync, thread: born, reach: reachOf(spoken) }),
      ...(isChat && unbound === true ? { bind: { address: where.address, thread: thread.id } } : undefined),
      ...(isChat || by.kind === "agent" ? { joins: { thread: thread.id, who: whoIs(by) } } : undefined),
      ...(by.kind === "agent" ? { fan: true } : undefined),
    };
  };

  const post = async (spoken: Spoken, place: KnownPlace, sync: SyncCheck | undefined): Promise<RoadOutcome> => {
    const at = clock.now();
    const { by, where, language } = spoken;
    const unread =
      where.kind === "chat" && by.kind !== "outside"
        ? { deliveries: [noteTo(where.address, say(language, roadTexts.noSession, { prefix: settings.prefix }))] }
        : undefined;
    const files = filesOf(spoken);
    const message = messageOf(spoken, place.thread, at, files);
    const accepted = await store.accept({ at, message, ...(files.length === 0 ? undefined : { files }), ...besides(spoken, place, sync), ...unread });
    return { kind: "posted", message: written(accepted), seen: accepted.seen };
  };

  const prompt = async (
    spoken: Spoken,
    place: KnownPlace,
    { session, waitsFor, queueLimit, interrupts }: Extract<Carried, { to: "prompt" }>,
    sync: SyncCheck | undefined,
  ): Promise<RoadOutcome> => {
    const at = clock.now();
    const files = filesOf(spoken);
    const message = { ...messageOf(spoken, place.thread, at, files), turn: newId("trn") };
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
        beganBy: whoIs(spoken.by),
        at,
        ...defined({ from: message.origin?.address }),
      },
      queueLimit,
      ...(spoken.isUrgent === true ? { isFirst: true } : undefined),
      ...(files.length === 0 ? undefined : { files }),
      ...besides(spoken, place, sync),
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
        return prompt(spoken, place, decision, sync);
      case "post":
        return post(spoken, place, sync);
    }
  };
}

type AcceptedFile = NonNullable<Acceptance["files"]>[number];

const none: readonly never[] = [];

/** That words are a third party's is the hub's to say: anybody else's mark would show them under a name of their choice. */
function withoutHubMarks(meta: JsonObject | undefined): JsonObject | undefined {
  if (meta === undefined || !("third_party" in meta)) return meta;
  const { third_party: _claimed, ...rest } = meta;
  return rest;
}

/** A photo without a word is a line that names it. */
function withNames({ text, language, filesOver = 0 }: Spoken, files: readonly AcceptedFile[]): string {
  const sent = say(language, roadTexts.filesSent, { names: files.map(({ file }) => safeName(file.name)).join(", ") });
  const names = filesOver === 0 ? sent : `${sent}\n${say(language, roadTexts.filesOver, { max: files.length, count: filesOver })}`;
  return text.trim() === "" ? names : `${text}\n\n${names}`;
}

const answerRefusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "NotAllowed",
  "NotAnApprover",
  "AgentsNeverAnswer",
  "NotAChoice",
  "AlreadyAnswered",
  "QuestionExpired",
  "QuestionWithdrawn",
]);

/** Anything said in a direct chat shows where that account can be reached alone. */
function reachOf({ where }: Spoken): Acceptance["reach"] {
  return where.kind === "chat" && where.reach !== undefined ? { account: where.reach, address: where.address } : undefined;
}

function written({ message }: Accepted): Message {
  if (message === undefined) throw new ParleyError("Internal", "an accepted line came back without its message");
  return message;
}

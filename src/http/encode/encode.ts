import type { Artifact } from "#domain/artifact";
import type { Run } from "#domain/command";
import type { Delivery } from "#domain/delivery";
import type { ParleyError } from "#domain/errors";
import { nameOf, roleOf, whoIs, type Actor } from "#domain/people";
import type { Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { SessionUsage } from "#domain/work";
import { type LinkStatus, type Status, shownState } from "#domain/status";
import type { ChangeBody, Entry, Message, Thread, ThreadSummary } from "#domain/thread";
import type { ThreadPage } from "#hub/bus/bus";
import type { Draft } from "#hub/turns/drafts";
import type { PostedWire } from "#protocol/requests";
import type {
  ArtifactWire,
  ChangeWire,
  DraftWire,
  EntryWire,
  LinkWire,
  MessageWire,
  QuestionCopyWire,
  QuestionWire,
  SessionWire,
  SnapshotWire,
  ThreadWire,
} from "#protocol/wire";
import { hubAuthor } from "#hub/authors";
import { iso } from "./iso-time.ts";
import { encodeCursor } from "./thread-cursor.ts";
import { defined } from "#lib/defined";

// The one place where the wire's names are written. Decode is the one where they are read.

/** What an entry or a question names and does not hold; see gather.ts. */
export interface Known {
  readonly artifact: (id: string) => Artifact | undefined;
  readonly question: (id: string) => Question | undefined;
  readonly sessionName: (id: string) => string;
  /** Of whoever made a change; the key itself where nobody goes by it any more. */
  readonly nameOf: (who: string) => string;
  readonly mayAnswer: (question: Question) => boolean;
}

export function encodeError(error: ParleyError): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(error.data ?? {})) wire[key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value;
  return { ...wire, error: error.code, detail: error.message };
}

export function encodeThread(thread: Thread | ThreadSummary): ThreadWire {
  return {
    id: thread.id,
    topic: thread.topic,
    access: thread.access,
    status: thread.status,
    created_by: thread.createdBy.id,
    created_at: iso(thread.createdAt),
    updated_at: iso(thread.lastAt),
    current_seq: thread.seq,
    rev: thread.rev,
    unread: "unread" in thread ? thread.unread : 0,
    default_session: thread.defaultSession ?? null,
    last: ("last" in thread ? thread.last : undefined) ?? null,
  };
}

export interface ThreadsPage extends ThreadPage {
  /** Who waits in which thread. */
  readonly waiting: ReadonlyMap<string, readonly object[]>;
}

export function encodeThreads(page: ThreadsPage): object {
  const threads = page.threads.map((thread) => ({ ...encodeThread(thread), waiting_agents: page.waiting.get(thread.id) ?? [] }));
  return { threads, total: page.total, has_more: page.next !== undefined, next_cursor: encodeCursor(page.next, iso) };
}

export function encodeMessage(message: Message, artifact: Known["artifact"]): MessageWire {
  return {
    id: message.id,
    thread_id: message.thread,
    seq: message.seq,
    rev: message.rev,
    priority: message.priority ?? "normal",
    author: message.author.name,
    author_id: message.author.id,
    author_name: message.author.name,
    author_kind: message.author.kind,
    role: message.role,
    content: message.text,
    metadata: message.meta ?? null,
    reply_to_msg_id: message.replyTo ?? null,
    created_at: iso(message.at),
    edited_at: null,
    edit_version: 0,
    reactions: [],
    surface: message.surface,
    turn: message.turn ?? null,
    steps: message.steps === undefined ? [] : [...message.steps],
    artifacts: message.artifacts === undefined ? [] : message.artifacts.flatMap((id) => encodeFound(artifact(id))),
  };
}

const noArtifact = (): undefined => undefined;

export function encodePosted(
  message: Message,
  posted: { readonly turn?: string; readonly ahead?: number },
  artifacts?: readonly Artifact[],
): MessageWire & PostedWire {
  // Added to, not copied: this is encoded for every line that is posted.
  const wire = encodeMessage(message, noArtifact);
  if (artifacts !== undefined) wire.artifacts = artifacts.map(encodeArtifact);
  if (posted.turn !== undefined) wire.turn = posted.turn;
  return Object.assign(wire, { queue_position: posted.ahead ?? null });
}

function encodeFound(artifact: Artifact | undefined): ArtifactWire[] {
  return artifact === undefined ? [] : [encodeArtifact(artifact)];
}

function encodeArtifact(artifact: Artifact): ArtifactWire {
  const { id, name, mime, bytes, description } = artifact;
  return { id, name, mime, bytes, description };
}

export function encodeEntry(entry: Entry, known: Known): EntryWire {
  if (entry.kind === "message") return { kind: "message", rev: entry.message.rev, message: encodeMessage(entry.message, known.artifact) };
  const { rev, at, body } = entry.change;
  return { kind: "change", rev, at: iso(at), change: encodeChange(body, known) };
}

export function encodeEntries(entries: readonly Entry[], known: Known, hasMore: boolean): object {
  return { entries: entries.map((entry) => encodeEntry(entry, known)), has_more: hasMore };
}

function encodeChange(body: ChangeBody, known: Known): ChangeWire {
  switch (body.kind) {
    case "asked":
    case "resolved": {
      const question = known.question(body.question);
      if (question === undefined) throw new Error(`the log names a question that is not there: ${body.question}`);
      return { kind: body.kind, question: encodeQuestion(question, known) };
    }
    case "delivery": {
      const { delivery, to, state, reason } = body;
      const room = to.topic === undefined ? to.room : `${to.room}/${to.topic}`;
      return { kind: "delivery", delivery, to: `${to.channel} ${room}`, state, reason, message: body.message ?? null, question: body.question ?? null };
    }
    case "file": {
      const artifact = known.artifact(body.artifact);
      if (artifact === undefined) throw new Error(`the log names a file that is not there: ${body.artifact}`);
      return { kind: "file", message: body.message, artifact: encodeArtifact(artifact) };
    }
    case "status":
    case "renamed":
    case "edited":
    case "reacted":
      return { ...body, by_name: known.nameOf(body.by) };
  }
}

export function encodeQuestion(question: Question, known: Pick<Known, "sessionName" | "mayAnswer">): QuestionWire {
  const { id, code, thread, asker, session, turn, kind, title, prompt, subject, given } = question;
  return {
    id,
    code,
    thread,
    asker: asker.kind,
    session: session ?? null,
    session_name: session === undefined ? hubAuthor.name : known.sessionName(session),
    turn: turn ?? null,
    kind,
    title: title ?? null,
    guessed: question.guessed ?? false,
    prompt,
    subject:
      subject === undefined
        ? null
        : {
            ...(subject.argv !== undefined && { argv: [...subject.argv] }),
            ...defined({ directory: subject.directory }),
            ...(subject.environment !== undefined && { environment: [...subject.environment] }),
            ...defined({ detail: subject.detail }),
          },
    options: question.options.map((option) => ({ ...option })),
    state: question.state,
    asked_at: iso(question.askedAt),
    expires_at: iso(question.expiresAt),
    may_answer: question.state === "open" && known.mayAnswer(question),
    answer: given === undefined ? null : { option: given.option ?? null, text: given.text ?? null, by: given.name, surface: given.surface, at: iso(given.at) },
    reason: question.reason ?? null,
  };
}

/** Which chat was asked too, and how that went. The room may be somebody's own. */
export function encodeCopy({ to, state, reason, at }: Delivery): QuestionCopyWire {
  return { channel: to.channel, state, reason, at: iso(at) };
}

/** Who answered what, where: for whoever came second. */
export function encodeAnswered(question: Question): object {
  const { given } = question;
  if (given === undefined) return {};
  const chosen = question.options.find((option) => option.id === given.option);
  return { answered_by: given.name, answered_in: given.surface, answered_at: iso(given.at), answer: chosen?.label ?? given.text ?? given.option ?? null };
}

export function encodeSession(session: Session): SessionWire {
  const { id, name, thread, state, reason, queue } = session;
  const wire = {
    id,
    name,
    thread,
    cli_type: session.cliType,
    driver: session.kind,
    work_dir: session.workDir,
    state,
    reason,
    queue,
    created_at: iso(session.at),
  };
  return session.usage === undefined ? wire : { ...wire, usage: encodeUsage(session.usage) };
}

/** With what the agent says of the turn under way. */
export function encodeSessionNow(session: Session, drafts: readonly Draft[]): SessionWire {
  const draft = drafts.find((one) => one.session === session.id);
  return draft === undefined ? encodeSession(session) : { ...encodeSession(session), ...encodeWork(draft) };
}

function encodeUsage({ model, inputTokens, outputTokens, cost, contextLeft, turns }: SessionUsage): NonNullable<SessionWire["usage"]> {
  return { model, input_tokens: inputTokens, output_tokens: outputTokens, ...defined({ cost, context_left: contextLeft }), turns };
}

function encodeWork({ status, plan }: Draft): Pick<DraftWire, "status" | "plan"> {
  const { doing, what, until } = status ?? {};
  return {
    ...(doing !== undefined && { status: { doing, ...defined({ what, until: until === undefined ? undefined : iso(until) }) } }),
    ...(plan !== undefined && { plan: [...plan] }),
  };
}

export function encodeLink(link: LinkStatus): LinkWire {
  return { id: link.id, platform: link.platform, state: shownState(link), reason: link.reason, since: iso(link.since) };
}

export function encodeDraft(draft: Draft): DraftWire {
  const { thread, session, turn, text, steps } = draft;
  return { thread, session, session_name: draft.sessionName, turn, began_ms: draft.beganAt, text, steps: [...steps], ...encodeWork(draft) };
}

/** An agent has no role; where the page's shape wants one it is the least. */
export function encodeMe(actor: Actor): SnapshotWire["me"] & { readonly kind: Actor["kind"] } {
  return { id: whoIs(actor), name: nameOf(actor), role: roleOf(actor) ?? "member", kind: actor.kind };
}

export function encodeStatus(status: Status): object {
  return {
    version: status.version,
    started_at: iso(status.startedAt),
    links: status.links.map(encodeLink),
    sessions: status.sessions.map(encodeSession),
    open_questions: status.openQuestions,
    due_deliveries: status.dueDeliveries,
    red_lines: status.redLines,
    has_owner: status.hasOwner,
  };
}

export function encodeRun(run: Run): object {
  return {
    id: run.id,
    line: run.line,
    at: iso(run.at),
    ended_at: run.endedAt === undefined ? null : iso(run.endedAt),
    exit_code: run.exitCode ?? null,
    code: run.code ?? null,
    text: run.text ?? "",
    stderr: run.stderr ?? "",
    result: run.result ?? null,
    artifacts: (run.artifacts ?? []).map((artifact) => ({ ...artifact })),
    question: run.question ?? null,
  };
}

export function encodeFileLink(url: string, expiresAt: number): object {
  return { url, expires_at: iso(expiresAt) };
}

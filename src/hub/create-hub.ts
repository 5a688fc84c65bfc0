import { ParleyError } from "#domain/errors";
import type { QuestionId, ThreadId } from "#domain/ids";
import { isId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Accepted } from "#domain/store";
import type { Message, Thread } from "#domain/thread";
import { say } from "#lib/words";
import { acceptPost, acceptPrompt, authorOf, queueFull, type Line } from "./accept.ts";
import { createAccess } from "./access.ts";
import { createApprovals } from "./approvals.ts";
import { createBus, type RunningBus } from "./bus/create-bus.ts";
import { createChatDrafts } from "./chat-drafts.ts";
import { createDeliver } from "./deliver.ts";
import type { HubDeps } from "./deps.ts";
import { createDrafts } from "./drafts.ts";
import { createFeed } from "./feed.ts";
import { createGate } from "./gate.ts";
import type { Hub, Said, SaidOutcome } from "./hub.ts";
import { createIntake } from "./intake.ts";
import { createInviting } from "./inviting.ts";
import { createLinks } from "./links.ts";
import { createNotices } from "./notices.ts";
import { createQuestions, type Questions } from "./questions.ts";
import { recover } from "./recover.ts";
import { route } from "./route.ts";
import { createTurnRunner } from "./run-turn.ts";
import { createSessions, type SessionSpec } from "./sessions.ts";
import { createTerminalPart } from "./terminal-part.ts";
import { heldToPlace, spendToken } from "./spend-token.ts";
import { typedLine } from "./typed-line.ts";
import { sweepUploads } from "./upload-files.ts";
import { createUploads } from "./uploads.ts";

const sweepEveryMs = 10 * 60_000;
const sweepUploadsEveryMs = 6 * 3_600_000;

export interface RunningHub extends Hub {
  /** Brings sessions in line with the config, then goes on with what a restart left. Before it, nothing moves. */
  start(specs: readonly SessionSpec[]): Promise<void>;
  /** Invited processes: stopping the hub lets go of them, and the next start takes them up again. */
  invited(): readonly { readonly name: string; readonly pid: number }[];
  /** The last moment at which chats are spoken to; the channels may go afterwards. */
  quiet(): Promise<void>;
}

/** The road, put together. One direction: gate → route → accept → run → accept → deliver and feed. */
export function createHub(deps: HubDeps): RunningHub {
  const { store, policy, clock, newId, log, settings } = deps;
  const language = settings.language ?? "en";
  const stop = new AbortController();
  const gate = createGate(deps);
  const notices = createNotices(deps);
  const chatDrafts = createChatDrafts(deps);
  const links = createLinks(clock, (link) => feed.link(link));
  const deliver = createDeliver(deps, chatDrafts, links);
  const drafts = createDrafts(clock, {
    grew: (draft) => {
      feed.draft(draft);
      chatDrafts.grew(draft);
    },
    ended: (draft) => {
      feed.draftEnded(draft.thread, draft.turn);
      chatDrafts.ended(draft.turn);
    },
  });
  const now = { drafts: () => drafts.all(), links: () => links.all(), typists: () => bus.typists(), lights: () => commands.lights() };
  const feed = createFeed(deps, now, (wakes) => {
    if (wakes.some((wake) => wake.topic === "outbox")) deliver.wake();
    if (wakes.some((wake) => wake.topic === "people")) {
      access.peopleChanged();
      inviting.dropOrphans().catch((cause: unknown) => log.error({ cause }, "agents whose inviter was removed could not be looked for"));
    }
    bus.woken(wakes);
    commands.woken(wakes);
  });
  const runner = createTurnRunner({
    ...deps,
    drafts,
    questions: () => questions,
    exec:
      ({ id, name, thread }) =>
      (line, how) =>
        terminal.exec({ by: { kind: "session", id, name, thread }, surface: "hub", line, ...how }),
  });
  const approvals = createApprovals({ ...deps, notices, questions: () => questions });
  const questions: Questions = createQuestions({
    ...deps,
    gate,
    notices,
    hand: (question, answer) => (approvals.isOurs(question) ? approvals.hand(question, answer) : runner.hand(question, answer)),
    resumed: (turn) => runner.resumed(turn),
  });
  const inviting = createInviting({ ...deps, gate, notices, approvals, forgetTokens: () => access.forget() });
  const redLines = () => [...deps.redLines(), ...inviting.redLines()];
  const sessions = createSessions({ ...deps, redLines, gate, runner, invite: inviting.bus.invite, links: () => links.all(), startedAt: clock.now() });
  const commands = createTerminalPart({ ...deps, gate, approvals, runner, verbs: sessions, bus: () => bus, lit: (light) => feed.light(light) });
  const { runCommand, terminal } = commands;
  const intake = createIntake({ ...deps, gate, links, questions, runner, runCommand, terminal });
  const access = createAccess(deps, gate, notices, (agent) => inviting.joined(agent));
  const bus: RunningBus = createBus(deps, {
    gate,
    access,
    signingKey: deps.signingKey,
    invitations: inviting.bus,
    invitableNames: () => inviting.names(),
    invitableCard: (name) => inviting.card(name),
    typed: (typist, on) => feed.typing(typist, on),
    entered: () => feed.agentsMoved(),
    sayAsPerson: async (by, { thread, text, surface, replyTo, priority, key }, meta, sync) => {
      const named = { ...(key === undefined ? {} : { key }), ...(replyTo === undefined ? {} : { replyTo }), ...(priority === undefined ? {} : { priority }) };
      return sayIn({ by, surface, thread, text, ...named, ...(meta === undefined ? {} : { meta }), ...(sync === undefined ? {} : { sync }) });
    },
  });
  let feeding: Promise<void> = Promise.resolve();
  let cancelSweep = (): void => {};
  let cancelRemoving = (): void => {};
  let removing: Promise<void> = Promise.resolve();

  const seen = async (by: Actor, id: ThreadId): Promise<Thread> => {
    const thread = await store.thread(policy.reader(by), id);
    if (thread !== undefined) return thread;
    await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotFound", about: `thread ${id}` });
    throw new ParleyError("NotFound", say(language, "notFound", { what: "thread" }));
  };

  const uploads = createUploads(deps, { gate, seen });

  const mayNot = (by: Actor) => (): string =>
    by.kind === "agent" ? say(language, "agentMayNot", { agent: by.name }) : say(language, "notAllowed", { account: whoIs(by) });

  const sayIn = async (said: Said): Promise<SaidOutcome> => {
    if (stop.signal.aborted) throw new ParleyError("ShuttingDown", say(language, "shuttingDown"));
    const { by, surface, text } = said;
    await gate.admit(by, "speak", { what: `speak in ${said.thread}`, sentence: mayNot(by) });
    const thread = await seen(by, said.thread);
    const key = said.key === undefined ? undefined : `${whoIs(by)}:${thread.id}:${said.key}`;
    const before = key === undefined ? undefined : await store.seen(key);
    if (before !== undefined) return madeBefore(by, before);
    const byPerson = by.kind === "person" || by.kind === "operator";
    const named = said.session === undefined ? {} : { session: said.session };
    const way = await route(deps, { text, thread, byPerson, reader: policy.reader(by), mayAnswer: (question) => questions.mayAnswer(by, question), ...named });
    if (way.to === "command" || way.to === "answer") heldToPlace(thread, said.sync);
    if (way.to === "command") {
      await spendToken(deps, said.sync);
      const place = { thread: thread.id, direct: false };
      const { session } = await terminal.place(by, { thread: thread.id });
      const running = await runCommand.start({ by, surface, place, language, session, ...typedLine(way.line), ...(key === undefined ? {} : { key }) });
      const isOver = (await running.held) === "ended";
      const run = isOver ? await running.ended : await store.run({ sees: "all" }, running.id);
      if (run === undefined) throw new ParleyError("Internal", "a run that waits is not on record");
      return { kind: "command", run };
    }
    if (way.to === "answer") {
      const how = { language, ...(key === undefined ? {} : { key }) };
      const question = await questions.answer(by, surface, way.question, way.choice, how);
      await spendToken(deps, said.sync);
      return { kind: "answered", question };
    }
    if (way.to === "which") throw new ParleyError("NeedsQuestionCode", say(language, "needsCode"), { data: { codes: way.questions.map((one) => one.code) } });
    if (thread.status === "closed" || thread.status === "archived")
      throw new ParleyError("ThreadClosed", say(language, "threadIsClosed", { topic: thread.topic }));
    const line: Line = {
      by,
      surface,
      thread: thread.id,
      text,
      at: clock.now(),
      ...(key === undefined ? {} : { key }),
      ...(said.replyTo === undefined ? {} : { replyTo: said.replyTo }),
      ...(said.priority === undefined ? {} : { priority: said.priority }),
      ...(said.meta === undefined ? {} : { meta: said.meta }),
      ...(said.sync === undefined ? {} : { with: { sync: said.sync } }),
    };
    if (way.to === "prompt") {
      await gate.admit(by, "prompt", { what: `prompt ${way.session.name}`, sentence: mayNot(by) });
      const full = queueFull(settings, language, way.session);
      if (full !== undefined) throw new ParleyError("QueueFull", full);
      const accepted = await acceptPrompt(deps, line, way.session);
      runner.wake(way.session.id);
      return outcome(accepted.message, accepted.seen, accepted.turn?.id, accepted.ahead);
    }
    const accepted = await acceptPost(deps, line);
    return outcome(accepted.message, accepted.seen);
  };

  const madeBefore = async (by: Actor, { message, turn, run, question }: Accepted): Promise<SaidOutcome> => {
    const reader = policy.reader(by);
    const ended = run === undefined ? undefined : await store.run(reader, run);
    if (ended !== undefined) return { kind: "command", run: ended };
    const answered = question === undefined ? undefined : await store.question(reader, question);
    if (answered !== undefined) return { kind: "answered", question: answered };
    return outcome(message, true, turn?.id);
  };

  const questionFor = async (by: Actor, which: QuestionId | string): Promise<Awaited<ReturnType<Hub["answer"]>>> => {
    const reader = policy.reader(by);
    const question = isId("que", which) ? await store.question(reader, which) : await store.questionByCode(reader, which);
    if (question !== undefined) return question;
    await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotFound", about: `question ${which}` });
    throw new ParleyError("NotFound", say(language, "questionUnknown", { question: which }));
  };

  const sweepLater = (): void => {
    cancelSweep = clock.after(sweepEveryMs, () => {
      store.sweep(clock.now()).catch((cause: unknown) => log.error({ cause }, "old rows could not be swept"));
      sweepLater();
    });
  };

  /** Now and later. */
  const removeUnused = (): void => {
    removing = uploads
      .sweep(stop.signal)
      .catch((cause: unknown) => log.error({ cause }, "unused files could not be removed"))
      .then(() => {
        if (!stop.signal.aborted) cancelRemoving = clock.after(sweepUploadsEveryMs, removeUnused);
      });
  };

  return {
    feed,
    access,
    terminal,
    uploads,
    bus: {
      ...bus,
      kick: async (by, agent) => {
        await bus.kick(by, agent);
        inviting.sendAway({ agent }, nameOf(by));
      },
      close: async (by, thread, summary) => {
        const closed = await bus.close(by, thread, summary);
        if (closed) inviting.sendAway({ thread }, nameOf(by));
        return closed;
      },
    },
    sink: (channel, platform) => intake.sink(channel, platform),
    say: sayIn,
    openThread: async (by, topic) => {
      await gate.admit(by, "speak", { what: "open a thread", sentence: mayNot(by) });
      if (by.kind === "agent" && by.only !== undefined) {
        await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotAllowed", about: "open a thread" });
        throw new ParleyError("NotAllowed", mayNot(by)());
      }
      const id = newId("thr");
      const at = clock.now();
      await store.accept({ at, thread: { id, topic, access: "open", createdBy: authorOf(by), at, participants: [whoIs(by)] } });
      return seen({ kind: "operator" }, id);
    },
    answer: async (by, surface, which, choice) => questions.answer(by, surface, await questionFor(by, which), choice, { language }),
    mayAnswer: (by, question) => questions.mayAnswer(by, question),
    stop: async (by, surface, id) => {
      const session = await store.session(id);
      if (session === undefined) throw new ParleyError("NoSuchSession", say(language, "notFound", { what: "session" }));
      await seen(by, session.thread);
      return sessions.stopTurn(by, surface, id);
    },
    sendAgain: async (by, delivery) => {
      await gate.admit(by, "speak", { what: `send ${delivery} again`, sentence: mayNot(by) });
      return store.sendAgain(policy.reader(by), delivery, clock.now());
    },
    status: (by) => sessions.status(by),
    start: async (specs) => {
      feeding = feed.run(stop.signal);
      await sweepUploads(deps);
      await sessions.sync(specs);
      await approvals.recover((question) => inviting.withdrawing(question));
      await inviting.start();
      await recover(deps, { runner, questions, runCommand });
      deliver.wake();
      sweepLater();
      removeUnused();
    },
    invited: () => inviting.running(),
    quiet: () => deliver.quiet(),
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      cancelSweep();
      cancelRemoving();
      await removing;
      await inviting[Symbol.asyncDispose]();
      await intake.idle();
      // First the agents, which would take a run that ends now for one that failed.
      await runner[Symbol.asyncDispose]();
      await commands[Symbol.asyncDispose]();
      questions[Symbol.dispose]();
      bus[Symbol.dispose]();
      await chatDrafts[Symbol.asyncDispose]();
      await deliver[Symbol.asyncDispose]();
      await gate[Symbol.asyncDispose]();
      await feeding;
    },
  };
}

function outcome(message: Message | undefined, seen: boolean, turn?: string, ahead?: number): SaidOutcome {
  if (message === undefined) throw new ParleyError("Internal", "an accepted line came back without itself");
  return { kind: "message", message, seen, ...(turn === undefined ? {} : { turn }), ...(ahead === undefined ? {} : { ahead }) };
}

import { createAccess } from "./access/access.ts";
import { createApprovals } from "./questions/approvals.ts";
import { createApprovers } from "./questions/approvers.ts";
import { createBus, type RunningBus } from "./bus/create-bus.ts";
import { createChatCalls } from "./outbox/chat-calls.ts";
import { createChatHints } from "./outbox/chat-hints.ts";
import { connectChannel } from "./outbox/connect-channel.ts";
import { createDirectAddresses } from "./outbox/direct-addresses.ts";
import { createPacer } from "./outbox/pacer.ts";
import { createChatDrafts } from "./outbox/chat-drafts.ts";
import { createDeliver } from "./outbox/deliver.ts";
import type { HubDeps } from "./deps.ts";
import { createDrafts } from "./turns/drafts.ts";
import { createFeed } from "./feed/feed.ts";
import { createGate } from "./access/gate.ts";
import type { Hub } from "./hub.ts";
import { createChatEntrance } from "./road/from-chat.ts";
import { createDoorEntrance } from "./road/from-door.ts";
import { createRoad, type Road } from "./road/road.ts";
import { createInviting } from "./inviting/inviting.ts";
import { createLinks } from "./outbox/channel-links.ts";
import { createNotices } from "./access/notices.ts";
import { createQuestions, type Questions } from "./questions/questions.ts";
import { recover } from "./turns/recover.ts";
import { createTurnRunner } from "./turns/run-turn.ts";
import { createDesk } from "./turns/desk.ts";
import { createHooks } from "./turns/hooks.ts";
import { createSessionPlace } from "./turns/session-place.ts";
import { createShowScreen } from "./turns/show-screen.ts";
import { createSessions, type SessionSpec } from "./turns/sessions.ts";
import { createStopSession } from "./turns/stop-session.ts";
import { createTasks, type Tasks } from "./tasks/tasks.ts";
import { createTerminalPart } from "./terminal/terminal-part.ts";
import { createIncomingFiles } from "./files/incoming-files.ts";
import { createPictures } from "./files/pictures.ts";
import { createUploads } from "./files/uploads.ts";
import { createDoorVerbs } from "./road/door-verbs.ts";
import { createSweeps } from "./sweeps.ts";
import { createWakes, includesTopic } from "./wakes.ts";

export interface RunningHub extends Hub {
  /** Brings sessions in line with the config, then goes on with what a restart left. Before it, nothing moves. */
  start(specs: readonly SessionSpec[]): Promise<void>;
  /** Invited processes: stopping the hub lets go of them, and the next start takes them up again. */
  invited(): readonly { readonly name: string; readonly pid: number }[];
  /** The last moment at which chats are spoken to; the channels may go afterwards. */
  quiet(): Promise<void>;
}

/** Wires the parts together and holds no behaviour of its own. */
export function createHub(deps: HubDeps): RunningHub {
  const { clock } = deps;
  const stop = new AbortController();
  const wakes = createWakes(deps);
  const gate = createGate(deps);
  const reach = createDirectAddresses(deps);
  const notices = createNotices(deps, reach);
  const calls = createChatCalls(clock, createPacer(clock));
  const chatDrafts = createChatDrafts(deps, calls);
  const hints = createChatHints(deps);
  const links = createLinks(clock, (link) => feed.link(link));
  const deliver = createDeliver(deps, { calls, drafts: chatDrafts, links, wakes });
  const drafts = createDrafts(clock, {
    opened: (draft) => hints.working(draft),
    grew: (draft) => {
      feed.draft(draft);
      chatDrafts.grew(draft);
    },
    ended: (draft) => {
      feed.draftEnded(draft.thread, draft.turn);
      chatDrafts.ended(draft.turn);
      hints.ended(draft.turn);
    },
  });
  const now = { drafts: () => drafts.all(), links: () => links.all(), typists: () => bus.typists(), lights: () => commands.lights() };
  const feed = createFeed(deps, now, wakes);
  const runner = createTurnRunner({
    ...deps,
    drafts,
    questions: () => questions,
    gate,
    terminal: () => terminal,
  });
  wakes.on((batch) => {
    if (!includesTopic(batch, "people")) return;
    runner.dropOrphans().catch((cause: unknown) => deps.log.error({ cause }, "failed to stop the turns of people who were removed"));
  });
  const approvers = createApprovers(deps, reach);
  const approvals = createApprovals(deps, {
    wakes,
    notices,
    approvers,
    questions: () => questions,
    underWay: (session) => runner.underWay(session),
    isStopping: () => stop.signal.aborted,
  });
  const questions: Questions = createQuestions({
    ...deps,
    gate,
    notices,
    approvers,
    hand: (question, answer) => (question.asker.kind === "turn" ? runner.hand(question, answer) : approvals.hand(question, answer)),
    paused: (turn) => runner.paused(turn),
    resumed: (turn) => runner.resumed(turn),
  });
  const inviting = createInviting({ ...deps, wakes, gate, notices, approvals, forgetTokens: () => access.forget() });
  const redLines = () => [...deps.redLines(), ...inviting.redLines()];
  const place = createSessionPlace(deps);
  const desk = createDesk(deps, { gate, runner, place, questions: () => questions });
  const hooks = createHooks(deps, { gate, runner, questions: () => questions });
  const stopSession = createStopSession(deps, { gate, runner });
  const tasks: Tasks = createTasks(deps, { gate, approvals, runner, wakes });
  const sessions = createSessions({
    stop: stopSession,
    tasks,
    ...deps,
    redLines,
    runner,
    invite: inviting.bus.invite,
    links: () => links.all(),
    facts: (session) => desk.facts(session),
    statuses: () => new Map(drafts.all().flatMap(({ session, status }) => (status === undefined ? [] : [[session, status]]))),
    desk,
    place,
    showScreen: createShowScreen(deps, desk),
    startedAt: clock.now(),
  });
  const commands = createTerminalPart({
    ...deps,
    wakes,
    gate,
    approvals,
    road: () => road,
    verbs: {
      ...sessions,
      sendLinkCode: (by, to, spoken) => access.sendLinkCode(by, to, spoken),
      joinAccount: (by, code, spoken) => access.joinAccount(by, code, spoken),
      who: (by) => access.who(by),
    },
    bus: () => bus,
    lit: (light) => feed.light(light),
  });
  const { runCommand, terminal } = commands;
  const road: Road = createRoad(deps, {
    gate,
    questions,
    runner,
    runCommand,
    interrupt: ({ by, surface }, session, turn) => {
      stopSession(by, surface, session, { turn }).catch((cause: unknown) =>
        deps.log.error({ cause, session: session.name }, "failed to interrupt a turn for an urgent prompt"),
      );
    },
    guard: (spoken, thread) => bus.guardLine(spoken, thread),
    isStopping: () => stop.signal.aborted,
  });
  const incoming = createIncomingFiles(deps, { links, runner });
  const chats = createChatEntrance(deps, { road, gate, hints, files: incoming, links, questions, pairings: () => access });
  const connect = connectChannel(deps, commands.chatTable);
  const door = createDoorEntrance(deps, road);
  const access = createAccess(deps, { gate, notices, wakes, joined: (agent) => inviting.joined(agent) });
  access.onChange(() => commands.recheck());
  const bus: RunningBus = createBus(deps, {
    gate,
    access,
    signingKey: deps.signingKey,
    invitations: inviting.bus,
    invitableNames: () => inviting.names(),
    invitableCard: (name) => inviting.card(name),
    typed: (typist, on) => feed.typing(typist, on),
    entered: () => feed.agentsMoved(),
    sendAway: inviting.sendAway,
    wakes,
    road,
    door,
  });
  const verbs = createDoorVerbs(deps, { gate, questions, stop: stopSession });
  const uploads = createUploads(deps, { gate, seen: verbs.seen, guard: bus.guardFile });
  const pictures = createPictures(deps, gate);
  const sweeps = createSweeps(deps, { uploads, pictures });
  let feeding: Promise<void> = Promise.resolve();

  return {
    desk,
    hooks,
    tasks,
    feed,
    access,
    terminal,
    uploads,
    pictures,
    bus,
    sink: (channel, platform) => chats.sink(channel, platform),
    connect: (channel, platform, signal, defaultRoom) => connect(channel, chats.sink(channel.id, platform), signal, defaultRoom),
    say: door.say,
    openThread: verbs.openThread,
    answer: verbs.answer,
    stop: verbs.stop,
    createSession: async (by, at, spec) => {
      await desk.mayCreate(by);
      return sessions.create(by, at, spec);
    },
    sendAgain: verbs.sendAgain,
    mayAnswer: (by, question) => questions.mayAnswer(by, question),
    status: (by) => sessions.status(by),
    start: async (specs) => {
      feeding = feed.run(stop.signal);
      await sweeps.atStart();
      await sessions.sync(specs);
      await approvals.recover((question) => inviting.withdrawing(question));
      await inviting.start();
      await tasks.recover();
      await recover(deps, { runner, questions, runCommand });
      await runner.dropOrphans();
      await runner.watch();
      incoming.wake();
      deliver.wake();
      sweeps.start();
    },
    invited: () => inviting.running(),
    quiet: () => deliver.quiet(),
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await sweeps[Symbol.asyncDispose]();
      await inviting[Symbol.asyncDispose]();
      await chats.idle();
      await incoming[Symbol.asyncDispose]();
      // First the agents, which would take a run that ends now for one that failed.
      await runner[Symbol.asyncDispose]();
      await commands[Symbol.asyncDispose]();
      questions[Symbol.dispose]();
      bus[Symbol.dispose]();
      hints[Symbol.dispose]();
      await chatDrafts[Symbol.asyncDispose]();
      await deliver[Symbol.asyncDispose]();
      await gate[Symbol.asyncDispose]();
      await feeding;
    },
  };
}

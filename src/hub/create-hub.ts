import { createAccess } from "./access/access.ts";
import { createApprovals } from "./questions/approvals.ts";
import { createApprovers } from "./questions/approvers.ts";
import { createBus, type RunningBus } from "./bus/create-bus.ts";
import { connectChannel } from "./outbox/connect-channel.ts";
import { createOutbox } from "./outbox/outbox.ts";
import { createDirectAddresses } from "./outbox/direct-addresses.ts";
import type { HubDeps } from "./deps.ts";
import { createFeed } from "./feed/feed.ts";
import { createGate } from "./access/gate.ts";
import type { Hub } from "./hub.ts";
import { createChatEntrance } from "./road/from-chat.ts";
import { createDoorEntrance } from "./road/from-door.ts";
import { createRoad, type Guard, type Road } from "./road/road.ts";
import { createInviting } from "./inviting/inviting.ts";
import { createConfiguration } from "./access/configuration.ts";
import { createNotices } from "./access/notices.ts";
import { createPersonal } from "./access/personal.ts";
import { createStatistics } from "./access/statistics.ts";
import { createQuestions, type Questions } from "./questions/questions.ts";
import { createAnswerSecrets } from "#hub/push/answer-secrets";
import { createPush } from "./push/push.ts";
import { watchForNotices } from "./push/push-notices.ts";
import { recover } from "./turns/recover.ts";
import { createTurnRunner } from "./turns/run-turn.ts";
import { createDesk } from "./turns/desk.ts";
import { createHooks } from "./turns/hooks.ts";
import { createSessionPlace } from "./turns/session-place.ts";
import { createSessionToolVerbs } from "./turns/session-tool-verbs.ts";
import { createShowScreen } from "./turns/show-screen.ts";
import { createSessions } from "./turns/sessions.ts";
import type { SessionSpec } from "./turns/stored-sessions.ts";
import { createInterruptTurn, createStopSession } from "./turns/stop-session.ts";
import { createRuleInvitations } from "./routing/rule-invitations.ts";
import { createRoutingVerbs } from "./routing/try-route.ts";
import { createSchedules } from "./schedules/schedules.ts";
import { createTasks, type Tasks } from "./tasks/tasks.ts";
import { createTerminalPart } from "./terminal/terminal-part.ts";
import { createIncomingFiles } from "./files/incoming-files.ts";
import { createPictures } from "./files/pictures.ts";
import { createUploads } from "./files/uploads.ts";
import { createDoorVerbs } from "./road/door-verbs.ts";
import { createSweeps } from "./sweeps.ts";
import { createWakes } from "./wakes.ts";

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
  const outbox = createOutbox(deps, { wakes, readers: () => feed });
  const { links, hints, drafts } = outbox;
  const now = { drafts: () => drafts.all(), links: () => links.all(), typists: () => bus.typists(), lights: () => commands.lights() };
  const feed = createFeed(deps, now, wakes);
  const runner = createTurnRunner({
    ...deps,
    drafts,
    questions: () => questions,
    gate,
    wakes,
    terminal: () => terminal,
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
    hand: { turn: runner.hand, approval: approvals.hand },
    paused: (turn) => runner.paused(turn),
    resumed: (turn) => runner.resumed(turn),
  });
  const inviting = createInviting({ ...deps, wakes, gate, notices, approvals, forgetTokens: () => access.forget() });
  const ruleInvitations = createRuleInvitations(deps, { gate, inviting });
  const redLines = () => [...deps.redLines(), ...inviting.redLines()];
  const schedules = createSchedules(deps, () => road);
  const place = createSessionPlace(deps);
  const desk = createDesk(deps, { gate, runner, place, questions: () => questions });
  const hooks = createHooks(deps, { gate, runner, questions: () => questions });
  const stopSession = createStopSession(deps, { gate, runner });
  const guard: Guard = (spoken, thread) => bus.guardLine(spoken, thread);
  const tasks: Tasks = createTasks(deps, { gate, approvals, runner, wakes, road: () => road });
  const sessions = createSessions({
    stop: stopSession,
    tasks,
    ...deps,
    redLines,
    runner,
    invite: inviting.bus.invite,
    links: () => links.all(),
    facts: (session) => desk.facts(session),
    statuses: drafts.statuses,
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
      unlinkAccount: (by, account, spoken) => access.unlinkAccount(by, account, spoken),
      who: (by) => access.who(by),
      schedule: schedules.add,
      schedules: schedules.list,
      unschedule: schedules.cancel,
    },
    toolVerbs: createSessionToolVerbs(deps, { runner, tasks, inviting, road: () => road }),
    bus: () => bus,
    lit: (light) => feed.light(light),
  });
  const { runCommand, terminal } = commands;
  const road: Road = createRoad(deps, {
    gate,
    questions,
    runner,
    runCommand,
    uploads: { attach: (by, to, given) => uploads.attach(by, to, given) },
    interrupt: createInterruptTurn(deps, stopSession),
    guard,
    invite: (spoken, message) => ruleInvitations.after(spoken, message),
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
  const configuration = createConfiguration(deps, { gate, notices });
  const statistics = createStatistics(deps, gate);
  const routing = createRoutingVerbs(deps, { gate, invitations: ruleInvitations });
  const personal = createPersonal(deps);
  const mayAnswer: Questions["mayAnswer"] = (by, question) => questions.mayAnswer(by, question);
  const secrets = createAnswerSecrets(clock);
  const { browsersChanged } = watchForNotices(deps, { wakes, pages: feed.pages, mayAnswer, secrets, signal: stop.signal });
  const verbs = createDoorVerbs(deps, { gate, questions, stop: stopSession, sessions, desk });
  const push = createPush(deps, { gate, secrets, answer: verbs.answer, browsersChanged });
  const uploads = createUploads(deps, { gate, seen: verbs.seen, guard: bus.guardFile });
  const pictures = createPictures(deps, gate);
  const sweeps = createSweeps(deps, { uploads, pictures });

  return {
    desk,
    hooks,
    tasks,
    configuration,
    statistics,
    routing,
    personal,
    push,
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
    createSession: verbs.createSession,
    sendAgain: verbs.sendAgain,
    mayAnswer,
    status: (by) => sessions.status(by),
    start: async (specs) => {
      feed.start(stop.signal);
      await sweeps.atStart();
      await sessions.sync(specs);
      await approvals.recover((question) => inviting.withdrawing(question));
      await inviting.start();
      await tasks.recover();
      await recover(deps, { runner, questions, runCommand });
      await runner.dropOrphans();
      await runner.watch();
      incoming.wake();
      outbox.wake();
      await schedules.start();
      sweeps.start();
    },
    invited: () => inviting.running(),
    quiet: () => outbox.quiet(),
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await sweeps[Symbol.asyncDispose]();
      await schedules[Symbol.asyncDispose]();
      await inviting[Symbol.asyncDispose]();
      await chats.idle();
      await incoming[Symbol.asyncDispose]();
      // First the agents, which would take a run that ends now for one that failed.
      await runner[Symbol.asyncDispose]();
      await commands[Symbol.asyncDispose]();
      questions[Symbol.dispose]();
      bus[Symbol.dispose]();
      await outbox[Symbol.asyncDispose]();
      await gate[Symbol.asyncDispose]();
      await feed.idle();
    },
  };
}

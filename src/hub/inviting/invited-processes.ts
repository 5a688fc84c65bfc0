import type { AgentId, InvitationId, ThreadId } from "#domain/ids";
import type { Invitable, Invitation } from "#domain/invitation";
import type { ProcessEnd, ProcessSpec, StartedProcess } from "#domain/processes";
import { KeyedQueue } from "#lib/keyed-queue";
import { keepTail } from "#lib/text/truncate";
import { say } from "#lib/words/words";
import type { HubDeps, Inviting } from "#hub/deps";
import { dropFolder, dropOtherFolders, pipeOf, tokenIn } from "./invitation-folder.ts";
import { registerInvited, revokeInvited, shownBefore } from "./invited-agent.ts";
import { leavingMessage, leavingSentence } from "./leaving-message.ts";
import { startTimeLimits } from "./visit-time-limits.ts";
import { endOf, markOf, outputBytes, outputOf, secretsOf, type Visit } from "./invited-process.ts";
import { hubLine } from "#hub/authors";
import { endedWithMaker, wasRemoved } from "#hub/access/was-removed";
import { invitingTexts } from "./texts.ts";
import { defined } from "#lib/defined";
import { everyone } from "#domain/people";

const graceMs = 5_000;
const recordChars = 2_000;

/** The processes of invited agents while they are here: joined in time, told before their time is over, accounted for at the end. */
export interface Visits extends AsyncDisposable {
  /** Who is there, or on the way. */
  of(agentName: string, thread: ThreadId): Invitation | undefined;
  /** Those and the places that are kept for others. */
  count(): number;
  /** Processes that outlive the hub; each leads a group of its own. */
  running(): readonly { readonly name: string; readonly pid: number }[];
  isStopping(): boolean;
  /** Keeps a place until it is let go of; undefined when somebody else is inviting the same agent into the same thread at this moment. */
  reserve(agentName: string, thread: ThreadId): (() => void) | undefined;
  /** Starts it and follows it to its end; never waits. */
  begin(visit: Pick<Visit, "invitation" | "agent" | "entry" | "secrets">, spec: ProcessSpec): void;
  /** It never came to a start: nothing of it stays. */
  abandon(id: InvitationId): Promise<void>;
  /** The agent has used its token. Resolves when it is a registered agent. */
  joined(agent: AgentId): Promise<void>;
  /** Ends the process of an agent, or of all in a thread, that are no longer wanted. */
  sendAway(which: { readonly agent: AgentId } | { readonly thread: ThreadId }, who: string): void;
  /** Ends those whose inviter was removed. */
  dropOrphans(): Promise<void>;
  /** After a restart: processes that still run are picked up again, the others are reported as lost. Nothing is started again. */
  recover(entryOf: (agentName: string) => Invitable | undefined): Promise<void>;
}

export function createVisits(deps: HubDeps & { readonly inviting: Inviting; readonly forgetTokens: () => void }): Visits {
  const { store, clock, newId, log, settings, inviting } = deps;
  const language = settings.language;
  const visits = new Map<InvitationId, Visit>();
  const reserved = new Set<string>();
  const steps = new KeyedQueue<InvitationId>();
  let stopping = false;

  const keyOf = (agentName: string, thread: ThreadId): string => `${agentName} ${thread}`;
  const quiet = (what: string, visit: Visit) => (cause: unknown) => log.error({ cause, invitation: visit.invitation.id }, what);

  const tell = async (visit: Visit, text: string, event?: "left"): Promise<void> => {
    const at = clock.now();
    const line = hubLine(newId, visit.invitation.thread, at, text);
    await store.accept({ at, message: event === undefined ? line : { ...line, meta: { event } }, fan: true });
  };

  const change = (visit: Visit, patch: Partial<Invitation>): Promise<void> => {
    visit.invitation = { ...visit.invitation, ...patch };
    return steps.run(visit.invitation.id, () => store.putInvitation(visit.invitation, []));
  };

  /** Not every revoked token ends the process: an agent that takes its leave revokes its own, and has a moment to finish. */
  const lostItsToken = async (agent: AgentId): Promise<boolean> => {
    const token = (await store.tokens()).find(({ holder, revokedAt }) => holder.kind === "agent" && holder.agent === agent && revokedAt !== undefined);
    return token !== undefined && endedWithMaker(deps, token.id);
  };

  const end = (visit: Visit, because: string): void => {
    visit.because ??= because;
    // Its end comes through `ended`, as for one that leaves by itself.
    visit.process?.end(graceMs).catch(quiet("an invited process could not be ended", visit));
  };

  const follow = (visit: Visit, process: StartedProcess): void => {
    visit.process = process;
    visit.timers = startTimeLimits(clock, language, visit, {
      end: (why) => end(visit, why),
      warnSoonOver: (text) => {
        tell(visit, text).catch(quiet("an agent could not be told that its time is nearly over", visit));
      },
    });
    process.ended.then((how) => finish(visit, how)).catch(quiet("the end of an invited agent could not be kept", visit));
  };

  const run = async (visit: Visit, spec: ProcessSpec): Promise<void> => {
    try {
      const process = await inviting.processes.start(spec);
      await change(visit, { state: visit.invitation.joinedAt === undefined ? "running" : "joined", pid: process.pid, pidBegan: process.began });
      follow(visit, process);
      // Sent away while it was being started.
      if (visit.because !== undefined) end(visit, visit.because);
      if (stopping) process[Symbol.dispose]();
    } catch (cause) {
      visit.because = cause instanceof Error ? cause.message : String(cause);
      await finish(visit, {});
    }
  };

  /** Once, whoever comes first. A hub that is going down leaves it to the next one. */
  const finish = async (visit: Visit, how: ProcessEnd): Promise<void> => {
    if (visit.isOver || stopping) return;
    visit.isOver = true;
    for (const cancel of visit.timers) cancel();
    await visit.process?.end(graceMs).catch(quiet("something that an invited agent started could not be ended", visit));
    const at = clock.now();
    const { id, agent, by, agentName, thread } = visit.invitation;
    const output = outputOf(visit);
    const sentence = leavingSentence(language, visit, how, Math.max(0, at - visit.invitation.at));
    const ended = endOf(visit, how, at, output, sentence);
    visit.process?.[Symbol.dispose]();
    if (agent !== undefined) await revokeInvited(deps, agent, at);
    await dropFolder(inviting, id).catch(quiet("the folder of an invitation could not be removed", visit));
    const data = {
      did: "left",
      invitation: id,
      agent: agentName,
      thread,
      ms: Math.max(0, at - visit.invitation.at),
      state: ended.state,
      ...defined({ exit: how.exitCode, signal: how.signal }),
      output: keepTail(output, recordChars).text,
    };
    visit.invitation = ended;
    await steps.run(id, () => store.putInvitation(ended, [{ at, kind: "run", who: by, data }]));
    visits.delete(id);
    log[how.exitCode === 0 ? "info" : "warn"](data, "an invited agent left");
    await tell(visit, leavingMessage(language, sentence, how, output), "left");
  };

  const admit = (visit: Pick<Visit, "invitation" | "agent" | "entry" | "secrets">, isAdopted: boolean): Visit => {
    const full: Visit = { ...visit, process: undefined, timers: [], because: undefined, isAdopted, isOver: false, joining: Promise.resolve() };
    visits.set(visit.invitation.id, full);
    return full;
  };

  const join = async (visit: Visit): Promise<void> => {
    const at = clock.now();
    await change(visit, { state: "joined", joinedAt: at });
    await registerInvited(deps, visit, at);
  };

  return {
    of: (agentName, thread) =>
      [...visits.values()].find(({ invitation, isOver }) => !isOver && invitation.agentName === agentName && invitation.thread === thread)?.invitation,
    count: () => visits.size + reserved.size,
    running: () =>
      [...visits.values()].flatMap(({ isOver, entry, process }) => (isOver || process === undefined ? [] : [{ name: entry.displayName, pid: process.pid }])),
    isStopping: () => stopping,
    reserve: (agentName, thread) => {
      const key = keyOf(agentName, thread);
      if (reserved.has(key)) return undefined;
      reserved.add(key);
      return () => void reserved.delete(key);
    },
    begin: (visit, spec) => {
      const full = admit(visit, false);
      run(full, spec).catch(quiet("an invited agent could not be followed", full));
    },
    abandon: async (id) => {
      visits.delete(id);
      await dropFolder(inviting, id).catch((cause: unknown) => log.error({ cause, invitation: id }, "the folder of an invitation could not be removed"));
    },
    joined: async (agent) => {
      const visit = [...visits.values()].find((one) => one.agent === agent);
      if (visit === undefined || visit.isOver) return;
      if (visit.invitation.joinedAt === undefined) visit.joining = join(visit).catch(quiet("that an invited agent joined could not be kept", visit));
      await visit.joining;
    },
    sendAway: (which, who) => {
      for (const visit of visits.values()) {
        const isMeant = "agent" in which ? visit.agent === which.agent : visit.invitation.thread === which.thread;
        if (isMeant && !visit.isOver) end(visit, say(language, invitingTexts.sentAway, { who }));
      }
    },
    dropOrphans: async () => {
      for (const visit of visits.values()) {
        const { by, byName } = visit.invitation;
        if (visit.isOver) continue;
        if (await wasRemoved(deps, by)) end(visit, say(language, invitingTexts.inviterRemoved, { who: byName }));
        else if (await lostItsToken(visit.agent)) end(visit, say(language, invitingTexts.tokenRevoked));
      }
    },
    recover: async (entryOf) => {
      const open = await store.invitations(everyone, { open: true, limit: 1_000 });
      await dropOtherFolders(inviting, new Set(open.map(({ id }) => id)));
      for (const invitation of open) {
        const { id, pid, pidBegan: began, agent = newId("agt"), agentName } = invitation;
        const known = entryOf(agentName);
        const entry = known ?? { displayName: agentName, timeoutSeconds: 30, maxRuntimeSeconds: 3_600 };
        const names = known?.environment ?? [];
        const token = await tokenIn(inviting, id);
        const secrets = secretsOf({ token, argv: known?.argv ?? [], environment: inviting.environment(names), names });
        const displayName = (await shownBefore(deps, agent)) ?? entry.displayName;
        const visit = admit({ invitation, agent, entry: { ...entry, displayName }, secrets }, true);
        const process = await inviting.processes.adopt({
          mark: markOf(id),
          pipe: pipeOf(inviting, id),
          outputBytes,
          ...defined({ pid, began }),
        });
        log.info({ invitation: id, agent: agentName, isAlive: process !== undefined }, "an invitation of before the restart was looked at");
        if (process === undefined) await finish(visit, {});
        else follow(visit, process);
      }
    },
    [Symbol.asyncDispose]: async () => {
      stopping = true;
      for (const visit of visits.values()) {
        for (const cancel of visit.timers) cancel();
        visit.process?.[Symbol.dispose]();
      }
      await steps.idle();
    },
  };
}

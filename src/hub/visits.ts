import type { AgentId, InvitationId, ThreadId } from "#domain/ids";
import type { Invitable, Invitation } from "#domain/invitation";
import type { ProcessEnd, ProcessSpec, StartedProcess } from "#domain/processes";
import { KeyedQueue } from "#lib/keyed-queue";
import { span } from "#lib/span";
import { keepTail } from "#lib/truncate";
import { say } from "#lib/words";
import { freeShownName } from "./bus/shown-name.ts";
import type { HubDeps, Inviting } from "./deps.ts";
import { dropFolder, dropOtherFolders, pipeOf, tokenIn } from "./invitation-folder.ts";
import { endOf, markOf, outputBytes, outputOf, secretsOf, type Visit } from "./invited-process.ts";
import { clip } from "./show.ts";
import { hubLine } from "./speech.ts";
import { wasRemoved } from "./was-removed.ts";

const everyone = { sees: "all" } as const;
const graceMs = 5_000;
const warnMs = 60_000;
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
  /** What a restart left: those that still run go on, the others are told as lost. Nothing is started again. */
  recover(entryOf: (agentName: string) => Invitable | undefined): Promise<void>;
}

export function createVisits(deps: HubDeps & { readonly inviting: Inviting; readonly forgetTokens: () => void }): Visits {
  const { store, clock, newId, log, settings, inviting } = deps;
  const language = settings.language ?? "en";
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

  const end = (visit: Visit, because: string): void => {
    visit.because ??= because;
    // Its end comes through `ended`, as for one that leaves by itself.
    visit.process?.end(graceMs).catch(quiet("an invited process could not be ended", visit));
  };

  const follow = (visit: Visit, process: StartedProcess): void => {
    visit.process = process;
    const { timeoutSeconds, maxRuntimeSeconds } = visit.entry;
    const from = visit.invitation.at;
    const most = maxRuntimeSeconds * 1000;
    const warn = Math.min(warnMs, most / 2);
    const after = (ms: number, call: () => void): (() => void) => clock.after(Math.max(0, from + ms - clock.now()), call);
    visit.timers = [
      after(timeoutSeconds * 1000, () => {
        if (visit.invitation.joinedAt === undefined) end(visit, say(language, "notJoined", { span: span(language, timeoutSeconds * 1000) }));
      }),
      after(most - warn, () => {
        tell(visit, say(language, "timeSoonOver", { agent: visit.entry.displayName, span: span(language, warn) })).catch(
          quiet("an agent could not be told that its time is nearly over", visit),
        );
      }),
      after(most, () => end(visit, say(language, "timeOver", { span: span(language, most) }))),
    ];
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
    const sentence = leaving(visit, how, at - visit.invitation.at);
    const ended = endOf(visit, how, at, output, sentence);
    visit.process?.[Symbol.dispose]();
    if (agent !== undefined) await revoke(agent, at);
    await dropFolder(inviting, id).catch(quiet("the folder of an invitation could not be removed", visit));
    const data = {
      did: "left",
      invitation: id,
      agent: agentName,
      thread,
      ms: at - visit.invitation.at,
      state: ended.state,
      ...(how.exitCode === undefined ? {} : { exit: how.exitCode }),
      ...(how.signal === undefined ? {} : { signal: how.signal }),
      output: keepTail(output, recordChars).text,
    };
    visit.invitation = ended;
    await steps.run(id, () => store.putInvitation(ended, [{ at, kind: "run", who: by, data }]));
    visits.delete(id);
    log[how.exitCode === 0 ? "info" : "warn"](data, "an invited agent left");
    const words = lastLine(output);
    await tell(visit, how.exitCode === 0 || words === "" ? sentence : `${sentence} ${say(language, "leftWords", { words: clip(words, 200) })}`, "left");
  };

  const revoke = async (agent: AgentId, at: number): Promise<void> => {
    const record = { at, kind: "access" as const, who: "hub", data: { did: "join token ended", agent } };
    if (!(await store.endAgent(agent, at, record))) {
      for (const token of (await store.tokens()).filter(
        ({ holder, revokedAt }) => holder.kind === "agent" && holder.agent === agent && revokedAt === undefined,
      )) {
        await store.revokeToken(token.id, at, record);
      }
    }
    deps.forgetTokens();
  };

  const leaving = (visit: Visit, how: ProcessEnd, ms: number): string => {
    const agent = visit.entry.displayName;
    const after = span(language, ms);
    if (visit.process === undefined && visit.because !== undefined) return say(language, "leftNotStarted", { agent, why: visit.because });
    if (visit.because !== undefined) return say(language, "leftEnded", { agent, span: after, why: visit.because });
    if (how.exitCode !== undefined) return say(language, "leftExit", { agent, code: how.exitCode, span: after });
    if (how.signal !== undefined) return say(language, "leftSignal", { agent, signal: how.signal, span: after });
    return visit.process === undefined ? say(language, "leftLost", { agent }) : say(language, "leftUnknown", { agent, span: after });
  };

  /** The name that an earlier hub gave it. */
  const shownBefore = async (agent: AgentId): Promise<string | undefined> => {
    const known = (await store.registeredAgent(agent))?.displayName;
    if (known !== undefined) return known;
    const holder = (await store.tokens()).map((token) => token.holder).find((one) => one.kind === "agent" && one.agent === agent);
    return holder?.kind === "agent" ? holder.name : undefined;
  };

  const admit = (visit: Pick<Visit, "invitation" | "agent" | "entry" | "secrets">, isAdopted: boolean): Visit => {
    const full: Visit = { ...visit, process: undefined, timers: [], because: undefined, isAdopted, isOver: false, joining: Promise.resolve() };
    visits.set(visit.invitation.id, full);
    return full;
  };

  const join = async (visit: Visit): Promise<void> => {
    const at = clock.now();
    const { agentName } = visit.invitation;
    await change(visit, { state: "joined", joinedAt: at });
    if ((await store.registeredAgent(visit.agent)) !== undefined) return;
    // Again: others may have come meanwhile.
    const displayName = await freeShownName({ store }, visit.entry.displayName, visit.agent);
    visit.entry = { ...visit.entry, displayName };
    await store.putAgent({
      id: visit.agent,
      name: displayName,
      displayName,
      ide: agentName,
      model: "",
      description: "",
      capabilities: [],
      skills: [],
      aliasSource: "auto",
      invitedAs: agentName,
      at,
      lastHeartbeat: at,
      lastActivity: "joined",
      lastActivityAt: at,
    });
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
        if (isMeant && !visit.isOver) end(visit, say(language, "sentAway", { who }));
      }
    },
    dropOrphans: async () => {
      for (const visit of visits.values()) {
        const { by, byName } = visit.invitation;
        if (!visit.isOver && (await wasRemoved(deps, by))) end(visit, say(language, "inviterRemoved", { who: byName }));
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
        const displayName = (await shownBefore(agent)) ?? entry.displayName;
        const visit = admit({ invitation, agent, entry: { ...entry, displayName }, secrets }, true);
        const process = await inviting.processes.adopt({
          mark: markOf(id),
          pipe: pipeOf(inviting, id),
          outputBytes,
          ...(pid === undefined ? {} : { pid }),
          ...(began === undefined ? {} : { began }),
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

function lastLine(output: string): string {
  return output.trimEnd().split("\n").at(-1)?.trim() ?? "";
}

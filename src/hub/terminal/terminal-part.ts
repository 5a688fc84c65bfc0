import { ParleyError } from "#domain/errors";
import { nameOf, whoIs } from "#domain/people";
import { isId, type AgentId, type TokenId } from "#domain/ids";
import type { SessionToolVerbs } from "#domain/session-tool";
import type { HubVerbs } from "#domain/verbs";
import type { Approvals } from "#hub/questions/approvals";
import type { RunningBus } from "#hub/bus/create-bus";
import type { CommandTable, HubDeps } from "#hub/deps";
import type { Gate } from "#hub/access/gate";
import { accessTexts } from "#hub/access/texts";
import { endedWithMaker } from "#hub/access/was-removed";
import { say } from "#lib/words/words";
import { includesTopic, type Wakes } from "#hub/wakes";
import { createSessionLinks, type SessionLink } from "#hub/feed/session-links";
import { createOwned } from "./session-resources.ts";
import { createRunCommand, type RunCommand } from "./run-command.ts";
import { createSecretFiles } from "./secret-file.ts";
import { createSessionMirror } from "./session-mirror.ts";
import { createTerminal, type CommandTerminal } from "./terminal.ts";
import { toolTable } from "./tool-table.ts";
import { createLinkEntrance } from "#hub/road/from-link";
import type { Road } from "#hub/road/road";

const agentIdleMs = 30 * 60_000;
const personIdleMs = 60 * 60_000;

/** Commands and what sessions keep by them, as the hub holds it. */
export interface TerminalPart extends AsyncDisposable {
  readonly runCommand: RunCommand;
  readonly terminal: CommandTerminal;
  /** What people may type in a chat. */
  readonly chatTable: CommandTable;
  lights(): readonly SessionLink[];
  /** People or tokens changed, or a token has expired: ends the runs of those who have lost access. */
  recheck(): void;
}

export interface TerminalPartDeps extends HubDeps {
  readonly wakes: Pick<Wakes, "on">;
  readonly gate: Gate;
  readonly approvals: Approvals;
  readonly road: () => Road;
  readonly verbs: Omit<HubVerbs, "run" | "record">;
  readonly toolVerbs: SessionToolVerbs;
  readonly bus: () => Pick<RunningBus, "lastThread" | "lastSign">;
  readonly lit: (light: SessionLink) => void;
}

export function createTerminalPart(deps: TerminalPartDeps): TerminalPart {
  const { store, clock, log } = deps;
  const lights = createSessionLinks(deps.lit);
  const owned = createOwned(clock, log, {
    after: (holder) => (isId("ses", holder) ? undefined : isId("agt", holder) ? agentIdleMs : personIdleMs),
    busyFor: (holder) => (isId("agt", holder) ? Math.max(0, deps.bus().lastSign(holder) + agentIdleMs - clock.monotonic()) : 0),
  });
  const mirror = createSessionMirror(deps);
  const secretFiles = createSecretFiles({ root: deps.settings.workspace, key: deps.signingKey });
  const lastThread = (agent: AgentId) => deps.bus().lastThread(agent);
  const thirdParty = createLinkEntrance(deps, { road: deps.road, threadOf: lastThread });
  const run: HubVerbs["run"] = async ({ by, surface, place, language }, line) =>
    (await runCommand.start({ by, surface, place, language, line, table: "terminal", session: whoIs(by), confirm: true })).id;
  const record: HubVerbs["record"] = ({ by }, data) => store.record([{ at: clock.now(), kind: "run", who: whoIs(by), data: { by: nameOf(by), ...data } }]);
  const tools = deps.sessionTools?.(deps.toolVerbs) ?? [];
  const tables = { chat: deps.commands({ ...deps.verbs, run, record }), terminal: deps.terminalCommands, tools: toolTable(tools) };
  const runCommand = createRunCommand(deps, { ...deps, owned, lights, thirdParty, secretFiles, mirror, tables });

  const isOver = async (holder: string): Promise<boolean> => {
    if (isId("ses", holder)) return (await store.session(holder)) === undefined;
    if (isId("agt", holder)) {
      if ((await store.registeredAgent(holder))?.goneAt !== undefined) return true;
      const now = clock.now();
      return !(await store.tokens()).some(
        ({ holder: of, revokedAt, expiresAt }) => of.kind === "agent" && of.agent === holder && revokedAt === undefined && (expiresAt ?? Infinity) > now,
      );
    }
    return isId("per", holder) ? !(await store.people()).some((person) => person.id === holder) : false;
  };

  const look = async (): Promise<void> => {
    for (const holder of owned.holders()) {
      if (!(await isOver(holder))) continue;
      await owned.end(holder);
      // What it held says last that it is closed.
      lights.forget(holder);
    }
  };

  const hasEnded = async (token: TokenId): Promise<boolean> => {
    const found = (await store.tokens()).find(({ id }) => id === token);
    return found === undefined || found.revokedAt !== undefined || (found.expiresAt ?? Infinity) <= clock.now() || endedWithMaker({ store }, token);
  };

  const stopRuns = async (): Promise<void> => {
    for (const { id, who, token } of runCommand.callers())
      if (token === undefined ? await isOver(who) : (await hasEnded(token)) || (await isOver(who)))
        runCommand.stop(id, new ParleyError("BadToken", say(deps.settings.language, accessTexts.badToken)));
  };

  const recheck = (): void => {
    stopRuns().catch((cause: unknown) => log.error({ cause }, "failed to stop the runs of those who have lost access"));
  };

  deps.wakes.on((wakes) => {
    const mayBeOver = includesTopic(wakes, "session") || includesTopic(wakes, "agents") || includesTopic(wakes, "people");
    if (mayBeOver && owned.holders().length > 0) look().catch((cause: unknown) => log.error({ cause }, "failed to end what ended sessions held"));
    if (includesTopic(wakes, "people")) recheck();
  });

  return {
    runCommand,
    chatTable: tables.chat,
    terminal: createTerminal(deps, { gate: deps.gate, runCommand, secretFiles, tables, lastThread, tools }),
    lights: () => lights.all(),
    recheck,
    [Symbol.asyncDispose]: async () => {
      await runCommand.end();
      await owned[Symbol.asyncDispose]();
      await mirror.idle();
    },
  };
}

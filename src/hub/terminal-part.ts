import { isId, type AgentId } from "#domain/ids";
import type { Wake } from "#domain/store";
import type { HubVerbs } from "#domain/verbs";
import type { Approvals } from "./approvals.ts";
import type { RunningBus } from "./bus/create-bus.ts";
import type { HubDeps } from "./deps.ts";
import type { Gate } from "./gate.ts";
import { createLights, type Light } from "./lights.ts";
import { createOwned } from "./owned.ts";
import { createRunCommand, type RunCommand } from "./run-command.ts";
import type { TurnRunner } from "./run-turn.ts";
import { createSecretFiles } from "./secret-file.ts";
import { createSessionMirror } from "./session-mirror.ts";
import { createTerminal, type Terminal } from "./terminal.ts";
import { createThirdParty } from "./third-party.ts";

const agentIdleMs = 30 * 60_000;
const personIdleMs = 60 * 60_000;

/** Commands and what sessions keep by them, as the hub holds it. */
export interface TerminalPart extends AsyncDisposable {
  readonly runCommand: RunCommand;
  readonly terminal: Terminal;
  lights(): readonly Light[];
  woken(wakes: readonly Wake[]): void;
}

export interface TerminalPartDeps extends HubDeps {
  readonly gate: Gate;
  readonly approvals: Approvals;
  readonly runner: TurnRunner;
  readonly verbs: HubVerbs;
  readonly bus: () => Pick<RunningBus, "lastThread" | "lastSign">;
  readonly lit: (light: Light) => void;
}

export function createTerminalPart(deps: TerminalPartDeps): TerminalPart {
  const { store, clock, log } = deps;
  const lights = createLights(deps.lit);
  const owned = createOwned(clock, log, {
    after: (holder) => (isId("ses", holder) ? undefined : isId("agt", holder) ? agentIdleMs : personIdleMs),
    busyFor: (holder) => (isId("agt", holder) ? Math.max(0, deps.bus().lastSign(holder) + agentIdleMs - clock.now()) : 0),
  });
  const mirror = createSessionMirror(deps);
  const secretFiles = createSecretFiles({ root: deps.settings.workspace, key: deps.signingKey });
  const lastThread = (agent: AgentId) => deps.bus().lastThread(agent);
  const thirdParty = createThirdParty({ ...deps, threadOf: lastThread });
  const tables = { chat: deps.commands(deps.verbs), terminal: deps.terminalCommands };
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

  const stopRuns = async (): Promise<void> => {
    for (const { id, who } of runCommand.callers()) if (await isOver(who)) runCommand.stop(id);
  };

  return {
    runCommand,
    terminal: createTerminal(deps, { gate: deps.gate, runCommand, lastThread }),
    lights: () => lights.all(),
    woken: (wakes) => {
      const may = wakes.some(({ topic }) => topic === "session" || topic === "agents" || topic === "people");
      if (may && owned.holders().length > 0) look().catch((cause: unknown) => log.error({ cause }, "ended sessions could not be looked for"));
      if (wakes.some(({ topic }) => topic === "people"))
        stopRuns().catch((cause: unknown) => log.error({ cause }, "runs of those who are gone could not be stopped"));
    },
    [Symbol.asyncDispose]: async () => {
      await runCommand.end();
      await owned[Symbol.asyncDispose]();
      await mirror.idle();
    },
  };
}

import type { Command, NewRun, Run, RunEnd } from "#domain/command";
import type { ParleyError } from "#domain/errors";
import type { RunId, TokenId } from "#domain/ids";
import { nameOf, whoIs, everyone } from "#domain/people";
import { secretsInLine } from "#lib/redact/redact-argv";
import type { ContextParts } from "./command-context.ts";
import type { CommandTable, HubDeps } from "#hub/deps";
import type { Gate } from "#hub/access/gate";
import { noteTo } from "#hub/outbox/note-to";
import { createAttemptRun } from "./attempt-run.ts";
import { endInterruptedRuns } from "./interrupted-runs.ts";
import { planCommand, type CommandCall, type Plan } from "./plan-command.ts";
import { beginRecord, endRecord, newRun, runLine } from "./run-record.ts";
import { boundOutput, hideSecrets, type RunOutcome } from "./run-output.ts";
import type { SessionMirror } from "./session-mirror.ts";
import { asTyped, interrupted, shownInChat } from "./shown-run.ts";
import { createSeesFolder } from "#hub/files/readable-folders";
import { createWorkspaceFiles } from "#hub/files/workspace-files";
import { defined } from "#lib/defined";

export interface Running {
  readonly id: RunId;
  /** The key was known: this run is over, or under way. */
  readonly seen: boolean;
  /** Resolves when the run is over and on record. */
  readonly ended: Promise<Run>;
  /** Resolves when it is over or waits for somebody's yes: whoever typed next need not wait for that. */
  readonly held: Promise<"ended" | "asked">;
}

export interface RunCommand {
  /** Resolves when the run is on disk, where it must be before it runs; it goes on by itself. Whatever is wrong with the line is the run's own result. */
  start(call: CommandCall): Promise<Running>;
  /** False when it is not under way. What it waits for is withdrawn for that cause. */
  stop(id: RunId, cause?: ParleyError): boolean;
  /** Who began it; undefined when it is not under way. */
  underWay(id: RunId): string | undefined;
  /** Who began what is under way, and with which token. */
  callers(): readonly { readonly id: RunId; readonly who: string; readonly token?: TokenId }[];
  /** Runs that a kill cut short: told, never run again. */
  recover(): Promise<void>;
  /** The hub stops: whatever is under way ends now, on record as interrupted, and nothing that it started is left. */
  end(): Promise<void>;
}

export interface RunCommandParts extends ContextParts {
  readonly gate: Gate;
  readonly mirror: SessionMirror;
  readonly tables: Readonly<Record<CommandCall["table"], CommandTable>>;
}

export function createRunCommand(
  deps: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "log" | "settings" | "tokenize">,
  parts: RunCommandParts,
): RunCommand {
  const { store, clock, newId, settings } = deps;
  const { gate } = parts;
  const live = new Map<
    RunId,
    { readonly who: string; readonly token: TokenId | undefined; readonly stop: AbortController; readonly ended: Promise<unknown> }
  >();
  let isEnding = false;
  /** Of those that were begun under a key: whoever says it again meanwhile waits for the same run. */
  const running = new Map<RunId, Running>();
  const prefixOf = (call: CommandCall): string => (call.table === "chat" ? settings.prefix : "");

  const attempt = createAttemptRun(deps, parts, prefixOf);

  const start: RunCommand["start"] = async (call) => {
    const plan = planCommand(deps, parts.tables, call, prefixOf(call));
    if (plan.verdict === "refused" && plan.denied !== undefined)
      await gate.refused({ who: whoIs(call.by), name: nameOf(call.by), code: plan.denied, about: runLine(call, prefixOf(call)) });
    const run = newRun(call, plan, { id: newId("run"), at: clock.now(), prefix: prefixOf(call) });
    const { key, reach } = call;
    const isBegun =
      key !== undefined || call.place.address !== undefined || (plan.verdict !== "refused" && (plan.verdict === "ask" || plan.command.needs.length > 0));
    if (isBegun) {
      const audit =
        plan.verdict === "refused" || plan.command.needs.length === 0 ? [] : [{ at: run.at, kind: "run" as const, who: run.who, data: beginRecord(run) }];
      const accepted = await store.accept({ at: run.at, run, audit, ...defined({ key, reach }) });
      if (accepted.seen) {
        const underWay = accepted.run === undefined ? undefined : running.get(accepted.run);
        if (underWay !== undefined) return { ...underWay, seen: true };
        const first = accepted.run === undefined ? undefined : await store.run(everyone, accepted.run);
        return { id: accepted.run ?? run.id, seen: true, ended: Promise.resolve(first ?? run), held: Promise.resolve("ended") };
      }
    }
    const asked = Promise.withResolvers<"asked">();
    const ended = execute(call, run, plan, { isBegun, asked: () => asked.resolve("asked") });
    const now: Running = { id: run.id, seen: false, ended, held: Promise.race([asked.promise, ended.then(() => "ended" as const)]) };
    if (key !== undefined) {
      running.set(run.id, now);
      const over = (): boolean => running.delete(run.id);
      ended.then(over, over);
    }
    return now;
  };

  const execute = async (call: CommandCall, run: NewRun, plan: Plan, how: { isBegun: boolean; asked: () => void }): Promise<Run> => {
    const replaceable = new Set<string>();
    const { workspace: root, own, artifactBytes: maxBytes } = settings;
    const sees = createSeesFolder(deps, call.by);
    await using files = createWorkspaceFiles({ root, own, run: run.id, maxBytes, mayReplace: (path) => replaceable.has(path), sees, speech: call });
    const secrets = new Set<string>();
    const stop = new AbortController();
    const ended = Promise.withResolvers<void>();
    live.set(run.id, { who: run.who, token: "tokenId" in call.by ? call.by.tokenId : undefined, stop, ended: ended.promise });
    try {
      const came =
        plan.verdict === "refused" ? plan.outcome : await attempt(call, run, plan, { files, replaceable, secrets, stop: stop.signal, asked: how.asked });
      const raw = isEnding && came.code === "Stopped" ? interrupted(run, call.language) : came;
      const outcome = await boundOutput(
        hideSecrets(asTyped(call, raw), [...secrets, ...secretsInLine(call.line)]),
        plan.command?.limits ?? refusedLimits,
        files,
      );
      // A command that was left behind by its time writes nothing more that the record would miss.
      await files[Symbol.asyncDispose]();
      return await record(call, run, outcome, files.made(), how.isBegun);
    } finally {
      live.delete(run.id);
      ended.resolve();
    }
  };

  const record = async (call: CommandCall, run: NewRun, outcome: RunOutcome, artifacts: RunEnd["artifacts"] & object, isBegun: boolean): Promise<Run> => {
    const at = clock.now();
    const { shown: _shown, ...kept } = outcome;
    const end: RunEnd = { ...kept, id: run.id, at, ...(artifacts.length === 0 ? {} : { artifacts }) };
    const audit = [{ at, kind: "run" as const, who: run.who, data: endRecord(run, end) }];
    if (isBegun) {
      const reply = call.place.address === undefined ? [] : [noteTo(call.place.address, shownInChat(call, outcome, artifacts))];
      await store.endRun(end, audit, reply);
    } else await store.recordRun(run, end, audit);
    const { id: _id, at: _at, ...rest } = end;
    const ended: Run = { ...run, ...rest, endedAt: at };
    if (run.session !== undefined) parts.mirror.ended(ended);
    return ended;
  };

  return {
    start,
    stop: (id, cause) => {
      const run = live.get(id);
      run?.stop.abort(cause);
      return run !== undefined;
    },
    underWay: (id) => live.get(id)?.who,
    callers: () => Array.from(live, ([id, { who, token }]) => ({ id, who, ...defined({ token }) })),
    recover: () => endInterruptedRuns(deps),
    end: async () => {
      isEnding = true;
      const runs = [...live.values()];
      for (const { stop } of runs) stop.abort();
      await Promise.all(runs.map(({ ended }) => ended));
    },
  };
}

const refusedLimits: Command["limits"] = { timeMs: 0, inputChars: 0, outputChars: 8_000 };

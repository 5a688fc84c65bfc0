import type { Holder, Run } from "#domain/command";
import type { RunId } from "#domain/ids";
import { type PathTarget, walkPath } from "#lib/fs/safe-path";
import { fileName } from "#lib/fs/file-name";
import { jsonLine } from "#lib/text/json-line";
import { KeyedQueue } from "#lib/keyed-queue";
import type { HubDeps } from "#hub/deps";
import { appendLines, endOf, replaceLines } from "./mirror-file.ts";
import { defined } from "#lib/defined";
import { everyone } from "#domain/people";

/** A readable copy of each session's runs, `.agents/sessions/SESSION/events.jsonl`. The store is what counts; the copy may be deleted. */
export interface SessionMirror {
  /** Called when the store has the run. Never fails: what cannot be written is in the log, and made up for with the next one. */
  ended(run: Run): void;
  /** Resolves when everything that ended by now is written. */
  idle(): Promise<void>;
}

const page = 200;
const looksBack = 20;
/** A rebuilt file contains the latest of them. */
const mostRebuilt = 10_000;

export function createSessionMirror({ store, settings, log }: Pick<HubDeps, "store" | "settings" | "log">): SessionMirror {
  const queue = new KeyedQueue<Holder>();
  const waiting = new Map<Holder, Run[]>();
  // Whose files are known to hold all that ended before. After a start, or a failure, that has to be looked at.
  const inStep = new Set<Holder>();
  const failing = new Set<Holder>();
  // What was read from the store and may be announced only afterwards.
  const rebuilt = new Map<Holder, Set<RunId>>();

  const write = async (holder: Holder): Promise<void> => {
    const runs = waiting.get(holder);
    waiting.delete(holder);
    if (runs === undefined) return;
    try {
      await using target = await walkPath(settings.workspace, `.agents/sessions/${fileName(holder)}/events.jsonl`, { followsLast: false, makes: true });
      if (await isInStep(target, holder, runs)) await appendLines(target, runs.filter(({ id }) => rebuilt.get(holder)?.delete(id) !== true).map(lineOf));
      else await rebuild(target, holder, runs);
      inStep.add(holder);
      failing.delete(holder);
    } catch (cause) {
      if (!failing.has(holder)) log.warn({ cause, session: holder }, "failed to write the readable copy of a session's runs; it will be rebuilt");
      failing.add(holder);
      inStep.delete(holder);
    }
  };

  /** Of those that ended last, none is missing: a kill between the store and the file leaves a gap. */
  const isInStep = async (target: PathTarget, holder: Holder, runs: readonly Run[]): Promise<boolean> => {
    if (target.found === undefined || inStep.has(holder)) return target.found !== undefined;
    const recent = await store.runs(everyone, { session: holder, limit: runs.length + looksBack });
    const end = await endOf(target);
    return recent.every(({ id, endedAt }) => endedAt === undefined || end.includes(id) || runs.some((run) => run.id === id));
  };

  const rebuild = async (target: PathTarget, holder: Holder, ended: readonly Run[]): Promise<void> => {
    const runs = await endedRuns(holder);
    const known = new Set(runs.map(({ id }) => id));
    const missed = ended.filter(({ id }) => !known.delete(id));
    rebuilt.set(holder, new Set([...known].slice(0, page)));
    await replaceLines(target, [...runs.toReversed(), ...missed].map(lineOf));
  };

  /** Newest first. */
  const endedRuns = async (holder: Holder): Promise<readonly Run[]> => {
    const runs: Run[] = [];
    for (let before: RunId | undefined; runs.length < mostRebuilt; before = runs.at(-1)?.id) {
      const found = await store.runs(everyone, { session: holder, limit: page, ...defined({ before }) });
      runs.push(...found);
      if (found.length < page) break;
    }
    return runs.filter(({ endedAt }) => endedAt !== undefined);
  };

  return {
    ended: (run) => {
      if (run.session === undefined) return;
      const already = waiting.get(run.session);
      if (already === undefined) waiting.set(run.session, [run]);
      else already.push(run);
      const holder = run.session;
      void queue.run(holder, () => write(holder));
    },
    idle: () => queue.idle(),
  };
}

function lineOf(run: Run): string {
  return jsonLine({
    timestamp: new Date(run.at).toISOString(),
    run_id: run.id,
    command: run.line,
    parsed: run.args === undefined ? null : { command: run.name, args: run.args },
    exit_code: run.exitCode,
    duration_ms: run.endedAt === undefined ? undefined : run.endedAt - run.at,
    artifacts: (run.artifacts ?? []).map(({ path, mime, description, bytes, sha256 }) => ({ path, mime, description, bytes, sha256 })),
    error_code: run.code,
    error_message: run.message,
    who: run.who,
    who_name: run.whoName,
    surface: run.surface,
  });
}

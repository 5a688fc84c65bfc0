import { createHash } from "node:crypto";
import { CommandFault, type Asked, type Command, type Language, type NewRun, type Run, type RunEnd } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { RunId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import { nameOf, whoIs } from "#domain/people";
import type { WorkspaceFiles } from "#domain/workspace";
import { redactLine, secretsInLine } from "#lib/redact-argv";
import { span } from "#lib/span";
import { say } from "#lib/words";
import { createContext, type ContextParts } from "./command-context.ts";
import type { CommandTable, HubDeps } from "./deps.ts";
import type { Gate } from "./gate.ts";
import { shownPath } from "./file-refusal.ts";
import { removeHalves } from "./half-files.ts";
import { noteTo } from "./note-to.ts";
import { planCommand, recordedArgs, refusalOf, type CommandCall, type Plan } from "./plan-command.ts";
import { replacing } from "./replacing.ts";
import { boundOutput, hideSecrets, type Outcome } from "./run-output.ts";
import type { SessionMirror } from "./session-mirror.ts";
import { shownName } from "./show.ts";
import { asTyped, shownInChat } from "./shown-run.ts";
import { createWorkspaceFiles } from "./workspace-files.ts";

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
  /** False when it is not under way. */
  stop(id: RunId): boolean;
  /** Who began it; undefined when it is not under way. */
  underWay(id: RunId): string | undefined;
  /** Who began what is under way. */
  callers(): readonly { readonly id: RunId; readonly who: string }[];
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
  const { store, clock, newId, log, settings } = deps;
  const { gate, approvals } = parts;
  const live = new Map<RunId, { readonly who: string; readonly stop: AbortController; readonly ended: Promise<unknown> }>();
  let isEnding = false;
  /** Of those that were begun under a key: whoever says it again meanwhile waits for the same run. */
  const running = new Map<RunId, Running>();
  const prefixOf = (call: CommandCall): string => (call.table === "chat" ? settings.prefix : "");

  const start: RunCommand["start"] = async (call) => {
    const plan = planCommand(deps, parts.tables, call, prefixOf(call));
    if (plan.verdict === "refused" && plan.denied !== undefined)
      await gate.refused({ who: whoIs(call.by), name: nameOf(call.by), code: plan.denied, about: runLine(call, prefixOf(call)) });
    const run = newRun(call, plan);
    const { key, reach } = call;
    const isBegun =
      key !== undefined || call.place.address !== undefined || (plan.verdict !== "refused" && (plan.verdict === "ask" || plan.command.needs.length > 0));
    if (isBegun) {
      const audit =
        plan.verdict === "refused" || plan.command.needs.length === 0
          ? []
          : [{ at: run.at, kind: "run" as const, who: run.who, data: { ...recordOf(run), phase: "begins" } }];
      const accepted = await store.accept({ at: run.at, run, audit, ...(key === undefined ? {} : { key }), ...(reach === undefined ? {} : { reach }) });
      if (accepted.seen) {
        const underWay = accepted.run === undefined ? undefined : running.get(accepted.run);
        if (underWay !== undefined) return { ...underWay, seen: true };
        const first = accepted.run === undefined ? undefined : await store.run({ sees: "all" }, accepted.run);
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

  const newRun = (call: CommandCall, plan: Plan): NewRun => ({
    id: newId("run"),
    at: clock.now(),
    who: whoIs(call.by),
    whoName: nameOf(call.by),
    name: plan.command?.name ?? redactLine(call.line).trim().split(/\s/, 1)[0]?.slice(0, 60) ?? "",
    surface: call.surface,
    line: runLine(call, prefixOf(call)),
    ...(call.place.thread === undefined ? {} : { thread: call.place.thread }),
    ...(call.place.address === undefined ? {} : { address: call.place.address }),
    ...(call.table === "chat" ? {} : { session: call.session }),
    ...(plan.verdict === "refused" ? {} : { args: recordedArgs(plan.command, plan.args) }),
    ...(call.stdin === undefined ? {} : { stdin: { chars: call.stdin.length, sha256: createHash("sha256").update(call.stdin).digest("hex") } }),
  });

  const execute = async (call: CommandCall, run: NewRun, plan: Plan, how: { isBegun: boolean; asked: () => void }): Promise<Run> => {
    const replaceable = new Set<string>();
    const { workspace: root, own, artifactBytes: maxBytes } = settings;
    await using files = createWorkspaceFiles({ root, own, run: run.id, maxBytes, mayReplace: (path) => replaceable.has(path), speech: call });
    const secrets = new Set<string>();
    const stop = new AbortController();
    const ended = Promise.withResolvers<void>();
    live.set(run.id, { who: run.who, stop, ended: ended.promise });
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

  const record = async (call: CommandCall, run: NewRun, outcome: Outcome, artifacts: RunEnd["artifacts"] & object, isBegun: boolean): Promise<Run> => {
    const at = clock.now();
    const end: RunEnd = { ...outcome, id: run.id, at, ...(artifacts.length === 0 ? {} : { artifacts }) };
    const { exitCode, code, message } = outcome;
    const data: JsonObject = {
      ...recordOf(run),
      exit: exitCode,
      ms: at - run.at,
      ...(artifacts.length === 0 ? {} : { artifacts: artifacts.map(({ path, mime, bytes, sha256 }) => ({ path, mime, bytes, sha256 })) }),
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message: message.slice(0, 500) }),
    };
    const audit = [{ at, kind: "run" as const, who: run.who, data }];
    if (isBegun) {
      const reply = call.place.address === undefined ? [] : [noteTo(call.place.address, shownInChat(call, outcome, artifacts))];
      await store.endRun(end, audit, reply);
    } else await store.recordRun(run, end, audit);
    const { id: _id, at: _at, ...rest } = end;
    const ended: Run = { ...run, ...rest, endedAt: at };
    if (run.session !== undefined) parts.mirror.ended(ended);
    return ended;
  };

  interface Attempt {
    readonly files: WorkspaceFiles;
    /** What may be replaced, as the line names it. */
    readonly replaceable: Set<string>;
    readonly secrets: Set<string>;
    readonly stop: AbortSignal;
    readonly asked: () => void;
  }

  const attempt = async (call: CommandCall, run: NewRun, plan: Exclude<Plan, { verdict: "refused" }>, how: Attempt): Promise<Outcome> => {
    const gaveUp = call.signal === undefined ? how.stop : AbortSignal.any([how.stop, call.signal]);
    try {
      const path = plan.command.replaces?.(plan.args);
      const replaces = path === undefined ? "nothing" : await replacing(deps, call, { path, run: run.id });
      if (plan.verdict === "ask" || replaces === "ask") {
        call.progress?.(say(call.language, "runAsks"));
        const { address } = call.place;
        if (address !== undefined)
          await store.accept({ at: clock.now(), deliveries: [noteTo(address, say(call.language, "runWaitsHere", { line: run.line }))] });
        const what = { who: shownName(nameOf(call.by)), line: run.line };
        const prompt = replaces === "ask" ? say(call.language, "askReplace", { ...what, path: shownPath(path ?? "") }) : say(call.language, "askRun", what);
        const subject = { argv: plan.words, directory: settings.workspace };
        const verdict = await approvals.decide({ key: `run ${run.id}`, prompt, subject, run: run.id, beganBy: "hub" }, gaveUp, how.asked);
        if (gaveUp.aborted) return refusalOf({ code: "Stopped", message: say(call.language, "runStopped") });
        if (!verdict.allowed)
          return refusalOf({
            code: "NotAllowed",
            message: verdict.by === "" ? say(call.language, "runNobodyAnswered") : say(call.language, "runDenied", { who: verdict.by }),
          });
      }
      if (path !== undefined && replaces !== "nothing") how.replaceable.add(path);
      return await within(call, run, plan, { ...how, stop: gaveUp });
    } catch (cause) {
      if (cause instanceof ParleyError || cause instanceof CommandFault) return refusalOf(cause);
      if (gaveUp.aborted) return refusalOf({ code: "Stopped", message: say(call.language, "runStopped") });
      log.error({ cause, run: run.id }, "a command broke off");
      return refusalOf({ code: "Internal", message: say(call.language, "commandFailed", { prefix: prefixOf(call), name: run.name, run: run.id }) });
    }
  };

  const within = async (call: CommandCall, run: NewRun, { command, args }: Exclude<Plan, { verdict: "refused" }>, how: Attempt): Promise<Outcome> => {
    const late = new AbortController();
    const timeMs = Math.min(call.timeoutMs ?? Infinity, command.limits.timeMs);
    const asked: Asked = {
      run: run.id,
      by: call.by,
      surface: call.surface,
      place: call.place,
      language: call.language,
      prefix: prefixOf(call),
      signal: AbortSignal.any([late.signal, how.stop]),
    };
    const ctx = createContext(deps, parts, {
      asked,
      session: call.session,
      command,
      files: how.files,
      ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
      progress: (line) => call.progress?.(line),
      revealed: (values) => values.forEach((value) => how.secrets.add(value)),
    });
    parts.owned.touch(call.session);
    const over = Promise.withResolvers<never>();
    const cancel = clock.after(timeMs, () => {
      late.abort();
      cutShort(
        new ParleyError("Timeout", say(call.language, "commandTimeout", { prefix: prefixOf(call), name: command.name, span: span(call.language, timeMs) })),
      );
    });
    const stopped = (): void => cutShort(new ParleyError("Stopped", say(call.language, "runStopped")));
    // A command that hears the signal may still say what it leaves behind, if it does so at once.
    const cutShort = (why: ParleyError): void => void setImmediate(() => over.reject(why));
    how.stop.addEventListener("abort", stopped, { once: true });
    try {
      how.stop.throwIfAborted();
      const ran = command.run(args, ctx).then(
        (outcome) => (asked.signal.aborted ? over.promise : outcome),
        (cause: unknown) => (asked.signal.aborted && !(cause instanceof CommandFault) ? over.promise : Promise.reject(cause)),
      );
      return await Promise.race([ran, over.promise]);
    } finally {
      cancel();
      how.stop.removeEventListener("abort", stopped);
    }
  };

  return {
    start,
    stop: (id) => {
      const run = live.get(id);
      run?.stop.abort();
      return run !== undefined;
    },
    underWay: (id) => live.get(id)?.who,
    callers: () => Array.from(live, ([id, { who }]) => ({ id, who })),
    recover: async () => {
      for (const run of await store.openRuns()) {
        await removeHalves(deps, run);
        const outcome = interrupted(run, settings.language ?? "en");
        const at = clock.now();
        const data = { ...recordOf(run), exit: 1, interrupted: true };
        const reply = run.address === undefined ? [] : [noteTo(run.address, outcome.message)];
        await store.endRun({ ...outcome, id: run.id, at }, [{ at, kind: "run", who: run.who, data }], reply);
      }
    },
    end: async () => {
      isEnding = true;
      const runs = [...live.values()];
      for (const { stop } of runs) stop.abort();
      await Promise.all(runs.map(({ ended }) => ended));
    },
  };
}

function interrupted({ line }: NewRun, language: Language): Outcome & { readonly message: string } {
  const message = say(language, "commandInterrupted", { line });
  return { exitCode: 1, text: "", stderr: message, code: "Interrupted", message, result: { ok: false, interrupted: true } };
}

const refusedLimits: Command["limits"] = { timeMs: 0, inputChars: 0, outputChars: 8_000 };

function runLine(call: CommandCall, prefix: string): string {
  return redactLine(`${prefix}${call.line}`);
}

function recordOf(run: NewRun): JsonObject {
  return {
    run: run.id,
    by: run.whoName,
    line: run.line,
    command: run.name,
    surface: run.surface,
    ...(run.session === undefined ? {} : { session: run.session }),
    args: run.args ?? {},
    ...(run.stdin === undefined ? {} : { stdin: { ...run.stdin } }),
  };
}

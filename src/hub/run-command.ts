import type { Address } from "#domain/channel";
import type { Command, CommandContext, Language, Place, Run } from "#domain/command";
import type { ErrorCode } from "#domain/errors";
import { ParleyError } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import { roleOf, whoIs } from "#domain/people";
import type { Right } from "#domain/policy";
import type { Acceptance } from "#domain/store";
import type { Surface } from "#domain/thread";
import { span } from "#lib/span";
import { keepHead, sayWhatWasCut } from "#lib/truncate";
import { say } from "#lib/words";
import type { CommandTable, HubDeps } from "./deps.ts";
import type { Gate } from "./gate.ts";

export interface CommandCall {
  readonly by: Actor;
  readonly surface: Surface;
  readonly place: Place;
  readonly language: Language;
  /** Without the prefix. */
  readonly line: string;
  readonly key?: string;
  readonly reach?: Acceptance["reach"];
}

export interface Running {
  /** The key was known: this run is over, or under way. */
  readonly seen: boolean;
  /** Resolves when the run is over and on record. */
  readonly ended: Promise<Run>;
}

export interface RunCommand {
  /** Resolves when the run is on disk; it goes on by itself. Whatever is wrong with the line is the run's own result. */
  start(call: CommandCall): Promise<Running>;
  /** Runs that a kill cut short: told, never run again. */
  recover(): Promise<void>;
}

interface Outcome {
  readonly exitCode: number;
  readonly text: string;
  readonly result: JsonObject;
  readonly code?: ErrorCode;
  readonly args?: unknown;
}

export function createRunCommand(
  deps: Pick<HubDeps, "store" | "clock" | "newId" | "log" | "settings" | "tokenize">,
  gate: Gate,
  commands: CommandTable,
): RunCommand {
  const { store, clock, newId, log, settings } = deps;
  const { prefix } = settings;

  const start: RunCommand["start"] = async (call) => {
    const id = newId("run");
    const name = call.line.split(/\s/, 1)[0] ?? "";
    const run: Run = {
      id,
      at: clock.now(),
      who: whoIs(call.by),
      name,
      surface: call.surface,
      line: `${prefix}${call.line}`,
      ...(call.place.thread === undefined ? {} : { thread: call.place.thread }),
      ...(call.place.address === undefined ? {} : { address: call.place.address }),
    };
    const { key, reach } = call;
    const accepted = await store.accept({ at: run.at, run, ...(key === undefined ? {} : { key }), ...(reach === undefined ? {} : { reach }) });
    if (accepted.seen) {
      const first = accepted.run === undefined ? undefined : await store.run({ sees: "all" }, accepted.run);
      return { seen: true, ended: Promise.resolve(first ?? run) };
    }
    return { seen: false, ended: execute(call, run) };
  };

  const execute = async (call: CommandCall, run: Run): Promise<Run> => {
    const outcome = await attempt(call, run);
    const at = clock.now();
    const text = sayWhatWasCut(keepHead(outcome.text, commands.find(run.name)?.limits.outputChars ?? 8_000));
    const { exitCode, result, code } = outcome;
    const ended = { id: run.id, at, exitCode, text, result, ...(code === undefined ? {} : { code }) };
    const data = {
      run: run.id,
      line: run.line,
      surface: run.surface,
      exit: exitCode,
      ms: at - run.at,
      ...(code === undefined ? {} : { code }),
      args: auditArgs(commands.find(run.name), outcome.args),
    };
    const reply = call.place.address === undefined ? [] : [noteTo(call.place.address, text)];
    await store.endRun(ended, [{ at, kind: "run", who: run.who, data }], reply);
    return { ...run, endedAt: at, exitCode, text, result, ...(code === undefined ? {} : { code }) };
  };

  const attempt = async (call: CommandCall, run: Run): Promise<Outcome> => {
    try {
      const [name = "", ...argv] = deps.tokenize(call.line, call.language);
      const command = commands.find(name);
      if (command === undefined) return refusal("UnknownCommand", unknown(call.language, name));
      await gate.admit(call.by, command.right, { what: run.line, sentence: (code) => mayNot(call, command.right, code) });
      return await within(command, argv, call, run);
    } catch (cause) {
      if (cause instanceof ParleyError) return refusal(cause.code, cause.message);
      log.error({ cause, run: run.id }, "a command broke off");
      return refusal("Internal", say(call.language, "commandFailed", { prefix, name: run.name, run: run.id }));
    }
  };

  const within = async (command: Command, argv: readonly string[], call: CommandCall, run: Run): Promise<Outcome> => {
    const args = command.parse(argv, { language: call.language, prefix });
    const late = new AbortController();
    const ctx: CommandContext = { run: run.id, by: call.by, surface: call.surface, place: call.place, language: call.language, prefix, signal: late.signal };
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const cancel = clock.after(command.limits.timeMs, () => {
      late.abort();
      reject(
        new ParleyError("Timeout", say(call.language, "commandTimeout", { prefix, name: command.name, span: span(call.language, command.limits.timeMs) })),
      );
    });
    try {
      return { ...(await Promise.race([command.run(args, ctx), timeout])), args };
    } finally {
      cancel();
    }
  };

  const unknown = (language: Language, name: string): string => {
    const nearest = commands.nearest(name);
    return nearest === undefined ? say(language, "unknownCommand", { prefix, name }) : say(language, "unknownCommandNear", { prefix, name, nearest });
  };

  return {
    start,
    recover: async () => {
      for (const run of await store.openRuns()) {
        const language = settings.language ?? "en";
        const text = say(language, "commandInterrupted", { line: run.line });
        const at = clock.now();
        const data = { run: run.id, line: run.line, surface: run.surface, exit: 1, interrupted: true };
        const reply = run.address === undefined ? [] : [noteTo(run.address, text)];
        await store.endRun({ id: run.id, at, exitCode: 1, text, result: { interrupted: true } }, [{ at, kind: "run", who: run.who, data }], reply);
      }
    },
  };
}

export function noteTo(to: Address, markdown: string): { to: Address; body: { kind: "note"; parts: { kind: "text"; markdown: string }[] } } {
  return { to, body: { kind: "note", parts: [{ kind: "text", markdown }] } };
}

function refusal(code: ErrorCode, text: string): Outcome {
  return { exitCode: 1, text, result: { error: code }, code };
}

/** Only what the command declares; the rest of its arguments stays out of the record. */
function auditArgs(command: Command | undefined, args: unknown): JsonObject {
  if (command === undefined || typeof args !== "object" || args === null) return {};
  const named = Object.entries(args).filter(
    ([name, value]) => command.audit.includes(name) && (typeof value === "string" || typeof value === "number" || typeof value === "boolean"),
  );
  return Object.fromEntries(named) as JsonObject;
}

function mayNot(call: CommandCall, right: Right, code: ErrorCode): string {
  const { by, language } = call;
  if (code === "NeedsApproval") return say(language, "needsApproval", { what: call.line });
  if (by.kind === "guest") return say(language, "guestMayNot", { account: by.account });
  if (by.kind === "agent") return say(language, "agentMayNot", { agent: by.name });
  const role = right === "people" || right === "tokens" || right === "config" || right === "audit" ? "roleOwner" : "roleAdmin";
  const mine = roleOf(by) === "admin" ? "roleAdmin" : roleOf(by) === "member" ? "roleMember" : "roleStranger";
  return say(language, "roleNeeded", { role: say(language, role), mine: say(language, mine) });
}

import { createHash } from "node:crypto";
import type { NewRun, RunEnd } from "#domain/command";
import type { RunId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import { nameOf, whoIs } from "#domain/people";
import { defined } from "#lib/defined";
import { redactLine } from "#lib/redact/redact-argv";
import { recordedArgs, type CommandCall, type Plan } from "./plan-command.ts";

/** A longer line is refused; its beginning is enough for the record. */
const recordedChars = 8_192;
const messageChars = 500;

/** The row of a run before it begins: who, what and where, without secrets and without what was piped in. */
export function newRun(call: CommandCall, plan: Plan, { id, at, prefix }: { readonly id: RunId; readonly at: number; readonly prefix: string }): NewRun {
  const { by, surface, place, stdin } = call;
  return {
    id,
    at,
    who: whoIs(by),
    whoName: nameOf(by),
    name: plan.command?.name ?? redactLine(call.line).trim().split(/\s/, 1)[0]?.slice(0, 60) ?? "",
    surface,
    line: runLine(call, prefix),
    ...defined({ thread: place.thread, address: place.address }),
    ...(call.table === "chat" ? {} : { session: call.session }),
    ...(plan.verdict === "refused" ? {} : { args: recordedArgs(plan.command, plan.args) }),
    ...(stdin === undefined ? {} : { stdin: { chars: stdin.length, sha256: createHash("sha256").update(stdin).digest("hex") } }),
  };
}

export function runLine(call: CommandCall, prefix: string): string {
  const line = `${prefix}${call.line}`;
  return line.length <= recordedChars ? redactLine(line) : `${redactLine(line.slice(0, recordedChars))}…`;
}

/** What the audit says before a run that touches something. */
export function beginRecord(run: NewRun): JsonObject {
  return { ...recordOf(run), phase: "begins" };
}

/** What the audit says of a run that is over. */
export function endRecord(run: NewRun, { at, exitCode, code, message, artifacts = [] }: RunEnd): JsonObject {
  return {
    ...recordOf(run),
    exit: exitCode,
    ms: Math.max(0, at - run.at),
    ...(artifacts.length === 0 ? {} : { artifacts: artifacts.map(({ path, mime, bytes, sha256 }) => ({ path, mime, bytes, sha256 })) }),
    ...defined({ code, message: message?.slice(0, messageChars) }),
  };
}

/** What the audit says of a run that a restart cut short. */
export function interruptedRecord(run: NewRun): JsonObject {
  return { ...recordOf(run), exit: 1, interrupted: true };
}

function recordOf(run: NewRun): JsonObject {
  return {
    run: run.id,
    by: run.whoName,
    line: run.line,
    command: run.name,
    surface: run.surface,
    ...defined({ session: run.session }),
    args: run.args ?? {},
    ...(run.stdin === undefined ? {} : { stdin: { ...run.stdin } }),
  };
}

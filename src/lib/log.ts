import { join } from "node:path";
import { pino, type Logger } from "pino";
import { redactForLog, redactTextForLog } from "./redact/redact-for-log.ts";
import type { Clock } from "./time/clock.ts";
import { RotatingFile } from "./fs/rotating-file.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** What it is about first, then what happened in plain words. Errors go under `cause`. Secrets are taken out on the way. */
export interface Log {
  debug(about: object, what: string): void;
  info(about: object, what: string): void;
  warn(about: object, what: string): void;
  error(about: object, what: string): void;
  /** The same log, with these added to every line. */
  child(bindings: object): Log;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly file: string;
  /** Where the log goes when `file` cannot be written. */
  readonly fallbackDir: string;
  readonly clock: Pick<Clock, "now">;
  /** Gets a short line for people, for warnings and errors. */
  readonly stderr: (line: string) => void;
  readonly maxBytes?: number;
  readonly keep?: number;
}

export interface LogFile extends Log, Disposable {
  /** Undefined when no file could be written. */
  readonly file: string | undefined;
}

/** JSON lines in a file that rotates by size and by day, and warnings on stderr. */
export function createLog({ level, file, fallbackDir, clock, stderr, maxBytes = 10 * 1024 * 1024, keep = 14 }: LogOptions): LogFile {
  const opened = openFirst([file, join(fallbackDir, "parley.log")], (path) => new RotatingFile({ file: path, now: clock.now, maxBytes, keep }));
  let isLosing = false;
  const write = (line: string): void => {
    const isWritten = opened?.target.write(line) ?? true;
    if (!isWritten && !isLosing) stderr(`The log ${opened?.path} cannot be written any more. Check the disk; lines are lost until it can be.`);
    isLosing = !isWritten;
  };
  const root = pino(
    { level, base: null, timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`, formatters: { level: (label) => ({ level: label }) } },
    { write },
  );
  const log = logOn(root, stderr, clock);
  if (opened === undefined) log.warn({}, `Neither ${file} nor ${fallbackDir} can be written. Warnings appear here only, and nothing is kept.`);
  else if (opened.path !== file)
    log.warn({}, `The log ${file} cannot be written. Lines go to ${opened.path}; correct logging.file or the permissions of its directory.`);
  return { ...log, file: opened?.path, [Symbol.dispose]: () => opened?.target[Symbol.dispose]() };
}

function openFirst<T>(paths: readonly string[], open: (path: string) => T): { readonly path: string; readonly target: T } | undefined {
  for (const path of paths) {
    try {
      return { path, target: open(path) };
    } catch {
      continue;
    }
  }
  return undefined;
}

function logOn(target: Logger, stderr: (line: string) => void, clock: Pick<Clock, "now">): Log {
  const at = (level: LogLevel) => (about: object, what: string) => {
    if (level === "warn" || level === "error") stderr(shortLine(level, about, what, clock.now()));
    if (target.isLevelEnabled(level)) target[level](redactForLog(about) as object, redactTextForLog(what));
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    child: (bindings) => logOn(target.child(redactForLog(bindings) as object), stderr, clock),
  };
}

/** One line: the details are in the file. */
function shortLine(level: LogLevel, about: object, what: string, now: number): string {
  const cause: unknown = Reflect.get(about, "cause");
  const why = cause instanceof Error ? `: ${cause.message}` : "";
  const time = new Date(now).toISOString().slice(11, 19);
  // Terminals obey control characters; a log line must not.
  return `${time} ${level} ${redactTextForLog(what + why).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")}`;
}

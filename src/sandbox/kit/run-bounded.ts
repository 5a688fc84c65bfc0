import type { CommandCut, CommandEnd, SandboxCommand } from "#domain/sandbox";
import { pause, type Clock } from "#lib/time/clock";
import { BoundedOutput } from "./bounded-output.ts";
import type { DiskWatch } from "./watch-disk.ts";

/** A command that was started. */
export interface RunningCommand {
  /** The exit code once the process is over, also if something it started still holds its output. Rejects with SandboxGone. */
  readonly ended: Promise<number>;
  /** Stops listening. */
  letGo(): void;
}

export type OutputListener = (chunk: Uint8Array) => void;

export interface BoundedRun {
  readonly clock: Clock;
  readonly disk: DiskWatch;
  readonly command: SandboxCommand;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly start: (out: OutputListener, err: OutputListener) => Promise<RunningCommand>;
  /** Kills everything that the command started. */
  readonly kill: (running: RunningCommand) => Promise<void>;
}

/** What a command may print; more is a fault of the command's, and costs the hub its time. */
const mostOutputBytes = 256 * 1024 * 1024;
/** What was killed may have written its last words. */
const lastWordsMs = 50;

/** Runs a command until it ends, or until a limit is reached: then everything that it started is killed. */
export async function runBounded({ clock, disk, command, timeoutMs, signal, start, kill }: BoundedRun): Promise<CommandEnd> {
  signal.throwIfAborted();
  const began = clock.monotonic();
  const stdout = new BoundedOutput(command.outputChars);
  const stderr = new BoundedOutput(command.outputChars);
  const cut = Promise.withResolvers<CommandCut | "aborted">();
  const into = (output: BoundedOutput) => (chunk: Uint8Array) => {
    output.push(chunk);
    if (stdout.total + stderr.total > mostOutputBytes) cut.resolve("output");
  };
  const running = await start(into(stdout), into(stderr));
  const aborted = (): void => cut.resolve("aborted");
  signal.addEventListener("abort", aborted, { once: true });
  if (signal.aborted) aborted();
  const cancel = clock.after(timeoutMs, () => cut.resolve("timeout"));
  const unwatch = disk.onFull(() => cut.resolve("disk"));
  disk.commandStarted();
  try {
    const how = await Promise.race([running.ended.then((code) => ({ code })), cut.promise]);
    if (typeof how === "string") {
      await (how === "disk" ? disk.killed() : kill(running));
      await Promise.race([running.ended.catch(() => undefined), pause(clock, lastWordsMs, AbortSignal.timeout(2 * lastWordsMs))]);
    }
    if (how === "aborted") signal.throwIfAborted();
    const ms = clock.monotonic() - began;
    const output = { stdout: stdout.text(), stderr: stderr.text(), ms };
    return typeof how === "string" ? { ...output, cut: how === "aborted" ? "gone" : how } : { ...output, exitCode: how.code };
  } finally {
    running.letGo();
    cancel();
    unwatch();
    signal.removeEventListener("abort", aborted);
  }
}

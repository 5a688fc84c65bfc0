import type { BackgroundCommand, CommandCut, CommandEnd, Sandbox, SandboxCommand, SandboxSpec } from "#domain/sandbox";
import { SandboxGone } from "#domain/sandbox";
import { defined } from "#lib/defined";
import { TailBytes } from "#lib/text/tail-bytes";
import type { Clock } from "#lib/time/clock";
import { pause } from "#lib/time/clock";
import { BoundedOutput } from "#sandbox/kit/bounded-output";
import { watchDisk } from "#sandbox/kit/watch-disk";
import { EngineRefused, type EngineClient } from "./engine-client.ts";
import { commandMark, endAllArgv, endMarkedArgv, endOthersArgv } from "./end-processes.ts";
import { startExec, type RunningExec } from "./exec-command.ts";

export interface DockerSandboxParts {
  readonly client: EngineClient;
  readonly clock: Clock;
  readonly name: string;
  readonly spec: SandboxSpec;
  /** A new container of the same name with these packages too. */
  readonly rebuild: (packages: readonly string[], signal: AbortSignal) => Promise<void>;
}

/** What a command may print; more is a fault of the command's, and costs the hub its time. */
const mostOutputBytes = 256 * 1024 * 1024;
const backgroundBytes = 32 * 1024;
const mostBackground = 20;
const killWithinMs = 5_000;
/** What was started but not by a background command may be writing its last words. */
const lastWordsMs = 50;

interface Background {
  readonly command: string;
  readonly startedAt: number;
  readonly tail: TailBytes;
  readonly exec: RunningExec;
  exitCode?: number;
  isOver: boolean;
}

/** One container of a Docker-compatible engine. */
export class DockerSandbox implements Sandbox {
  readonly #parts: DockerSandboxParts;
  readonly #background = new Map<string, Background>();
  #count = 0;
  #isRemoved = false;

  constructor(parts: DockerSandboxParts) {
    this.#parts = parts;
  }

  get name(): string {
    return this.#parts.name;
  }

  async run(command: SandboxCommand, timeoutMs: number, signal: AbortSignal): Promise<CommandEnd> {
    const { clock, spec } = this.#parts;
    signal.throwIfAborted();
    const began = clock.monotonic();
    const stdout = new BoundedOutput(command.outputChars);
    const stderr = new BoundedOutput(command.outputChars);
    const cut = Promise.withResolvers<CommandCut | "aborted">();
    const took = (output: BoundedOutput) => (chunk: Uint8Array) => {
      output.push(chunk);
      if (stdout.total + stderr.total > mostOutputBytes) cut.resolve("output");
    };
    const exec = await this.#exec(command, took(stdout), took(stderr));
    const aborted = (): void => cut.resolve("aborted");
    signal.addEventListener("abort", aborted, { once: true });
    if (signal.aborted) aborted();
    const cancel = clock.after(timeoutMs, () => cut.resolve("timeout"));
    const { workspace, tmpfs } = spec.folders;
    const unwatch = watchDisk(clock, [workspace, tmpfs], spec.limits.diskBytes, () => cut.resolve("disk"));
    try {
      const how = await Promise.race([exec.ended.then((code) => ({ code })), cut.promise]);
      if (typeof how === "string") {
        await this.#endProcesses();
        await Promise.race([exec.ended.catch(() => undefined), pause(clock, lastWordsMs, AbortSignal.timeout(2 * lastWordsMs))]);
      }
      if (how === "aborted") signal.throwIfAborted();
      const ms = clock.monotonic() - began;
      const output = { stdout: stdout.text(), stderr: stderr.text(), ms };
      return typeof how === "string" ? { ...output, cut: how === "aborted" ? "gone" : how } : { ...output, exitCode: how.code };
    } finally {
      exec.letGo();
      cancel();
      unwatch();
      signal.removeEventListener("abort", aborted);
    }
  }

  async start(command: SandboxCommand): Promise<string> {
    for (const [id, { isOver }] of this.#background) if (isOver && this.#background.size >= mostBackground) this.#background.delete(id);
    const id = `bg${++this.#count}`;
    const tail = new TailBytes(backgroundBytes);
    const keep = (chunk: Uint8Array): void => tail.push(chunk);
    const exec = await this.#exec(command, keep, keep, id);
    const one: Background = { command: command.command, startedAt: this.#parts.clock.now(), tail, exec, isOver: false };
    this.#background.set(id, one);
    exec.ended.then(
      (code) => Object.assign(one, { exitCode: code, isOver: true }),
      () => Object.assign(one, { isOver: true }),
    );
    return id;
  }

  background(): readonly BackgroundCommand[] {
    return [...this.#background].map(([id, { command, startedAt, tail, exitCode, isOver }]) => ({
      id,
      command,
      startedAt,
      isRunning: !isOver,
      output: tail.text(),
      ...defined({ exitCode }),
    }));
  }

  async stop(id: string): Promise<boolean> {
    const one = this.#background.get(id);
    if (one === undefined || one.isOver) return false;
    await this.#inside(endMarkedArgv(id));
    one.exec.letGo();
    one.isOver = true;
    return true;
  }

  async install(packages: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#parts.rebuild(packages, signal);
    for (const one of this.#background.values()) one.isOver = true;
  }

  async remove(): Promise<void> {
    this.#isRemoved = true;
    const { client, name } = this.#parts;
    for (const one of this.#background.values()) one.exec.letGo();
    await client.call({ method: "DELETE", path: `/containers/${name}`, query: { force: "true", v: "true" } }).catch(unlessMissing);
  }

  async #exec(command: SandboxCommand, out: (chunk: Uint8Array) => void, err: (chunk: Uint8Array) => void, mark?: string): Promise<RunningExec> {
    const { client, clock, name } = this.#parts;
    const env = Object.entries({ ...command.env, ...(mark !== undefined && { [commandMark]: mark }) }).map(([key, value]) => `${key}=${value}`);
    const argv = ["bash", "-lc", command.command];
    const spec = { container: name, argv, directory: command.directory, env, out, err };
    try {
      return await startExec(client, clock, spec);
    } catch (cause) {
      // Its first process was killed, for example because the machine ran out of memory: started again, the files are still there.
      if (!(cause instanceof EngineRefused) || cause.status !== 409 || this.#isRemoved) throw this.#gone(cause);
      await this.#startAgain();
      return startExec(client, clock, spec);
    }
  }

  /** All but the background commands; if that cannot be done from inside, all of them with the container. */
  async #endProcesses(): Promise<void> {
    const spared = [...this.#background].flatMap(([id, { isOver }]) => (isOver ? [] : [id]));
    const isDone = await this.#inside(spared.length === 0 ? endAllArgv : endOthersArgv(spared));
    if (isDone || this.#isRemoved) return;
    for (const one of this.#background.values()) one.isOver = true;
    await this.#startAgain();
  }

  /** False when it did not end well in time: no process is left for it, or others come faster than it can kill them. */
  async #inside(argv: readonly string[]): Promise<boolean> {
    const { client, clock, name } = this.#parts;
    const late = new AbortController();
    const cancel = clock.after(killWithinMs, () => late.abort());
    const nothing = (): void => {};
    let exec: RunningExec | undefined;
    try {
      exec = await startExec(client, clock, { container: name, argv, out: nothing, err: nothing });
      const tooLate = new Promise<number>((resolve) => late.signal.addEventListener("abort", () => resolve(1), { once: true }));
      return (await Promise.race([exec.ended, tooLate])) === 0;
    } catch (cause) {
      if (cause instanceof SandboxGone) throw cause;
      return false;
    } finally {
      cancel();
      exec?.letGo();
    }
  }

  async #startAgain(): Promise<void> {
    const { client, name } = this.#parts;
    // Not running is as good as killed.
    await client.call({ method: "POST", path: `/containers/${name}/kill`, query: { signal: "KILL" } }).catch((cause: unknown) => {
      if (!(cause instanceof EngineRefused) || (cause.status !== 409 && cause.status !== 404)) throw this.#gone(cause);
    });
    try {
      await client.call({ method: "POST", path: `/containers/${name}/wait`, query: { condition: "not-running" } });
      await client.call({ method: "POST", path: `/containers/${name}/start` });
    } catch (cause) {
      throw this.#gone(cause);
    }
  }

  #gone(cause: unknown): Error {
    if (cause instanceof EngineRefused) return new SandboxGone(`the task's container is gone (${cause.message})`, { cause });
    return cause instanceof Error ? cause : new SandboxGone(String(cause));
  }
}

export function unlessMissing(cause: unknown): void {
  // 404: gone; 409: its removal is under way.
  if (!(cause instanceof EngineRefused) || (cause.status !== 404 && cause.status !== 409)) throw cause;
}

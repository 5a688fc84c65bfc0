import { SandboxGone, type BackgroundCommand, type CommandEnd, type Sandbox, type SandboxCommand, type SandboxSpec } from "#domain/sandbox";
import { defined } from "#lib/defined";
import type { Clock } from "#lib/time/clock";
import { BackgroundCommands } from "#sandbox/kit/background-commands";
import { runBounded, type OutputListener, type RunningCommand } from "#sandbox/kit/run-bounded";
import { DiskWatch } from "#sandbox/kit/watch-disk";
import { EngineRefused, type EngineClient } from "./engine-client.ts";
import { commandMark, endAllArgv, endMarkedArgv, endOthersArgv } from "./end-processes.ts";
import { startExec } from "./exec-command.ts";

export interface DockerSandboxParts {
  readonly client: EngineClient;
  readonly clock: Clock;
  readonly name: string;
  readonly spec: SandboxSpec;
  /** A new container of the same name with these packages too. */
  readonly rebuild: (packages: readonly string[], signal: AbortSignal) => Promise<void>;
}

const killWithinMs = 5_000;
const killAgainMs = 100;

/** One container of a Docker-compatible engine. */
export class DockerSandbox implements Sandbox {
  readonly #parts: DockerSandboxParts;
  readonly #background = new BackgroundCommands<RunningCommand>();
  readonly #disk: DiskWatch;
  #isRemoved = false;

  constructor(parts: DockerSandboxParts) {
    this.#parts = parts;
    this.#disk = new DiskWatch({ clock: parts.clock, spec: parts.spec, killAll: () => this.#endForDisk() });
  }

  get name(): string {
    return this.#parts.name;
  }

  async run(command: SandboxCommand, timeoutMs: number, signal: AbortSignal): Promise<CommandEnd> {
    const { clock } = this.#parts;
    const start = (out: OutputListener, err: OutputListener): Promise<RunningCommand> => this.#exec(command, out, err);
    return runBounded({ clock, disk: this.#disk, command, timeoutMs, signal, start, kill: (running) => this.#endUntilOver(running) });
  }

  async start(command: SandboxCommand): Promise<string> {
    const started = await this.#background.start(command, this.#parts.clock.now(), (id, out, err) => this.#exec(command, out, err, id));
    this.#disk.commandStarted();
    return started;
  }

  background(): readonly BackgroundCommand[] {
    return this.#background.list();
  }

  takeDiskFull(): boolean {
    return this.#disk.takeUntold();
  }

  async stop(id: string): Promise<boolean> {
    const running = this.#background.running().get(id);
    if (running === undefined) return false;
    await this.#repeatUntilOver(running, () => this.#inside(endMarkedArgv(id)));
    this.#background.over(id);
    return true;
  }

  async install(packages: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#parts.rebuild(packages, signal);
    this.#background.allOver();
  }

  async close(): Promise<void> {
    this.#isRemoved = true;
    this.#disk[Symbol.dispose]();
    this.#background.allOver();
    const { client, name } = this.#parts;
    if (await this.#inside(endAllArgv)) return;
    await client.call({ method: "POST", path: `/containers/${name}/kill`, query: { signal: "KILL" } }).catch(unlessMissing);
  }

  async remove(): Promise<void> {
    this.#isRemoved = true;
    this.#disk[Symbol.dispose]();
    this.#background.allOver();
    const { client, name } = this.#parts;
    await client.call({ method: "DELETE", path: `/containers/${name}`, query: { force: "true", v: "true" } }).catch(unlessMissing);
  }

  async #exec(command: SandboxCommand, out: OutputListener, err: OutputListener, mark?: string): Promise<RunningCommand> {
    const { client, clock, name } = this.#parts;
    const env = Object.entries({ ...command.env, ...defined({ [commandMark]: mark }) }).map(([key, value]) => `${key}=${value}`);
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

  async #endForDisk(): Promise<void> {
    this.#background.cutAll("disk");
    const isDone = await this.#inside(endAllArgv);
    if (!isDone && !this.#isRemoved) await this.#startAgain();
    this.#background.allOver();
  }

  async #endUntilOver(running: RunningCommand): Promise<void> {
    if (await this.#repeatUntilOver(running, () => this.#endProcesses())) return;
    this.#background.allOver();
    if (!this.#isRemoved) await this.#startAgain();
  }

  /** The engine answers before the command's first process exists, so one kill may come too early. False if it does not end. */
  async #repeatUntilOver(running: RunningCommand, kill: () => Promise<unknown>): Promise<boolean> {
    const { clock } = this.#parts;
    const until = clock.monotonic() + killWithinMs;
    const over = running.ended.then(
      () => true,
      () => true,
    );
    do {
      await kill();
      const later = new Promise<false>((resolve) => clock.after(killAgainMs, () => resolve(false)));
      if (await Promise.race([over, later])) return true;
    } while (clock.monotonic() < until);
    return false;
  }

  /** All but the background commands; if that cannot be done from inside, all of them with the container. */
  async #endProcesses(): Promise<void> {
    const spared = [...this.#background.running().keys()];
    const isDone = await this.#inside(spared.length === 0 ? endAllArgv : endOthersArgv(spared));
    if (isDone || this.#isRemoved) return;
    this.#background.allOver();
    await this.#startAgain();
  }

  /** False when it did not end well in time: no process is left for it, or others come faster than it can kill them. */
  async #inside(argv: readonly string[]): Promise<boolean> {
    const { client, clock, name } = this.#parts;
    const late = new AbortController();
    const cancel = clock.after(killWithinMs, () => late.abort());
    const nothing = (): void => {};
    let exec: RunningCommand | undefined;
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

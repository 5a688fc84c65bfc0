import { SandboxGone, type BackgroundCommand, type CommandEnd, type Sandbox, type SandboxCommand, type SandboxSpec } from "#domain/sandbox";
import { ParleyError } from "#domain/errors";
import type { Clock } from "#lib/time/clock";
import { BackgroundCommands } from "#sandbox/kit/background-commands";
import { runBounded, type OutputListener, type RunningCommand } from "#sandbox/kit/run-bounded";
import { DiskWatch } from "#sandbox/kit/watch-disk";
import { startListened } from "#wire/child";
import type { Listened } from "#wire/child-kinds";

export interface BwrapSandboxParts {
  readonly clock: Clock;
  readonly name: string;
  readonly spec: SandboxSpec;
  readonly argv: (command: SandboxCommand) => readonly [string, ...string[]];
  /** Which of the packages this machine lacks. */
  readonly missing: (packages: readonly string[]) => Promise<readonly string[]>;
  readonly cannotInstall: (packages: readonly string[]) => string;
}

interface BwrapCommand extends RunningCommand {
  kill(): Promise<void>;
}

const environment = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin",
  HOME: "/tmpfs/home",
  LANG: "C.UTF-8",
  TERM: "dumb",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "Parley",
  GIT_AUTHOR_EMAIL: "parley@localhost",
  GIT_COMMITTER_NAME: "Parley",
  GIT_COMMITTER_EMAIL: "parley@localhost",
};

/** Each command has its own namespaces and ends with them: there is no container that could be left behind. */
export class BwrapSandbox implements Sandbox {
  readonly #parts: BwrapSandboxParts;
  readonly #background = new BackgroundCommands<BwrapCommand>();
  readonly #running = new Set<BwrapCommand>();
  readonly #disk: DiskWatch;
  #isRemoved = false;

  constructor(parts: BwrapSandboxParts) {
    this.#parts = parts;
    this.#disk = new DiskWatch({ clock: parts.clock, spec: parts.spec, killAll: () => this.#endForDisk() });
  }

  get name(): string {
    return this.#parts.name;
  }

  async run(command: SandboxCommand, timeoutMs: number, signal: AbortSignal): Promise<CommandEnd> {
    const { clock } = this.#parts;
    let started: BwrapCommand | undefined;
    const start = async (out: OutputListener, err: OutputListener): Promise<RunningCommand> => (started = await this.#start(command, out, err));
    return runBounded({ clock, disk: this.#disk, command, timeoutMs, signal, start, kill: async () => started?.kill() });
  }

  async start(command: SandboxCommand): Promise<string> {
    const id = await this.#background.start(command, this.#parts.clock.now(), (_id, out, err) => this.#start(command, out, err));
    this.#disk.commandStarted();
    return id;
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
    await running.kill();
    this.#background.over(id);
    return true;
  }

  /** Nothing can be installed on this machine for a task; what is there already is enough. */
  async install(packages: readonly string[]): Promise<void> {
    const missing = await this.#parts.missing(packages);
    if (missing.length > 0) throw new ParleyError("NotSupported", this.#parts.cannotInstall(missing));
  }

  async close(): Promise<void> {
    this.#isRemoved = true;
    this.#disk[Symbol.dispose]();
    this.#background.allOver();
    await this.#killAll();
  }

  /** The namespaces end with the commands. */
  remove(): Promise<void> {
    return this.close();
  }

  async #endForDisk(): Promise<void> {
    this.#background.cutAll("disk");
    await this.#killAll();
  }

  async #killAll(): Promise<void> {
    await Promise.all([...this.#running].map((one) => one.kill()));
  }

  async #start(command: SandboxCommand, out: OutputListener, err: OutputListener): Promise<BwrapCommand> {
    if (this.#isRemoved) throw new SandboxGone("the task's sandbox is gone");
    // By the environment of the process itself: a list of arguments could be read by everybody.
    const child = await startListened({ argv: this.#parts.argv(command), env: { ...environment, ...command.env }, out, err }).catch((cause: unknown) => {
      throw new SandboxGone(cause instanceof Error ? cause.message : String(cause), { cause });
    });
    const one: BwrapCommand = { ended: child.ended.then(exitCodeOf), letGo: () => child.letGo(), kill: () => child.killAll() };
    this.#running.add(one);
    void child.ended.then(() => this.#running.delete(one));
    return one;
  }
}

/** As a shell tells it: 128 and the number of the signal, which is only ever KILL here. */
function exitCodeOf({ exitCode }: Awaited<Listened["ended"]>): number {
  return exitCode ?? 137;
}

import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { Waiting } from "#test/fakes/waiting";

const root = dirname(dirname(import.meta.dirname));
/** Makes the second and every later start a good deal faster. */
const compileCache = join(tmpdir(), "parley-compile-cache");
const slowMachineMs = 60_000;

export const programArgv: readonly string[] = [process.execPath, "-C", "parley-source", join(root, "src", "main.ts")];

export interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads there; nothing unless it is given. */
  readonly stdin?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder for a home and whatever lies beside it, gone at the end. Verbs run in it with nothing else in their environment. */
export interface Desk extends Disposable {
  readonly dir: string;
  readonly home: string;
  /** `--home` is added behind the verb. */
  parley(...args: readonly string[]): Promise<Ended>;
  start(...args: readonly string[]): Promise<Program>;
}

export function desk(): Desk {
  const dir = mkdtempSync(join(tmpdir(), "parley-cli-"));
  const home = join(dir, "home");
  return {
    dir,
    home,
    parley: (verb = "", ...args) => run([verb, "--home", home, ...args], { cwd: dir }),
    start: (...args) => startHub(["--home", home, ...args], { cwd: dir }),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** One verb from start to end, as a shell runs it. */
export async function run(args: readonly string[], place: Place = {}): Promise<Ended> {
  await using program = new Program([...programArgv, ...args], place);
  return await program.ended;
}

/** A hub that is ready. It is ended, however that goes, when it is disposed. */
export async function startHub(args: readonly string[], place: Place = {}): Promise<Program> {
  const program = new Program([...programArgv, "start", "--port", "0", ...args], place);
  try {
    await program.says(/^parley ready \S+$/m);
    return program;
  } catch (cause) {
    await program[Symbol.asyncDispose]();
    throw cause;
  }
}

export class Program implements AsyncDisposable {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcessByStdio<Writable | null, Readable, Readable>;
  readonly #waiting = new Waiting();
  #out = "";
  #err = "";
  #isOver = false;

  constructor([command = "", ...args]: readonly string[], { cwd = tmpdir(), env = {}, stdin }: Place) {
    const { PATH = "" } = process.env;
    const around = { cwd, env: { PATH, HOME: cwd, NODE_COMPILE_CACHE: compileCache, ...env } };
    this.#child =
      stdin === undefined
        ? spawn(command, args, { ...around, stdio: ["ignore", "pipe", "pipe"] })
        : spawn(command, args, { ...around, stdio: ["pipe", "pipe", "pipe"] });
    this.#child.stdin?.end(stdin);
    this.pid = this.#child.pid ?? 0;
    this.#child.stdout.on("data", (bytes: Buffer) => this.#heard(() => (this.#out += bytes.toString())));
    this.#child.stderr.on("data", (bytes: Buffer) => this.#heard(() => (this.#err += bytes.toString())));
    this.ended = once(this.#child, "close").then(([code]: unknown[]) => {
      this.#heard(() => (this.#isOver = true));
      return { code: code as number | null, out: this.#out, err: this.#err };
    });
  }

  get out(): string {
    return this.#out;
  }

  get err(): string {
    return this.#err;
  }

  /** The address of the ready line. */
  get url(): string {
    return /^parley ready (?<url>\S+)$/m.exec(this.#out)?.groups?.["url"] ?? "";
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Resolves with the first match on either stream; rejects when the program ends before. */
  says(words: RegExp): Promise<RegExpExecArray> {
    return this.#waiting.for(
      () => {
        const found = words.exec(this.#out) ?? words.exec(this.#err);
        if (found === null && this.#isOver) throw new Error(`it ended before it said ${words}: ${this.#out}${this.#err}`);
        return found ?? undefined;
      },
      () => `${words} in ${JSON.stringify(this.#out + this.#err)}`,
      { timeoutMs: slowMachineMs },
    );
  }

  /** Closes the reading end of its stdout, as `| head -1` does. */
  stopListening(): void {
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> {
    this.signal(signal);
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.signal("SIGKILL");
    await this.ended;
  }

  #heard(note: () => void): void {
    note();
    this.#waiting.changed();
  }
}

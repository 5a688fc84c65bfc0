import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { pause, type Clock } from "#lib/time/clock";
import { TailBytes } from "#lib/text/tail-bytes";
import type { ChildEnd, Listened, ListenedSpec, Piped, PipedSpec, Talking, TalkingSpec } from "./child-kinds.ts";
import { endAll, remaining, type Tree } from "./end-all.ts";
import { findCommand } from "./find-command.ts";
import { gone, killGroup, killOne } from "./foreign-process.ts";
import { readLines } from "./lines.ts";
import { openPipeEnd, readPipe, type OutputPipe } from "./output-pipe.ts";
import { childrenOf, startTimeOf, procEntry, untilStopped } from "./proc.ts";
import { findUser, type SystemUser } from "./user.ts";

// The types match domain/processes, which this room may not import; app/run passes this to the hub as that port.

export interface ChildSpec {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly runAs?: string;
  readonly limits: { readonly memoryBytes?: number; readonly processes?: number; readonly files?: number; readonly cpuSeconds?: number };
  readonly outputBytes: number;
  readonly mark: string;
  readonly pipe: string;
}

export interface Child extends Disposable {
  readonly pid: number;
  readonly began: string;
  readonly ended: Promise<ChildEnd>;
  output(): string;
  end(graceMs: number): Promise<void>;
}

const complaintBytes = 4_096;
const tryWithinMs = 5_000;
const run = promisify(execFile);
const outputWithinMs = 1_000;
const prlimits = ["/usr/bin/prlimit", "/bin/prlimit"];

/** The only place that starts processes: without a shell, in their own session, and with nothing from the hub's environment. */
export function createProcesses(clock: Clock) {
  const prlimit = prlimits.find((path) => existsSync(path));

  const user = (name: string): Promise<SystemUser> =>
    findUser(name, (who) =>
      run("getent", ["passwd", who]).then(
        ({ stdout }) => stdout,
        () => "",
      ),
    );

  const identityOf = async (runAs: string | undefined): Promise<{ uid?: number; gid?: number }> => {
    if (runAs === undefined) return {};
    const { uid, gid } = await user(runAs);
    if (process.getuid?.() === uid) return {};
    if (process.getuid?.() !== 0)
      throw new Error(`Only root can start a command as ${runAs}, but the hub runs as another user. Start the hub as root, or remove run_as.`);
    return { uid, gid };
  };

  /** prlimit sets the limits and then executes the command in the same process. */
  const limited = (path: string, { argv, limits }: ChildSpec): readonly [string, ...string[]] => {
    const rest = argv.slice(1);
    // Address space is not a useful measure: modern runtimes reserve far more than they use.
    const wanted = { data: limits.memoryBytes, nproc: limits.processes, nofile: limits.files, cpu: limits.cpuSeconds, core: 0 };
    const flags = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
    return prlimit === undefined ? [path, ...rest] : [prlimit, ...flags, "--", path, ...rest];
  };

  const childOf = (tree: Tree, ended: Promise<ChildEnd>, output: OutputPipe | undefined, letGo: () => void): Child => {
    let ending: Promise<void> | undefined;
    const finish = async (graceMs: number): Promise<void> => {
      await endAll(tree, graceMs, clock);
      if (output !== undefined) await Promise.race([output.closed, pause(clock, outputWithinMs, AbortSignal.timeout(2 * outputWithinMs))]);
    };
    return {
      pid: tree.pid,
      began: tree.began,
      ended,
      output: () => output?.text() ?? "",
      end: (graceMs) => (ending ??= finish(graceMs)),
      [Symbol.dispose]: () => {
        letGo();
        output?.[Symbol.dispose]();
      },
    };
  };

  return {
    user,

    check: async ({ argv, cwd, env, runAs }: Pick<ChildSpec, "argv" | "cwd" | "env" | "runAs">): Promise<{ ok: boolean; says: string }> => {
      try {
        const found = await findCommand(argv[0], cwd, env["PATH"]);
        if ("why" in found) return { ok: false, says: found.why };
        const identity = await identityOf(runAs);
        if (identity.uid !== undefined) await run("test", ["-x", found.path, "-a", "-x", cwd], { ...identity, cwd: "/" });
        return { ok: true, says: `${found.path} can be run.` };
      } catch (cause) {
        if (cause instanceof Error && "cmd" in cause)
          return { ok: false, says: `The user ${runAs} cannot run ${argv[0]} in ${cwd}. Grant it permission, or choose another run_as.` };
        return { ok: false, says: cause instanceof Error ? cause.message : String(cause) };
      }
    },

    start: async (spec: ChildSpec): Promise<Child> => {
      const found = await findCommand(spec.argv[0], spec.cwd, spec.env["PATH"]);
      if ("why" in found) throw new Error(found.why);
      const identity = await identityOf(spec.runAs);
      await rm(spec.pipe, { force: true });
      await run("mkfifo", ["-m", "600", spec.pipe]);
      const output = readPipe(spec.pipe, spec.outputBytes);
      try {
        using hold = openPipeEnd(spec.pipe);
        const [file, ...rest] = limited(found.path, spec);
        const child = spawn(file, rest, {
          cwd: spec.cwd,
          env: { ...spec.env },
          detached: true,
          shell: false,
          stdio: ["ignore", hold.fd, hold.fd],
          ...identity,
        });
        const began = child.pid === undefined ? "" : startTimeOf(child.pid);
        const ended = endOf(child);
        const pid = await pidOf(child, found.path, spec.cwd);
        child.unref();
        return childOf({ pid, began, mark: spec.mark }, ended, output, () => {});
      } catch (cause) {
        output[Symbol.dispose]();
        throw cause;
      }
    },

    adopt: async ({
      pid,
      began,
      mark,
      pipe,
      outputBytes,
    }: Pick<ChildSpec, "mark" | "pipe" | "outputBytes"> & { pid?: number; began?: string }): Promise<Child | undefined> => {
      const known = pid === undefined ? undefined : await procEntry(pid);
      const marked = await remaining({ pid: 0, began: "", mark });
      // The hub was killed before the pid was on disk: the first session leader is the process that was started.
      const leader = pid === undefined ? marked.find((entry) => entry.pid === entry.session) : known?.began === began ? known : undefined;
      const left = leader ?? marked[0];
      if (left === undefined) return undefined;
      const output = existsSync(pipe) ? readPipe(pipe, outputBytes) : undefined;
      const stop = new AbortController();
      const tree = { pid: left.pid, began: leader?.began ?? "", mark };
      return childOf(tree, leader === undefined ? Promise.resolve({}) : gone(tree, clock, stop.signal), output, () => stop.abort());
    },
  };
}

/** With an empty environment, in its own process group. */
export async function startPiped({ argv, input, fd, longestLine }: PipedSpec): Promise<Piped> {
  const [file, ...rest] = argv;
  const child = spawn(file, rest, { cwd: "/", env: {}, detached: true, shell: false, stdio: ["pipe", "pipe", "pipe", fd] });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error(`${file} was started without its pipes.`);
  const complaint = new TailBytes(complaintBytes);
  const ended = endOf(child, "close");
  stderr.on("data", (chunk: Buffer) => complaint.push(chunk));
  // It may exit before reading its input; the reason comes with its exit.
  stdin.on("error", () => {});
  stdin.end(input);
  const pid = await pidOf(child, file, "/");
  return {
    pid,
    ended,
    lines: readLines(stdout, longestLine),
    complaint: () => complaint.text(),
    kill: () => {
      // Its pid cannot be reused before it has exited.
      if (child.exitCode === null && child.signalCode === null) killGroup(pid);
      stdout.destroy();
    },
  };
}

/** In its own session, so that a signal to the hub's group does not reach it. */
export async function startTalking({ argv: [file, ...rest], cwd = "/", env, heard }: TalkingSpec): Promise<Talking> {
  const child = spawn(file, rest, { cwd, env: { ...env }, detached: true, shell: false, stdio: ["pipe", "pipe", "pipe"] });
  const complaint = new TailBytes(complaintBytes);
  const ended = endOf(child, "close");
  child.stderr.on("data", (chunk: Buffer) => complaint.push(chunk));
  child.stdout.on("data", heard);
  // It may have ended already; whoever waits for an answer learns it from `ended`.
  child.stdin.on("error", () => {});
  const pid = await pidOf(child, file, cwd);
  return {
    pid,
    write: (text) => void child.stdin.write(text),
    end: () => void child.stdin.end(),
    kill: () => void child.kill("SIGKILL"),
    ended,
    complaint: () => complaint.text(),
  };
}

/** In its own session, with nothing on its standard input. */
export async function startListened({ argv: [file, ...rest], env, out, err }: ListenedSpec): Promise<Listened> {
  const child = spawn(file, rest, { cwd: "/", env: { ...env }, detached: true, shell: false, stdio: ["ignore", "pipe", "pipe"] });
  const ended = endOf(child, "close");
  child.stdout.on("data", out);
  child.stderr.on("data", err);
  const pid = await pidOf(child, file, "/");
  return {
    ended,
    letGo: () => {
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
    },
    killAll: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Stopped first: one that is just being started would be missed, and would wait for its parent for ever.
      child.kill("SIGSTOP");
      await untilStopped(pid);
      for (const inner of await childrenOf(pid)) killOne(inner);
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Hands this terminal over to a program until it ends. */
export async function runInTerminal([file, ...rest]: readonly [string, ...string[]], env: Readonly<Record<string, string>>): Promise<ChildEnd> {
  const child = spawn(file, rest, { env: { ...env }, shell: false, stdio: "inherit" });
  const ended = endOf(child);
  await pidOf(child, file, "/");
  return ended;
}

/** What a command prints, if it exits with 0 soon. */
export async function outputOf([file, ...rest]: readonly [string, ...string[]], env: Readonly<Record<string, string>>): Promise<string | undefined> {
  return run(file, rest, { env: { ...env }, cwd: "/", timeout: tryWithinMs, killSignal: "SIGKILL" }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}

/** What a command prints. Rejects with the last line of its own complaint. */
export async function outputOrFault([file, ...rest]: readonly [string, ...string[]], env: Readonly<Record<string, string>>, withinMs: number): Promise<string> {
  try {
    return (await run(file, rest, { env: { ...env }, cwd: "/", timeout: withinMs, killSignal: "SIGKILL" })).stdout;
  } catch (cause) {
    const { stderr = "", message } = cause as { readonly stderr?: string; readonly message: string };
    throw new Error((stderr.trim() || message).split("\n").at(-1) ?? message, { cause });
  }
}

/** Whether a command can be run on this machine and exits with 0. */
export async function works([file, ...rest]: readonly [string, ...string[]]): Promise<boolean> {
  return (await outputOf([file, ...rest], {})) !== undefined;
}

function endOf(child: ChildProcess, event: "exit" | "close" = "exit"): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.once(event, (code: number | null, signal: NodeJS.Signals | null) =>
      resolve({ ...(code === null ? {} : { exitCode: code }), ...(signal === null ? {} : { signal }) }),
    );
  });
}

function pidOf(child: ChildProcess, path: string, cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child.pid ?? 0));
    child.once("error", (cause) => reject(new Error(`${path} could not be started in ${cwd}: ${cause.message}.`, { cause })));
  });
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A real server in the foreground, started as it stands and ended by its own pid. */
export interface Daemon extends AsyncDisposable {
  readonly pid: number;
  /** What it said on stdout and stderr. */
  readonly output: string;
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<void>;
}

/** Starts it and waits until `isReady` holds; asks again every few milliseconds, because a server tells nobody that it listens. */
export async function startDaemon(argv: readonly [string, ...string[]], isReady: () => Promise<boolean>, withinMs = 30_000): Promise<Daemon> {
  const [command, ...args] = argv;
  // Where Debian puts servers, which is not on everybody's path.
  const env = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` };
  const child = spawn(command, args, { cwd: "/", env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let isOver = false;
  child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (output += bytes.toString()));
  const ended = new Promise<void>((resolve) => {
    const over = (): void => {
      isOver = true;
      resolve();
    };
    child.once("close", over);
    child.once("error", (error) => {
      output += `${command} could not be started: ${error.message}`;
      over();
    });
  });
  const daemon: Daemon = {
    pid: child.pid ?? 0,
    get output() {
      return output;
    },
    signal: (signal) => {
      child.kill(signal);
    },
    ended,
    [Symbol.asyncDispose]: async () => {
      if (!isOver) child.kill("SIGKILL");
      await ended;
    },
  };
  const isUp = await until(async () => isOver || (await isReady()), withinMs);
  if (isUp && !isOver) return daemon;
  await daemon[Symbol.asyncDispose]();
  throw new Error(`${command} ${isUp ? "ended" : `was not ready within ${withinMs} ms`}. It said: ${output}`);
}

/** Asks again every few milliseconds; false if it never was so. */
export async function until(isSo: () => Promise<boolean>, withinMs = 30_000): Promise<boolean> {
  const last = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > last) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Whether somebody accepts connections there. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    const say = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => say(true));
    socket.once("error", () => say(false));
  });
}

/** A loopback port that nobody had a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Readable for the users that servers become. Gone when disposed. */
export function serverDir(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "parley-irc-"));
  chmodSync(path, 0o755);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

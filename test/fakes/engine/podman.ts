import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createReadStream, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { rootfsTar } from "./rootfs.ts";

const readyWithinMs = 60_000;
/** It asks for more open files than a machine without CAP_SYS_RESOURCE can give, unless it is told. */
const settings = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

/** A podman of a test's own behind its Docker-compatible socket, with its own data and one image. */
export class Podman implements AsyncDisposable {
  readonly socket: string;
  readonly #dir: string;
  readonly #child: ChildProcess;

  static async start(): Promise<Podman> {
    const dir = await mkdtemp(join(tmpdir(), "parley-podman-"));
    await writeFile(join(dir, "containers.conf"), settings);
    const podman = new Podman(dir);
    try {
      await podman.#ready();
      await podman.call("POST", "/images/create?fromSrc=-&repo=parley-test&tag=latest", createReadStream(rootfsTar()));
      return podman;
    } catch (cause) {
      await podman[Symbol.asyncDispose]();
      throw cause;
    }
  }

  private constructor(dir: string) {
    this.#dir = dir;
    this.socket = join(dir, "podman.sock");
    const argv = ["--root", join(dir, "data"), "--runroot", join(dir, "run"), "system", "service", "--time", "0", this.host];
    const log = openSync(join(dir, "log"), "a");
    const env = { PATH: process.env["PATH"] ?? "", HOME: dir, CONTAINERS_CONF: join(dir, "containers.conf") };
    // What runs its containers leaves a file `oom` where it was started, when one runs out of memory.
    this.#child = spawn("podman", argv, { stdio: ["ignore", log, log], env, cwd: this.#dir });
  }

  get host(): string {
    return `unix://${this.socket}`;
  }

  async call(method: string, path: string, body?: NodeJS.ReadableStream): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { "Content-Type": "application/x-tar" };
      const outgoing = request({ socketPath: this.socket, method, path, headers }, (incoming) => {
        text(incoming).then((answer) => ((incoming.statusCode ?? 500) < 400 ? resolve(answer) : reject(new Error(`${method} ${path}: ${answer}`))), reject);
      });
      outgoing.on("error", reject);
      if (body === undefined) outgoing.end();
      else body.pipe(outgoing);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, "close");
    if (this.#child.exitCode === null && this.#child.kill("SIGTERM")) await ended;
    await rm(this.#dir, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }

  async #ready(): Promise<void> {
    const late = AbortSignal.timeout(readyWithinMs);
    for (;;) {
      const isUp = await this.call("GET", "/_ping").then(
        () => true,
        () => false,
      );
      if (isUp) return;
      if (late.aborted || this.#child.exitCode !== null) throw new Error(`podman did not start: ${readFileSync(join(this.#dir, "log"), "utf8").slice(-2_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

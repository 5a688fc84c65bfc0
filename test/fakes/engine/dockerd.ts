import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createReadStream, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { rootfsTar, type RootfsVariant } from "./rootfs.ts";

export const testImage = "parley-test:latest";

const container = z.looseObject({ Id: z.string(), Names: z.array(z.string()), State: z.string() });
const readyWithinMs = 60_000;

/** A Docker daemon of a test's own, with its own data and socket, and one image. One runs at a time: they share a bridge. */
export class Dockerd implements AsyncDisposable {
  readonly dir: string;
  readonly socket: string;
  #child: ChildProcess;

  static async start(): Promise<Dockerd> {
    const dir = await mkdtemp(join(tmpdir(), "parley-dockerd-"));
    const daemon = new Dockerd(dir);
    try {
      await daemon.#ready();
      const tar = createReadStream(rootfsTar());
      await daemon.call("POST", "/images/create?fromSrc=-&repo=parley-test&tag=latest", tar);
      return daemon;
    } catch (cause) {
      await daemon[Symbol.asyncDispose]();
      throw cause;
    }
  }

  private constructor(dir: string) {
    this.dir = dir;
    this.socket = join(dir, "docker.sock");
    this.#child = this.#spawn();
  }

  get host(): string {
    return `unix://${this.socket}`;
  }

  /** Another image; returns its name. */
  async image(variant: RootfsVariant): Promise<string> {
    await this.call("POST", `/images/create?fromSrc=-&repo=parley-${variant.name}&tag=latest`, createReadStream(rootfsTar(variant)));
    return `parley-${variant.name}:latest`;
  }

  /** Its address on the bridge: how containers reach this machine. */
  async gateway(): Promise<string> {
    const network = z.object({ IPAM: z.object({ Config: z.array(z.object({ Gateway: z.string().optional() })) }) });
    return network.parse(JSON.parse(await this.call("GET", "/networks/bridge"))).IPAM.Config[0]?.Gateway ?? "172.17.0.1";
  }

  async containers(): Promise<readonly z.output<typeof container>[]> {
    return z.array(container).parse(JSON.parse(await this.call("GET", "/containers/json?all=true")));
  }

  /** Only those of tasks: `NAME` is without the slash. */
  async names(): Promise<readonly string[]> {
    return (await this.containers()).map((one) => (one.Names[0] ?? "").slice(1));
  }

  async kill(): Promise<void> {
    const ended = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await ended;
    this.#endHelpers();
  }

  async again(): Promise<void> {
    this.#child = this.#spawn();
    await this.#ready();
  }

  async call(method: string, path: string, body?: string | NodeJS.ReadableStream): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { "Content-Type": typeof body === "string" ? "application/json" : "application/x-tar" };
      const outgoing = request({ socketPath: this.socket, method, path, headers }, (incoming) => {
        text(incoming).then((answer) => ((incoming.statusCode ?? 500) < 400 ? resolve(answer) : reject(new Error(`${method} ${path}: ${answer}`))), reject);
      });
      outgoing.on("error", reject);
      if (typeof body === "object") body.pipe(outgoing);
      else outgoing.end(body);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Containers outlive a daemon that was killed; only a daemon ends them.
    if (this.#isOver) await this.again();
    for (const { Id } of await this.containers().catch(() => [])) await this.call("DELETE", `/containers/${Id}?force=true`);
    const ended = once(this.#child, "close");
    if (!this.#isOver && this.#child.kill("SIGTERM")) await ended;
    await rm(this.dir, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }

  #spawn(): ChildProcess {
    const at = (name: string): string => join(this.dir, name);
    const argv = ["--data-root", at("data"), "--exec-root", at("exec"), "--pidfile", at("pid"), "-H", this.host, "--log-level", "error"];
    const log = openSync(at("log"), "a");
    return spawn("flock", ["--no-fork", join(tmpdir(), "parley-test-dockerd.lock"), "dockerd", ...argv], { stdio: ["ignore", log, log], detached: true });
  }

  /** What the daemon started and left: its containerd, one shim per container, and the containers. */
  #endHelpers(): void {
    const running = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const parent = Number(readFileSync(`/proc/${name}/stat`, "utf8").replace(/.*\) /s, "").split(" ")[1]);
          return [{ pid: Number(name), parent, isOurs: readFileSync(`/proc/${name}/cmdline`, "utf8").includes(this.dir) }];
        } catch {
          return [];
        }
      });
    const helpers = new Set(running.filter(({ isOurs }) => isOurs).map(({ pid }) => pid));
    for (const { pid, parent, isOurs } of running)
      if ((isOurs || helpers.has(parent)) && pid !== process.pid) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // Gone by itself.
        }
      }
    rmSync(join(this.dir, "exec", "containerd"), { recursive: true, force: true });
  }

  get #isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Only one runs at a time: until the other test file's has ended, `flock` stands in its place, and its own time has not begun. */
  get #waits(): boolean {
    try {
      return readFileSync(`/proc/${this.#child.pid}/comm`, "utf8").trim() === "flock";
    } catch {
      return false;
    }
  }

  async #ready(): Promise<void> {
    while (this.#waits) await new Promise((resolve) => setTimeout(resolve, 50));
    const late = AbortSignal.timeout(readyWithinMs);
    for (;;) {
      const isUp = await this.call("GET", "/_ping").then(
        () => true,
        () => false,
      );
      if (isUp) return;
      if (late.aborted || this.#isOver) throw new Error(`dockerd did not start: ${readFileSync(join(this.dir, "log"), "utf8").slice(-2_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

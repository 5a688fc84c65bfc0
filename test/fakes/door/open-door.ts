import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpDeps } from "#http/deps";
import { createHttp } from "#http/http";
import { fakeClock, type FakeClock } from "#test/fakes/clock";
import { call, events, type Asking, type EventStream, type Reply } from "./client.ts";
import { memoryHub, type MemoryHub } from "./memory-hub.ts";

export interface OpenDoor extends AsyncDisposable {
  readonly port: number;
  readonly clock: FakeClock;
  readonly memory: MemoryHub;
  readonly artifactsDir: string;
  readonly assetsDir: string;
  readonly tokens: { readonly operator: string; readonly owner: string; readonly member: string; readonly agent: string };
  /** What the door wrote to its log as errors. */
  readonly errors: object[];
  call(method: string, path: string, asking?: Asking): Promise<Reply>;
  events(path: string, asking: Asking): Promise<EventStream>;
  /** Codes on record, with who was refused, as the owner reads them. */
  refusals(): Promise<readonly { readonly who: string; readonly code: string; readonly about: string; readonly count: number }[]>;
  close(): Promise<void>;
}

/** A hub behind a real door on a free port. */
export async function openDoor(options: Partial<HttpDeps> = {}): Promise<OpenDoor> {
  const clock = fakeClock();
  const memory = memoryHub(clock);
  const home = await mkdtemp(join(tmpdir(), "parley-door-"));
  const artifactsDir = join(home, "artifacts");
  const assetsDir = join(home, "page");
  await mkdir(artifactsDir);
  await mkdir(join(assetsDir, "assets"), { recursive: true });
  await writeFile(join(assetsDir, "index.html"), "<!doctype html><title>Parley</title>");
  await writeFile(join(assetsDir, "favicon.svg"), "<svg/>");
  await writeFile(join(assetsDir, "assets", "app-1a2b3c.js"), "console.log(1)");
  await writeFile(join(home, "secret.txt"), "not yours");
  const errors: object[] = [];
  const quiet = (): void => {};
  const operator = "the-operators-own-token";
  const http = createHttp({
    hub: memory.hub,
    store: memory.store,
    policy: { identify: () => ({ kind: "hub" }), decide: () => ({ verdict: "deny", code: "NotAllowed" }), reader: memory.reader },
    clock,
    log: { debug: quiet, info: quiet, warn: quiet, error: (fields) => void errors.push(fields) },
    version: "1.2.3",
    language: "en",
    prefix: "!!",
    host: "127.0.0.1",
    port: 0,
    assetsDir,
    artifactsDir,
    operatorToken: operator,
    signingKey: Buffer.alloc(32, 7),
    ...options,
  });
  const listening = await http.listen();
  const { port } = listening;
  const tokens = {
    operator,
    owner: memory.tokenFor({ kind: "person", id: "per_owner", name: "Ann", role: "owner" }),
    member: memory.tokenFor({ kind: "person", id: "per_mia", name: "Mia", role: "member" }),
    agent: memory.tokenFor({ kind: "agent", id: "agt_bee", name: "bee", may: [] }),
  };
  const door: OpenDoor = {
    port,
    clock,
    memory,
    artifactsDir,
    assetsDir,
    tokens,
    errors,
    close: () => listening.close(),
    call: (method, path, asking) => call(port, method, path, asking),
    events: (path, asking) => events(port, path, asking),
    refusals: async () => {
      const { json } = await call(port, "GET", "/api/audit", { token: operator });
      return json["open"] as Awaited<ReturnType<OpenDoor["refusals"]>>;
    },
    [Symbol.asyncDispose]: async () => {
      await listening.close();
      await rm(home, { recursive: true, force: true });
    },
  };
  return door;
}

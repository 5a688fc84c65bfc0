import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { lockHome } from "#store/sqlite/engine/home-lock";
import { processesWith } from "#test/fakes/processes";
import { desk, Program, programArgv, type Desk } from "#test/fakes/program";

const signals = ["SIGINT", "SIGTERM"] as const;
const note = z.object({ url: z.string(), token: z.string() });
const lines = z.array(z.object({ id: z.string(), content: z.string(), author_kind: z.string() }));

/** A hub whose sessions are slow enough to be found at work. */
function busyDesk(): Desk {
  const place = desk();
  writeFileSync(join(place.dir, "slow.script"), 'otherwise\n  say "one two three four did-{prompt}" every 20ms by 1 words\n');
  const sessions = ["red", "blue"].map((name) => `  - { name: ${name}, cli_type: scripted, script: slow.script }`);
  writeFileSync(join(place.dir, "parley.yaml"), `sessions:\n${sessions.join("\n")}\n`);
  return place;
}

function noteOf(place: Desk): z.infer<typeof note> {
  return note.parse(JSON.parse(readFileSync(join(place.home, "hub.json"), "utf8")));
}

async function api(place: Desk, method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
  const { url, token } = noteOf(place);
  const response = await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, body: await response.json() };
}

async function threads(place: Desk): Promise<readonly string[]> {
  return z
    .array(z.object({ thread: z.string() }))
    .parse((await api(place, "GET", "/api/sessions")).body)
    .map(({ thread }) => thread);
}

/** What a hub that ended well leaves: its state, and nothing that says it runs. */
async function expectGone(place: Desk): Promise<void> {
  expect(["hub.json", "hub.pid"].filter((name) => existsSync(join(place.home, name)))).toEqual([]);
  await expectFree(place);
}

async function expectFree(place: Desk): Promise<void> {
  using _lock = await lockHome(place.home);
  expect(processesWith(place.home)).toEqual([]);
}

/** Keeps the hub from stopping at once: the door waits two seconds for a request that does not become whole. */
async function askHalf(place: Desk, hub: Program): Promise<Disposable> {
  const { token } = noteOf(place);
  const socket = connect(hub.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    socket.write(`POST /api/threads HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n{`, () =>
      resolve(),
    );
  });
  return { [Symbol.dispose]: () => socket.destroy() };
}

describe.each(signals)("%s", (signal) => {
  it("ends an idle hub with 0, and the next start goes on", async () => {
    using place = busyDesk();
    await using hub = await place.start();
    expect(await hub.stop(signal)).toMatchObject({ code: 0 });
    await expectGone(place);
    await using next = await place.start();
    expect(await threads(place)).toHaveLength(2);
    expect(await next.stop(signal)).toMatchObject({ code: 0 });
  });

  it("ends a hub that still starts: with 0, or before it has touched its home", async () => {
    using place = busyDesk();
    for (const afterMs of [40, 200, 280, 340, 400]) {
      await using hub = new Program([...programArgv, "start", "--port", "0", "--home", place.home], { cwd: place.dir });
      await Promise.race([wait(afterMs), hub.says(/ready/)]);
      const { code, err } = await hub.stop(signal);
      expect([
        [0, ""],
        [null, ""],
      ]).toContainEqual([code, err.replace(/^There is no owner yet.*\n/m, "")]);
      await expectGone(place);
    }
    await using hub = new Program([...programArgv, "start", "--port", "0", "--home", place.home], { cwd: place.dir });
    await vi.waitUntil(() => existsSync(join(place.home, "hub.pid")), { timeout: 20_000, interval: 1 });
    expect(await hub.stop(signal)).toMatchObject({ code: 0 });
    await expectGone(place);
  });

  it("ends a hub at work: what was answered is kept, and the next start does the rest", async () => {
    using place = busyDesk();
    await using hub = await place.start();
    const [red = "", blue = ""] = await threads(place);
    const { token } = noteOf(place);
    const stream = await fetch(`${hub.url}/api/events?thread=${red}`, { headers: { authorization: `Bearer ${token}` } });
    const accepted: string[] = [];
    const client = async (name: string, thread: string): Promise<void> => {
      for (let n = 0; ; n++) {
        const reply = await api(place, "POST", `/api/threads/${thread}/messages`, { content: `${name}${n}` }).catch(() => undefined);
        if (reply?.status !== 201) return;
        accepted.push(`${name}${n}`);
        await wait(10);
      }
    };
    const clients = [client("a", red), client("b", red), client("c", blue)];
    await vi.waitUntil(() => accepted.length > 12, { timeout: 20_000 });
    expect(await hub.stop(signal)).toMatchObject({ code: 0 });
    await Promise.all([...clients, stream.text().catch(() => undefined)]);
    await expectGone(place);
    await using next = await place.start();
    const all = async (): Promise<z.infer<typeof lines>> =>
      (await Promise.all([red, blue].map(async (thread) => lines.parse((await api(place, "GET", `/api/threads/${thread}/messages?limit=1000`)).body)))).flat();
    const did = (log: z.infer<typeof lines>): readonly string[] =>
      log.flatMap((one) => (one.author_kind === "agent" ? [one.content.replace("one two three four did-", "")] : []));
    const isDone = async (): Promise<boolean> => {
      const done = did(await all());
      return accepted.every((text) => done.includes(text));
    };
    await vi.waitUntil(isDone, { timeout: 60_000, interval: 100 });
    const done = did(await all());
    expect(done).toHaveLength(new Set(done).size);
    expect(await next.stop(signal)).toMatchObject({ code: 0 });
  }, 90_000);

  it("twice does not wait: it ends with the signal's own code, the home is free, and the next start goes on", async () => {
    using place = busyDesk();
    await using hub = await place.start();
    using _half = await askHalf(place, hub);
    hub.signal(signal);
    await vi.waitUntil(() => !existsSync(join(place.home, "hub.json")), { timeout: 10_000, interval: 5 });
    // A second one within a second is taken for the same press.
    hub.signal(signal);
    // It stands still meanwhile, so that a slow machine does not let it finish first.
    hub.signal("SIGSTOP");
    await wait(1_050);
    hub.signal(signal);
    hub.signal("SIGCONT");
    expect(await hub.ended).toMatchObject({ code: signal === "SIGINT" ? 130 : 143 });
    await expectFree(place);
    await using next = await place.start();
    expect(await next.stop(signal)).toMatchObject({ code: 0 });
    await expectGone(place);
  });
});

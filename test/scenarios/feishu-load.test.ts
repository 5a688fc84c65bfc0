import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { entryWire } from "#protocol/wire";
import { FeishuServer } from "#test/fakes/feishu/server";
import { storm } from "./storm.ts";
import { desk, startHub, type Program } from "#test/fakes/program";

const [chats, each] = [100, 10];
const users = Array.from({ length: chats }, (_, i) => `ou_user${i}`);

it(`${chats * each} messages each way over ${chats} chats, while connections drop at random and the hub is killed: each arrives exactly once`, async () => {
  await using server = await FeishuServer.start();
  for (const user of users) server.user(user, `User ${user}`);
  using place = desk();
  const people = users.map((user) => `  - { name: ${user}, accounts: ["feishu:${user}"] }`).join("\n");
  const sessions = users.map((user) => `  - { name: s${user}, cli_type: scripted, script: echo.script }`).join("\n");
  const bots = `bots: { feishu: { app_id: "${server.appId}", app_secret: "\${SECRET}", domain: "${server.domain}" } }`;
  writeFileSync(join(place.dir, "parley.yaml"), `language: en\npeople:\n${people}\nsessions:\n${sessions}\n${bots}\n`);
  writeFileSync(join(place.dir, "echo.script"), 'otherwise\n  say "got {prompt}" every 0ms\n');
  const start = (): Promise<Program> => startHub(["--home", place.home], { cwd: place.dir, env: { SECRET: server.secret } });
  const sends = (): number => server.calls.filter(({ name }) => name === "send").length;
  const patient = { timeoutMs: 120_000 };
  const api = async (path: string): Promise<unknown> => {
    const { url, token } = z.object({ url: z.string(), token: z.string() }).parse(JSON.parse(readFileSync(join(place.home, "hub.json"), "utf8")));
    return (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  };
  const isQuiet = async (): Promise<boolean> => {
    const shape = z.object({ due_deliveries: z.number(), sessions: z.array(z.object({ state: z.string(), queue: z.number() })) });
    const status = shape.parse(await api("/api/status"));
    return status.due_deliveries === 0 && status.sessions.every(({ state, queue }) => state === "idle" && queue === 0);
  };

  let hub = await start();
  try {
    for (const user of users) server.say(user, user, `!!use s${user}`);
    await server.waitFor((s) => s.posted.length >= chats && s.unacked === 0, patient);
    await using drops = storm({ seed: 13, traffic: sends, drop: (isHit) => server.cut(isHit), waitFor: (look, options) => server.waitFor(look, options) });
    for (let round = 0; round < each; round++) {
      for (const user of users) server.say(user, user, `m-${user}-${round}`);
      const before = sends();
      await server.waitFor(() => sends() >= before + chats / 2, patient);
      server.fault({ on: ["send"], kind: "drop-after", times: 3 });
      server.fault({ on: ["send"], kind: "drop-before", times: 3 });
      server.fault({ on: ["send"], kind: "limit", times: 2, resetSeconds: 1 });
      server.fault({ on: ["remove", "edit"], kind: "drop-after" });
      if (round % 3 === 0) server.links.loseNextAck();
      if (round % 3 === 1) {
        await hub.stop("SIGKILL");
        hub = await start();
      }
    }
    await server.waitFor((s) => s.unacked === 0, patient);
    while (!(await isQuiet())) await wait(100);
    expect(drops.drops).toBeGreaterThan(each);
    const threads = z.array(z.object({ name: z.string(), thread: z.string() })).parse(await api("/api/sessions"));

    const wrong: string[] = [];
    for (const user of users) {
      const thread = threads.find(({ name }) => name === `s${user}`)?.thread ?? "";
      const { entries } = z.object({ entries: z.array(entryWire) }).parse(await api(`/api/threads/${thread}/entries?limit=500`));
      const said = entries.flatMap((entry) => (entry.kind === "message" && entry.message.author_kind === "person" ? [entry.message.content] : []));
      // Each once, in the order in which they were said: Feishu delivers what it has to deliver again in that order, too.
      expect(said).toEqual(Array.from({ length: each }, (_, n) => `m-${user}-${n}`));
      const unknown = entries.filter((entry) => entry.kind === "change" && entry.change.kind === "delivery" && entry.change.state === "unknown").length;
      const shown = server.posted.filter(({ chat }) => chat.with === user).map(({ text }) => text);
      const counts = said.map((text) => shown.filter((one) => one === `got ${text}`).length);
      if (unknown > 0 || counts.some((count) => count !== 1)) wrong.push(`${user}: ${counts.join(" ")}, unknown ${unknown}`);
    }
    expect(wrong).toEqual([]);
  } finally {
    await hub[Symbol.asyncDispose]();
  }
}, 480_000);

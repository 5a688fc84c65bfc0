import { describe, expect, it } from "vitest";
import { z } from "zod";
import { events, type EventStream } from "#test/fakes/door/client";
import { Parley } from "./parley.ts";
import { people } from "./talk.ts";
import { defined } from "#lib/defined";

const yaml = people;
const portOf = (parley: Parley): number => Number(new URL(parley.url).port);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

const woken = z.object({ messages: z.array(z.object({ seq: z.number() })), current_seq: z.number() });
const toolAnswer = z.object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }) });

type Ask = (after: number) => Promise<z.infer<typeof woken>>;

/** Waits over REST, one call after another. */
function overRest(parley: Parley, thread: string, token: string): Ask {
  return async (after) => woken.parse((await parley.api("GET", `/api/threads/${thread}/wait?after_seq=${after}`, undefined, token)).body);
}

/** The same over MCP. */
function overMcp(parley: Parley, thread: string, token: string): Ask {
  return async (after) => {
    const args = { thread_id: thread, after_seq: after, return_format: "json" };
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "msg_wait", arguments: args } };
    const { body } = await parley.api("POST", "/mcp", call, token, { "Content-Type": "application/json" });
    return woken.parse(JSON.parse(toolAnswer.parse(body).result.content[0].text));
  };
}

/** The seqs that a waiter is given until it has that many. */
async function waitFor(count: number, ask: Ask): Promise<readonly number[]> {
  const seqs: number[] = [];
  for (let after = 0; seqs.length < count;) {
    const { messages, current_seq } = await ask(after);
    seqs.push(...messages.map(({ seq }) => seq));
    after = current_seq;
  }
  return seqs;
}

/** The revs that a stream of the page brings until it has that many. */
async function readPage(stream: EventStream, count: number): Promise<readonly number[]> {
  const revs: number[] = [];
  while (revs.length < count) revs.push(Number((await stream.next("entry")).id?.split(":").at(-1)));
  stream.close();
  return revs;
}

/** The seqs of the messages that a stream of the bus brings. */
function seqsIn(text: string): readonly number[] {
  return [...text.matchAll(/^data: \{"type":"msg\.new".*?"seq":(\d+)/gm)].map(([, seq]) => Number(seq));
}

async function write(parley: Parley, thread: string, count: number, text: string): Promise<void> {
  let sent = 0;
  const writer = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const { status } = await parley.api("POST", `/api/threads/${thread}/messages`, { content: `${sent} ${text}` });
      expect(status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: 4 }, writer));
}

async function openThread(parley: Parley, topic: string): Promise<string> {
  return String((await parley.api("POST", "/api/threads", { topic })).body["id"]);
}

describe("a thread that many listen to", () => {
  it("gives each of them every line once and in order, and answers others meanwhile", async () => {
    await using parley = await Parley.start({ yaml });
    const thread = await openThread(parley, "crowded");
    const lines = 80;
    const bo = await parley.token({ person: "Bo" });
    const agents: string[] = [];
    for (let n = 0; n < 48; n++) agents.push(await parley.token({ agent: `bee-${n}` }));
    const waiters = agents.map((token, n) => waitFor(lines, (n % 2 === 0 ? overRest : overMcp)(parley, thread, token)));
    const pages = await Promise.all(upTo(24).map(() => parley.stream(thread, { token: bo })));
    await Promise.all(pages.map((stream) => stream.next("snapshot")));
    const buses = await Promise.all(agents.slice(0, 24).map((token) => events(portOf(parley), `/events?thread_id=${thread}`, { token })));
    const read = pages.map((stream) => readPage(stream, lines));

    let isOver = false;
    let healthy = 0;
    const probing = (async () => {
      while (!isOver) healthy += (await parley.api("GET", "/health", undefined, null)).status === 200 ? 1 : 0;
    })();
    await write(parley, thread, lines, "about as long as people write");
    isOver = true;
    await probing;

    expect(healthy).toBeGreaterThan(0);
    for (const got of await Promise.all([...waiters, ...read])) expect(got).toEqual(upTo(lines));
    for (const stream of buses) {
      await parley.until(async () => seqsIn(stream.text()).length >= lines);
      expect(seqsIn(stream.text())).toEqual(upTo(lines));
      stream.close();
    }
  });

  it("cuts off those who do not read, loses nothing for them, and holds up nobody else", async () => {
    await using parley = await Parley.start({ yaml });
    const thread = await openThread(parley, "large");
    const lines = 250;
    const bo = await parley.token({ person: "Bo" });
    const bee = await parley.token({ agent: "bee" });
    const open = (after?: string): Promise<EventStream> => parley.stream(thread, { token: bo, ...defined({ after }) });
    const [quick, ...slow] = await Promise.all(upTo(4).map(() => open()));
    for (const stream of slow) {
      await stream.next("snapshot");
      stream.pause();
    }
    const read = quick === undefined ? Promise.resolve([]) : readPage(quick, lines);
    const waited = waitFor(lines, overRest(parley, thread, bee));
    await write(parley, thread, lines, "x".repeat(60_000));
    expect(await read).toEqual(upTo(lines));
    expect(await waited).toEqual(upTo(lines));

    for (const stream of slow) {
      stream.resume();
      await stream.ended;
      const before = [...stream.text().matchAll(/^id: \w+:(\d+)$/gm)].map(([, rev]) => Number(rev));
      expect(before.length).toBeLessThan(lines);
      const again = await open(`${thread}:${before.at(-1) ?? 0}`);
      expect([...before, ...(await readPage(again, lines - before.length))]).toEqual(upTo(lines));
    }
  });
});

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { Parley, type ParleyOptions } from "./parley.ts";
import { people, talk } from "./talk.ts";

const yaml = `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
  - { name: other, cli_type: scripted, script: work.script }
default_session: work
`;
const rows = Array.from({ length: 120 }, (_, i) => `| row ${i} | ${"value ".repeat(6)}${i} |`);
const files = {
  "work.script": `
on "table"
  say every 0ms by 500 words
    | Before the table.
    |
    | | name | value |
    | | --- | --- |
${rows.map((row) => `    | ${row}`).join("\n")}
    |
    | After the table.
on "file"
  make "report.csv" mime "text/csv" "The numbers"
    | a,b
    | 1,2
  say "Here it is." every 0ms
otherwise
  say "did {prompt}" every 0ms
`,
};
/** Without edits there are no drafts: an answer is posts alone. */
const start = (chat: ParleyOptions["chat"] = {}, more: Partial<ParleyOptions> = {}): Promise<Parley> =>
  Parley.start({ yaml, files, ...more, chat: { ...chat, channel: { edit: false, ...chat.channel } } });

describe("a chat that fails", () => {
  it("429 is waited for as long as it says, and the order stays", async () => {
    const clock = jumpingClock();
    await using parley = await start({}, { clock });
    const [bo, cy] = [talk(parley, "bo"), talk(parley, "cy")];
    cy.say("!!use other");
    await cy.hears("Switched");
    parley.chat.fault({ on: "post", kind: "limit", retryAfterMs: 60_000, room: bo.room });
    for (const text of ["one", "two", "three"]) bo.say(text);
    await parley.chat.waitFor((chat) => chat.calls.some((call) => call.method === "post" && call.room === bo.room));
    cy.say("hello");
    await cy.hears("did hello");
    await parley.until(async () => (await parley.messages(await parley.threadOf("work"))).length === 6);
    expect(bo.heard()).toEqual([]);
    clock.jump(61_000);
    await bo.hears("did three");
    expect(bo.heard().filter((text) => text.startsWith("did"))).toEqual(["did one", "did two", "did three"]);
  });

  it("a connection cut after the post was taken makes no second message where the chat knows its keys", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "post", kind: "cut-after", room: bo.room });
    bo.say("one");
    await parley.chat.waitFor((chat) => chat.calls.filter((call) => call.method === "post" && call.text === "did one").length === 2);
    bo.say("two");
    await bo.hears("did two");
    expect(bo.heard()).toEqual(["did one", "did two"]);
    const entries = await parley.entries(await parley.threadOf("work"));
    expect(entries.filter((entry) => entry.kind === "change")).toEqual([]);
  });

  for (const kind of ["cut-after", "cut-before"] as const) {
    it(`where it does not, ${kind} is shown as unknown in the thread, never sent again by itself, and sent again on a person's word`, async () => {
      await using parley = await start({ dedupe: false, channel: { dedupes: false } });
      const bo = talk(parley, "bo");
      const thread = await parley.threadOf("work");
      parley.chat.fault({ on: "post", kind, room: bo.room });
      bo.say("one");
      await parley.until(async () => (await deliveries(parley, thread)).length === 1);
      bo.say("two");
      await bo.hears("did two");
      const arrived = kind === "cut-after" ? ["did one"] : [];
      expect(bo.heard().filter((text) => text === "did one")).toEqual(arrived);
      const change = (await deliveries(parley, thread))[0];
      expect(change).toMatchObject({ state: "unknown", to: "chat dm-bo", message: expect.stringMatching(/^msg_/) as unknown });
      expect(change?.reason).toContain("cut before the answer came");

      const again = await parley.api("POST", `/api/deliveries/${change?.delivery ?? ""}/again`, {}, await parley.token({ person: "Bo" }));
      expect(again.status).toBe(200);
      await parley.chat.waitFor(() => bo.heard().filter((text) => text === "did one").length === arrived.length + 1);
      await parley.until(async () => (await deliveries(parley, thread)).some((one) => one.state === "sent"));
      expect((await parley.api("POST", `/api/deliveries/${change?.delivery ?? ""}/again`, {})).status).toBe(404);
    });
  }

  it("a refusal is shown in the thread with its reason, and what comes after it is delivered", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    const thread = await parley.threadOf("work");
    parley.chat.fault({ on: "post", kind: "refuse", room: bo.room });
    bo.say("one");
    await parley.until(async () => (await deliveries(parley, thread)).length === 1);
    bo.say("two");
    await bo.hears("did two");
    expect(bo.heard()).not.toContain("did one");
    const [failed] = await deliveries(parley, thread);
    expect(failed).toMatchObject({ state: "failed", reason: "The chat refused it: The room is gone." });
    await parley.api("POST", `/api/deliveries/${failed?.delivery ?? ""}/again`, {});
    await bo.hears("did one");
  });

  it("a room that does not answer holds up nobody but itself", async () => {
    const clock = jumpingClock();
    await using parley = await start({}, { clock });
    const [bo, cy] = [talk(parley, "bo"), talk(parley, "cy")];
    cy.say("!!use other");
    await cy.hears("Switched");
    parley.chat.fault({ on: "post", kind: "hang-before", room: bo.room });
    bo.say("one");
    bo.say("two");
    await parley.chat.waitFor((chat) => chat.calls.some((call) => call.method === "post" && call.room === bo.room));
    for (let i = 0; i < 20; i++) cy.say(`line ${i}`);
    await cy.hears("did line 19");
    expect(cy.heard().filter((text) => text.startsWith("did"))).toEqual(Array.from({ length: 20 }, (_, i) => `did line ${i}`));
    expect(bo.heard()).toEqual([]);
    clock.jump(6_000);
    await parley.chat.waitFor(() => {
      clock.jump(1_000);
      return bo.heard().includes("did two");
    });
    expect(bo.heard().filter((text) => text.startsWith("did"))).toEqual(["did one", "did two"]);
  });
});

describe("what is too large", () => {
  it("lesson 11: a table beyond the chat's limit is split, every row of it arrives, in order", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    bo.say("table");
    await bo.hears("After the table.");
    const all = bo.heard().join("\n");
    const places = rows.map((_, i) => all.search(new RegExp(`row ${i}\\s`)));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(all.indexOf("Before the table.")).toBeLessThan(places[0] ?? -1);
    expect(bo.heard().length).toBeGreaterThan(3);
    for (const text of bo.heard()) expect(text.length).toBeLessThanOrEqual(2_000);
  });

  it("a file arrives in the chat and by a link that is signed for a minute", async () => {
    const clock = jumpingClock();
    await using parley = await start({}, { clock });
    const bo = talk(parley, "bo");
    bo.say("file");
    const { file } = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.file !== undefined));
    const content = "a,b\n1,2\n";
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(file).toEqual({ name: "report.csv", mime: "text/csv", bytes: content.length, sha256 });
    const entries = await parley.entries(await parley.threadOf("work"));
    const [artifact] = entries.flatMap((entry) => (entry.kind === "message" ? entry.message.artifacts : []));
    expect(artifact).toMatchObject({ name: "report.csv", description: "The numbers", bytes: content.length });
    const { body } = await parley.api("GET", `/api/artifacts/${artifact?.id ?? ""}/link`, undefined, await parley.token({ person: "Bo" }));
    const download = await fetch(new URL(String(body["url"]), parley.url));
    expect([download.status, await download.text(), download.headers.get("content-disposition")]).toEqual([
      200,
      content,
      "attachment; filename=\"report.csv\"; filename*=UTF-8''report.csv",
    ]);
    clock.jump(61_000);
    expect((await fetch(new URL(String(body["url"]), parley.url))).status).toBe(403);
  });

  it("a file that the chat does not take is said to wait on the page", async () => {
    await using parley = await start({ channel: { file_bytes: 4 } });
    const bo = talk(parley, "bo");
    bo.say("file");
    await bo.hears("report.csv (8 bytes) was not sent, because this chat takes files up to 4 bytes.");
    expect(bo.heard()).toContain("Here it is.");
  });
});

describe("lesson 17: a chat that goes away and comes back", () => {
  it("lesson 17: its light says so, nothing is lost, and what waited goes out as soon as it is back", async () => {
    const clock = jumpingClock();
    await using parley = await start({}, { clock });
    const bo = talk(parley, "bo");
    expect(await light(parley)).toMatchObject({ platform: "chat", state: "connected" });
    bo.say("one");
    await bo.hears("did one");
    const thread = await parley.threadOf("work");
    await parley.chat.stop();
    await parley.until(async () => (await light(parley)).state === "connecting");
    expect((await light(parley)).reason).toContain("Trying again in");
    for (const content of ["two", "three"]) await parley.api("POST", `/api/threads/${thread}/messages`, { content });
    await parley.until(async () => (await parley.messages(thread)).length === 6);
    for (let hour = 0; hour < 10; hour++) {
      clock.jump(6 * 60_000);
      await parley.until(async () => (await light(parley)).state === "error");
    }
    expect((await parley.api("GET", "/api/status")).body["due_deliveries"]).toBe(2);
    await parley.chat.listen();
    await bo.hears("did three");
    expect(bo.heard().map((text) => text.split("\n").at(-1))).toEqual(["did one", "did two", "did three"]);
    expect((await light(parley)).state).toBe("connected");
  });

  it("is not made to wait longer each time its connection is lost", async () => {
    const clock = jumpingClock();
    await using parley = await start({}, { clock });
    const bo = talk(parley, "bo");
    const tries = (): number => parley.chat.calls.filter((call) => call.method === "post" && call.room === bo.room).length;
    const lost = 7;
    parley.chat.fault({ on: "post", kind: "cut-before", times: lost, room: bo.room });
    bo.say("hello");
    for (let n = 1; n <= lost; n++) {
      await parley.chat.waitFor(() => tries() >= n);
      await parley.until(async () => (await light(parley)).state === "connected");
      clock.jump(1_000);
    }
    await bo.hears("did hello");
    expect(tries()).toBe(lost + 1);
  });

  it("lesson 17: an account that is off line behind a live socket is red, with what to do", async () => {
    await using parley = await start();
    parley.chat.account(false);
    await parley.until(async () => (await light(parley)).state === "error");
    expect((await light(parley)).reason).toContain("Log it in again");
    const ana = talk(parley, "ana");
    parley.chat.account(true);
    await parley.until(async () => (await light(parley)).state === "connected");
    ana.say("!!status");
    await ana.hears("connected");
  });
});

interface Shown {
  readonly delivery: string;
  readonly to: string;
  readonly state: string;
  readonly reason: string;
  readonly message: string | null;
}

async function deliveries(parley: Parley, thread: string): Promise<readonly Shown[]> {
  return (await parley.entries(thread)).flatMap((entry) => (entry.kind === "change" && entry.change.kind === "delivery" ? [entry.change] : []));
}

async function light(parley: Parley): Promise<{ platform: string; state: string; reason: string }> {
  const links = (await parley.api("GET", "/api/status")).body["links"] as { platform: string; state: string; reason: string }[];
  const [only] = links;
  if (only === undefined) throw new Error("no link");
  return only;
}

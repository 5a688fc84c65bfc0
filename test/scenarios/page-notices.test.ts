import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { EventStream } from "#test/fakes/door/client";
import { Parley } from "./parley.ts";

const yaml = `
people:
  - { name: Ana, role: owner }
  - { name: Bo, role: member }
  - { name: Cy, role: member }
sessions:
  - { name: demo, cli_type: scripted, script: demo.script }
default_session: demo
`;
const script = `
on "ask"
  ask permission "May I?" argv ["rm", "-rf", "x"] in "/srv"
    when "allow"
      say "done"
on "fail"
  fail "no luck"
otherwise
  say "hello"
`;

let parley: Parley;
let ana: string;
let bo: string;
let demo: string;
beforeEach(async () => {
  parley = await Parley.start({ yaml, files: { "demo.script": script } });
  [ana, bo] = [await parley.token({ person: "Ana" }), await parley.token({ person: "Bo" })];
  demo = await parley.threadOf("demo");
});
afterEach(() => parley[Symbol.asyncDispose]());

const say = (token: string, content: string, thread = demo) => parley.api("POST", `/api/threads/${thread}/messages`, { content }, token);
const newThread = async (topic: string, token: string): Promise<string> =>
  z.object({ id: z.string() }).parse((await parley.api("POST", "/api/threads", { topic }, token)).body).id;
const noticesIn = (stream: EventStream): readonly string[] => [...stream.text().matchAll(/^event: notice\ndata: (.*)$/gm)].map(([, json]) => json ?? "");

/** Their open page. */
async function opened(token: string): Promise<EventStream> {
  const stream = await parley.stream(demo, { token });
  await stream.next("snapshot");
  return stream;
}

describe("notices to open pages", () => {
  it("say how a turn ended to who began it, whom a message names, and who may answer; to nobody else", async () => {
    const [anas, bos] = [await opened(ana), await opened(bo)];
    await say(ana, "hi");
    expect((await anas.next("notice")).data).toMatchObject({ kind: "finished", thread: demo, who: "demo", text: "hello", question: null });
    await say(ana, "fail");
    expect((await anas.next("notice")).data).toMatchObject({ kind: "failed", thread: demo, who: "demo" });
    await say(ana, "ask");
    const asked = (await anas.next("notice")).data;
    expect(asked).toMatchObject({ kind: "question", text: "rm -rf x (/srv)", question: (await parley.openQuestion()).id });
    const plans = await newThread("plans", ana);
    await say(ana, "not for @Bob, but @bo: look", plans);
    expect((await bos.next("notice")).data).toMatchObject({ kind: "mention", thread: plans, topic: "plans", who: "Ana" });
    expect([noticesIn(anas).length, noticesIn(bos).length]).toEqual([3, 1]);
    anas.close();
    bos.close();
  });

  it("keep to what the person set, at once", async () => {
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    const around = { from: (minute + 1_430) % 1_440, to: (minute + 120) % 1_440, time_zone: "UTC" };
    const plans = await newThread("plans", ana);
    const [bos, cys] = [await opened(bo), await opened(await parley.token({ person: "Cy" }))];
    for (const settings of [{ notices: { mention: false } }, { muted: [plans] }, { quiet: around }]) {
      expect((await parley.api("PUT", "/api/me/settings", settings, bo)).status).toBe(200);
      await say(ana, "@Bo silent", plans);
      // Notices are made in the order of what was said: when this one is there, the one before was decided.
      await say(ana, "@Cy heard", plans);
      await cys.next("notice");
    }
    await parley.api("PUT", "/api/me/settings", {}, bo);
    await say(ana, "@Bo heard", plans);
    expect((await bos.next("notice")).data).toMatchObject({ text: "@Bo heard" });
    expect(noticesIn(bos).filter((json) => json.includes("silent"))).toEqual([]);
    bos.close();
    cys.close();
  });

  it("go neither to agents nor to the operator's stream", async () => {
    const [anas, agents] = [await opened(ana), await opened(await parley.token({ agent: "bee" }))];
    const operators = await opened(await parley.operator());
    await say(bo, "@Ana @bee");
    await anas.next("notice");
    expect([noticesIn(agents), noticesIn(operators)]).toEqual([[], []]);
    for (const stream of [anas, agents, operators]) stream.close();
  });
});

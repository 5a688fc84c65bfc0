import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Parley } from "./parley.ts";
import { people } from "./talk.ts";

const yaml = `${people}
limits: { queue: 6, agent_posts_per_minute: 12 }
sessions:
  - { name: slow, cli_type: scripted, script: slow.script }
`;
const files = { "slow.script": 'on "hang"\n  hang\notherwise\n  say "did {prompt}"\n' };

async function busy(parley: Parley) {
  const { id: session, thread } = await parley.session("slow");
  const ana = await parley.token({ person: "Ana" });
  await parley.api("POST", `/api/threads/${thread}/messages`, { content: "hang" }, ana);
  await parley.untilState("slow", "processing");
  const prompt = (content: string, token: string, named: unknown = session) =>
    parley.api("POST", `/api/threads/${thread}/messages`, { content, session: named }, token);
  return { session, thread, ana, prompt };
}

const tool = (parley: Parley, name: string, args: object, token: string) => parley.api("POST", `/api/mcp/tool/${name}`, args, token);

describe("an agent that gives a session work", () => {
  it("needs the grant at every entrance, and naming no session is plain speaking", async () => {
    await using parley = await Parley.start({ yaml, files });
    const { session, thread, prompt } = await busy(parley);
    const bee = await parley.token({ agent: "bee", may: [] });
    expect((await prompt("do it", bee)).body).toMatchObject({ error: "NotAllowed" });
    expect(JSON.stringify((await tool(parley, "session_prompt", { session, prompt: "do it" }, bee)).body)).toContain("NotAllowed");
    expect((await prompt("just words", bee, null)).status).toBe(201);
    expect((await prompt("a wrong one", bee, "ses_none")).status).toBe(400);
    const granted = await parley.token({ agent: "cat", may: ["prompt"] });
    expect(await prompt("a wrong one", granted, "ses_none")).toMatchObject({ status: 400, body: { error: "NoSuchSession" } });
    expect((await prompt("a wrong one", granted, "slow")).status).toBe(400);
    expect((await prompt("do it", granted)).status).toBe(201);
    expect((await parley.messages(thread)).map(({ content }) => content)).toEqual(["hang", "just words", "do it"]);
    expect(await parley.session("slow")).toMatchObject({ queue: 1 });
  });

  it("is filtered and limited as with every other line", async () => {
    await using parley = await Parley.start({ yaml: yaml.replace("queue: 6", "queue: 100"), files });
    const { prompt } = await busy(parley);
    const cat = await parley.token({ agent: "cat", may: ["prompt"] });
    expect((await prompt(`use AKIA${"ABCDEFGHIJKLMNOP"}`, cat)).body).toMatchObject({ error: "Content blocked by filter" });
    const replies = [];
    for (let n = 0; n < 13; n++) replies.push((await prompt(`work ${n}`, cat)).status);
    expect(replies).toEqual([...Array.from({ length: 12 }, () => 201), 429]);
  });

  it("leaves half of the queue to people, however many agents try at once", async () => {
    await using parley = await Parley.start({ yaml, files });
    const { session, ana, prompt } = await busy(parley);
    const agents = await Promise.all(["bee", "cat", "dog"].map((agent) => parley.token({ agent, may: ["prompt"] })));
    const replies = await Promise.all(agents.flatMap((token, who) => [0, 1, 2].map((n) => prompt(`${who} ${n}`, token))));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, ...Array.from({ length: 6 }, () => 429)]);
    const refused = replies.filter(({ status }) => status === 429).map(({ body }) => z.object({ error: z.string() }).parse(body).error);
    expect(new Set(refused)).toEqual(new Set(["QueueFull"]));
    const response = await fetch(`${parley.url}/api/threads/${await parley.threadOf("slow")}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${agents[0] ?? ""}` },
      body: JSON.stringify({ content: "again", session }),
    });
    expect([response.status, Number(response.headers.get("retry-after"))]).toEqual([429, 30]);
    const full = JSON.stringify((await tool(parley, "session_prompt", { session, prompt: "again" }, agents[1] ?? "")).body).replaceAll("\\", "");
    expect(full).toContain("QueueFull");
    expect(full).toContain('"retry_after":30');
    expect(full).not.toContain("retry_ms");
    for (const place of [4, 5, 6]) expect(await prompt("by a person", ana)).toMatchObject({ status: 201, body: { queue_position: place } });
    expect(await prompt("one too many", ana)).toMatchObject({ status: 429, body: { error: "QueueFull" } });
  });
});

describe("what a message says of itself", () => {
  it("makes nobody's words a third party's, over REST, over the bus and over MCP", async () => {
    await using parley = await Parley.start({ yaml, files });
    const thread = await parley.threadOf("slow");
    const [bee, bo] = [await parley.token({ agent: "bee", may: [] }), await parley.token({ person: "Bo" })];
    const metadata = { third_party: { platform: "irc", room: "#ops", name: "Ana" }, kept: 1 };
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "one", metadata }, bee);
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "two", metadata, session: null }, bo);
    const { body } = await parley.api("GET", `/api/threads/${thread}/sync-context`, undefined, bee);
    await parley.api(
      "POST",
      `/api/threads/${thread}/messages`,
      { content: "three", metadata, expected_last_seq: body["current_seq"], reply_token: body["reply_token"] },
      bee,
    );
    await tool(parley, "msg_post", { thread_id: thread, content: "four", metadata }, bo);
    const { body: lines } = await parley.api("GET", `/api/threads/${thread}/messages?limit=100`);
    const marks = z.array(z.object({ content: z.string(), metadata: z.record(z.string(), z.unknown()).nullable() })).parse(lines);
    const sent = marks.filter(({ content }) => ["one", "two", "three", "four"].includes(content));
    expect(sent.length).toBeGreaterThanOrEqual(3);
    for (const line of sent) expect(line.metadata).toEqual({ kept: 1 });
  });

  it("replies only to a message that its sender sees, and does not tell a hidden one from none", async () => {
    await using parley = await Parley.start({ yaml, files });
    const thread = await parley.threadOf("slow");
    const bo = await parley.token({ person: "Bo" });
    const closed = await parley.threadOf("slow");
    const notices = z
      .object({ threads: z.array(z.object({ id: z.string(), topic: z.string() })) })
      .parse((await parley.api("GET", "/api/threads")).body)
      .threads.find(({ topic }) => topic === "Notices");
    const [hidden] = z.array(z.object({ id: z.string() })).parse((await parley.api("GET", `/api/threads/${notices?.id ?? ""}/messages`)).body);
    const reply = (to: string, token: string) => parley.api("POST", `/api/threads/${closed}/messages`, { content: "re", reply_to_msg_id: to }, token);
    const [toHidden, toNone] = [await reply(hidden?.id ?? "", bo), await reply("msg_none", bo)];
    expect(toHidden.status).toBe(404);
    expect(toHidden).toEqual(toNone);
    expect((await parley.messages(thread)).map(({ content }) => content)).toEqual([]);
  });
});

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DiscordServer } from "#test/fakes/discord/server";
import type { DcMessage } from "#test/fakes/discord/state";
import { listeningOf } from "#test/fakes/listening";
import { desk, run, startHub, type Program } from "#test/fakes/program";
import { verifies } from "#test/verifies";

// The program as people start it, with the settings they would write, against the fake Discord.

const words = "one two three four five six seven eight nine ten";

const script = `
on "stream"
  say "${words}" every 600ms by 1 words

on "may i"
  ask permission "May I push?" argv ["git", "push"] in "/srv/app"
    when "allow"
      say "Pushed."
    otherwise
      say "Then not."

on "make one"
  make "report.md" mime "text/markdown" "The report"
    | # All well
  say "Here it is."

on "what is this"
  say "this is {quoted}" every 0ms

otherwise
  say "did {prompt}" every 0ms
`;

/** `more`: further keys of the bot, with GROUP for the channel; `rest`: further lines of the configuration. */
async function openPlace(more = "", rest = "") {
  const server = await DiscordServer.start({ waitMs: 40_000 });
  const [ann, bo, eve] = [server.user("Ann"), server.user("Bo"), server.user("Eve")];
  const group = server.channel(server.guild("The team"), "general");
  const place = desk();
  const yaml = `
people:
  - { name: Ann, role: owner, accounts: ["discord:${ann}"] }
  - { name: Bo, role: member, accounts: ["discord:${bo}"] }
sessions: [{ name: work, cli_type: scripted, script: work.script }]
default_session: work
${rest}
bots:
  discord: { token: "\${DISCORD_TOKEN}", api_root: "${server.root}"${more.replaceAll("GROUP", group)} }
`;
  writeFileSync(join(place.dir, "work.script"), script);
  writeFileSync(join(place.dir, "parley.yaml"), yaml);
  const env = { DISCORD_TOKEN: server.token };
  const args = ["--home", place.home];
  const start = (): Promise<Program> => startHub(args, { cwd: place.dir, env });
  const parley = (...verb: readonly string[]) => run([...verb, ...args, "--json"], { cwd: place.dir, env });
  const free = async () => {
    await server[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  };
  return { server, place, ann, bo, eve, group, start, parley, [Symbol.asyncDispose]: free };
}

const reads = (text: string) => (message: DcMessage) => message.content === text;
const refOf = ({ channel, id }: DcMessage) => `${channel.id}:${id}`;

describe("Parley in Discord", { timeout: 180_000 }, () => {
  verifies(
    ["C-7.2-1", "C-2.3.2-1"],
    "a message becomes a draft that grows and then a new message with the answer; a question is answered with a button; files go both ways",
    async () => {
      await using at = await openPlace();
      const { server, ann } = at;
      const chat = server.direct(ann);
      await using hub = await at.start();
      // Only outbound connections: nothing listens but the page's own port on loopback.
      expect(listeningOf(hub.pid)).toEqual([`127.0.0.1:${hub.port}`]);

      const asked = server.say(ann, chat, "stream please");
      const draft = await server.waitFor((s) => s.posted.find((message) => message.content.endsWith("…")));
      const answer = await server.waitFor((s) => s.posted.find(reads(words)));
      expect(BigInt(answer.id)).toBeGreaterThan(BigInt(draft.id));
      await server.waitFor(() => draft.isRemoved);
      expect(server.world.hints).toEqual(expect.arrayContaining([{ doing: "👀", on: asked }, { doing: "typing" }]));
      await server.waitFor((s) => s.world.commands.some(({ name }) => name === "sessions"));
      server.choose(ann, chat, "whoami");
      await server.waitFor((s) => s.posted.find((message) => message.content.includes(`discord:${ann}`)));

      server.say(ann, chat, "may I?");
      const question = await server.waitFor((s) => s.posted.find((message) => message.buttons.length === 2));
      expect(question.content).toContain("git");
      const press = server.press(ann, refOf(question), question.buttons[0]?.custom_id ?? "");
      await server.waitFor((s) => s.world.toasts.find(({ interaction, text }) => interaction === press.id && text !== ""));
      await server.waitFor((s) => s.posted.find(reads("Pushed.")));
      await server.waitFor(() => question.buttons.length === 0 && question.content.includes("Ann"));

      server.say(ann, chat, "read this", { files: [{ name: "notes.txt", mime: "text/plain", content: Buffer.from("你好") }] });
      await server.waitFor((s) => s.posted.find(({ content }) => content.includes("did read this") && content.includes("notes.txt")));
      server.say(ann, chat, "make one");
      const file = await server.waitFor((s) => s.posted.find(({ files }) => files.length === 1));
      expect(file).toMatchObject({ content: "The report", files: [{ name: "report.md", content: Buffer.from("# All well\n") }] });

      const status = JSON.parse((await at.parley("status")).out) as { links: unknown[] };
      expect(status.links).toMatchObject([{ id: "discord", platform: "discord", state: "connected" }]);
      const doctor = JSON.parse((await at.parley("doctor")).out) as { what: string; state: string; says: string }[];
      expect(doctor.find(({ what }) => what === "discord")).toMatchObject({ state: "ok" });
      expect((await hub.stop()).code).toBe(0);
      expectNowhere(at.place.home, server.token, hub.out + hub.err);
    },
  );

  it("in a channel only what is addressed is heard; a stranger gets one sentence and their buttons do nothing (lessons 2, 3)", async () => {
    await using at = await openPlace();
    const { server, ann, eve, group } = at;
    await using _hub = await at.start();
    server.say(ann, group, "talk among people");
    const asked = server.say(ann, group, "may I?", { mention: true });
    const question = await server.waitFor((s) => s.posted.find((message) => message.buttons.length === 2 && message.channel.id === group));
    const data = question.buttons[0]?.custom_id ?? "";
    const refused = server.press(eve, refOf(question), data);
    await server.waitFor((s) => s.world.toasts.find(({ interaction, text }) => interaction === refused.id && text !== ""));
    expect(question.buttons).toHaveLength(2);
    server.say(eve, group, "yes", { replyTo: refOf(question) });
    await server.waitFor((s) => s.posted.find(({ content }) => content.includes(`discord:${eve}`)));
    expect(question.buttons).toHaveLength(2);
    server.press(ann, refOf(question), data);
    const pushed = await server.waitFor((s) => s.posted.find((message) => message.content === "Pushed." && message.channel.id === group));
    expect(pushed.replyTo).toBe(asked.split(":")[1]);
    // A quoted reply to somebody else's words, with a mention.
    const theirs = server.say(eve, group, "the far away ship");
    server.say(ann, group, "what is this?", { mention: true, replyTo: theirs });
    await server.waitFor((s) => s.posted.find(({ content }) => content.includes("this is") && content.includes("the far away ship")));
    expect(server.posted.some(({ content }) => content.includes("talk among people"))).toBe(false);
  });

  it("lesson 8: a question that its approver does not take as a direct message is told where it was asked", async () => {
    await using at = await openPlace("", "questions: { approvers: [Ann] }");
    const { server, ann, bo, group } = at;
    server.world.shut.add(ann);
    await using _hub = await at.start();
    server.say(bo, group, "may I?", { mention: true });
    const told = await server.waitFor((s) => s.posted.find(({ content }) => content.includes("does not take direct messages")));
    expect(told.channel.id).toBe(group);
  });

  verifies("C-9.1-15", "channel_id speaks for the default session from the start, until somebody there chooses another", async () => {
    await using at = await openPlace(`, channel_id: "GROUP"`);
    const { server, group, ann } = at;
    await using first = await at.start();
    // Nobody has ever written in a chat: asked from a shell, the session answers in the channel.
    await at.parley("post", "work", "from the shell");
    const said = await server.waitFor((s) => s.posted.find(({ content }) => content.endsWith("did from the shell")));
    expect(said.channel.id).toBe(group);
    await server.waitFor((s) => s.world.commands.some(({ name }) => name === "new"));
    server.choose(ann, group, "new", { name: "other", cli: "scripted" });
    await server.waitFor((s) => s.posted.find(({ content }) => content.includes("other")));
    await first.stop();
    await using _second = await at.start();
    const before = server.posted.length;
    await at.parley("post", "work", "again");
    server.say(ann, group, "!!whoami");
    const who = await server.waitFor((s) => s.posted.slice(before).find(({ channel }) => channel.id === group));
    expect(who.content).toContain("other");
  });

  it("lesson 12: ten messages in a moment while the agent is busy all reach it, in order", async () => {
    await using at = await openPlace();
    const { server, ann } = at;
    const chat = server.direct(ann);
    await using _hub = await at.start();
    server.say(ann, chat, "stream please");
    await server.waitFor((s) => s.posted.find((message) => message.content.endsWith("…")));
    for (let i = 0; i < 10; i++) server.say(ann, chat, `number ${i}`);
    await server.waitFor((s) => s.posted.find(reads("did number 9")));
    expect(server.posted.filter(({ content }) => content.startsWith("did number")).map(({ content }) => content)).toEqual(
      Array.from({ length: 10 }, (_, i) => `did number ${i}`),
    );
  });

  it("a hub that is killed in the middle of an answer and of a question goes on with both, and nothing is lost or doubled", async () => {
    await using at = await openPlace();
    const { server, ann } = at;
    const chat = server.direct(ann);
    await using first = await at.start();
    server.say(ann, chat, "stream please");
    // Edited once, so the hub has stored which message it is.
    await server.waitFor((s) => s.posted.find((message) => message.content.endsWith("…") && message.was.length > 0));
    await first.stop("SIGKILL");
    server.say(ann, chat, "said while it was down");
    await using second = await at.start();
    await server.waitFor((s) => s.posted.find(reads("did said while it was down")));
    expect(server.posted.filter(reads(words))).toHaveLength(1);
    server.say(ann, chat, "may I?");
    const question = await server.waitFor((s) => s.posted.find((message) => message.buttons.length === 2));
    // The answer to a command comes after the question is known to be delivered.
    server.say(ann, chat, "!!whoami");
    await server.waitFor((s) => s.posted.find(({ content }) => content.includes(`discord:${ann}`)));
    await second.stop("SIGKILL");
    server.press(ann, refOf(question), question.buttons[1]?.custom_id ?? "");
    await using _third = await at.start();
    await server.waitFor((s) => s.posted.find(reads("Then not.")));
    await server.waitFor(() => question.buttons.length === 0);
    await server.waitFor((s) => s.gateway.unacked === 0);
    for (const text of [words, "did said while it was down", "Then not."]) expect(server.posted.filter(reads(text))).toHaveLength(1);
    expect(server.posted.filter(({ content }) => content.endsWith("…"))).toEqual([]);
    expect([server.gateway.identified, server.gateway.resumed]).toEqual([1, 2]);
  });
});

/** The token is in no file of the home and in nothing that the program printed. */
function expectNowhere(home: string, token: string, printed: string): void {
  expect(printed).not.toContain(token);
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) expect([entry.name, readFileSync(join(entry.parentPath, entry.name)).includes(token)]).toEqual([entry.name, false]);
  }
}

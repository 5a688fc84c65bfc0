import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FeishuServer } from "#test/fakes/feishu/server";
import type { FsMessage } from "#test/fakes/feishu/state";
import { listeningOf } from "#test/fakes/listening";
import { desk, run, startHub, type Program } from "#test/fakes/program";
import { verifies } from "#test/verifies";

// The program as people start it, with the settings they would write, against the fake open platform.

const [ann, bo, eve] = ["ou_ann", "ou_bo", "ou_eve"];
const words = "one two three four five six seven eight nine ten";

const script = `
on "stream"
  say "${words}" every 300ms by 1 words

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

otherwise
  say "did {prompt}" every 0ms
`;

async function openPlace(more = "") {
  const server = await FeishuServer.start({ waitMs: 40_000 });
  server.user(ann, "Ann");
  server.user(bo, "Bo");
  server.user(eve, "Eve");
  const place = desk();
  const yaml = `
people:
  - { name: Ann, role: owner, accounts: ["feishu:${ann}"] }
  - { name: Bo, role: member, accounts: ["feishu:${bo}"] }
sessions: [{ name: work, cli_type: scripted, script: work.script }]
default_session: work
bots:
  feishu: { app_id: "\${FEISHU_APP_ID}", app_secret: "\${FEISHU_APP_SECRET}", domain: "${server.domain}"${more} }
`;
  writeFileSync(join(place.dir, "work.script"), script);
  writeFileSync(join(place.dir, "parley.yaml"), yaml);
  const env = { FEISHU_APP_ID: server.appId, FEISHU_APP_SECRET: server.secret };
  const args = ["--home", place.home];
  const start = (): Promise<Program> => startHub(args, { cwd: place.dir, env });
  const parley = (verb: string, ...rest: readonly string[]) => run([verb, ...rest, ...args, "--json"], { cwd: place.dir, env });
  const free = async () => {
    await server[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  };
  return { server, place, start, parley, [Symbol.asyncDispose]: free };
}

const reads = (text: string) => (message: FsMessage) => message.text === text;

describe("Parley in Feishu", { timeout: 180_000 }, () => {
  verifies(
    ["C-2.3.2-3", "C-7.1-1"],
    "a message becomes a card that streams and then a new message with the answer; a question is answered with a button; files go both ways",
    async () => {
      await using at = await openPlace();
      const { server } = at;
      await using hub = await at.start();
      // Only outbound connections: nothing listens but the page's own port on loopback.
      expect(listeningOf(hub.pid)).toEqual([`127.0.0.1:${hub.port}`]);

      const asked = server.say(ann, ann, "stream please");
      const draft = await server.waitFor((s) => s.posted.find(({ card }) => card?.isStreaming === true && card.typed.length >= 3));
      const answer = await server.waitFor((s) => s.posted.find(reads(words)));
      expect(answer.id).not.toBe(draft.id);
      await server.waitFor(() => draft.isRemoved);
      const reactions = () => server.world.messages.get(asked)?.reactions.map(({ emoji }) => emoji);
      await server.waitFor(() => reactions()?.join() === "OneSecond");
      expect(server.calls.filter(({ name, path }) => name === "react" && path.includes(asked))).toHaveLength(2);

      server.say(ann, ann, "may I?");
      const question = await server.waitFor((s) => s.posted.find(({ buttons }) => buttons.length === 2));
      expect(question.text).toContain("git");
      const pressed = await server.press(ann, question.id, question.buttons[0]?.answer ?? "");
      expect(pressed).toMatchObject({ toast: { type: "info", content: expect.stringMatching(/\w/) as unknown } });
      await server.waitFor((s) => s.posted.find(reads("Pushed.")));
      await server.waitFor(() => question.buttons.length === 0 && question.text.includes("Ann"));

      server.say(ann, ann, "", { files: [{ name: "notes.txt", content: Buffer.from("你好") }] });
      await server.waitFor((s) => s.posted.find(({ text }) => text.includes("notes.txt")));
      server.say(ann, ann, "make one");
      const file = await server.waitFor((s) => s.posted.find((message) => message.file !== undefined));
      expect(file).toMatchObject({ file: { name: "report.md", content: Buffer.from("# All well\n") } });
      await server.waitFor((s) => s.posted.find(reads("The report")));

      const status = JSON.parse((await at.parley("status")).out) as { links: unknown[] };
      expect(status.links).toMatchObject([{ id: "feishu", platform: "feishu", state: "connected" }]);
      const doctor = JSON.parse((await at.parley("doctor")).out) as { what: string; state: string; says: string }[];
      expect(doctor.find(({ what }) => what === "feishu")).toMatchObject({ state: "ok", says: expect.stringContaining("Parley") as unknown });
      expect((await hub.stop()).code).toBe(0);
      for (const secret of [server.secret, "t-g1-", "ticket="]) expectNowhere(at.place.home, secret, hub.out + hub.err);
    },
  );

  verifies("C-5.1-3", "in a group only what is addressed is heard; a stranger gets one sentence and their buttons do nothing", async () => {
    await using at = await openPlace();
    const { server } = at;
    const group = server.group("oc_team", "The team").id;
    await using _hub = await at.start();
    server.say(ann, group, "talk among people");
    const asked = server.say(ann, group, "may I?", { mention: true });
    const question = await server.waitFor((s) => s.posted.find(({ buttons }) => buttons.length === 2));
    const data = question.buttons[0]?.answer ?? "";
    expect(await server.press(eve, question.id, data)).toMatchObject({ toast: { content: expect.stringMatching(/\w/) as unknown } });
    expect(question.buttons).toHaveLength(2);
    server.say(eve, group, "yes", { replyTo: question.id });
    const told = await server.waitFor((s) => s.posted.find(({ text }) => text.includes(`feishu:${eve}`)));
    expect(question.buttons).toHaveLength(2);
    await server.press(ann, question.id, data);
    const pushed = await server.waitFor((s) => s.posted.find(reads("Pushed.")));
    expect(pushed.parent).toBe(asked);
    server.say(eve, eve, "let me in");
    server.say(bo, bo, "last");
    await server.waitFor((s) => s.posted.find(reads("did last")));
    expect(server.posted.some(({ text }) => text.includes("talk among people"))).toBe(false);
    expect(server.posted.filter(({ text, chat }) => text === told.text || chat.with === eve)).toEqual([told]);
  });

  verifies("C-9.1-14", "default_channel hears the default session from the start, before anybody wrote there", async () => {
    await using at = await openPlace(', default_channel: "oc_default"');
    const { server } = at;
    server.group("oc_default", "Work");
    await using _hub = await at.start();
    server.say(bo, bo, "from elsewhere");
    await server.waitFor((s) => s.posted.find(({ text, chat }) => chat.id === "oc_default" && text.endsWith("did from elsewhere")));
  });

  it("a hub that is killed in the middle of an answer and of a question goes on with both, and nothing is lost or doubled", async () => {
    await using at = await openPlace();
    const { server } = at;
    await using first = await at.start();
    server.say(ann, ann, "stream please");
    // Edited once, so the hub has stored which message it is.
    await server.waitFor((s) => s.posted.find(({ card }) => (card?.typed.length ?? 0) > 0));
    await first.stop("SIGKILL");
    server.say(ann, ann, "said while it was down");
    await using second = await at.start();
    await server.waitFor((s) => s.posted.find(reads("did said while it was down")));
    expect(server.posted.filter(reads(words))).toHaveLength(1);
    server.say(ann, ann, "may I?");
    const question = await server.waitFor((s) => s.posted.find(({ buttons }) => buttons.length === 2));
    // The answer to a command comes after the question is known to be delivered.
    server.say(ann, ann, "!!whoami");
    await server.waitFor((s) => s.posted.find(({ text }) => text.includes(`feishu:${ann}`)));
    await second.stop("SIGKILL");
    // Nobody answers the press: Feishu's app says so, and the person presses again later.
    expect(await server.press(ann, question.id, question.buttons[1]?.answer ?? "")).toBe("nothing");
    await using _third = await at.start();
    await server.waitFor((s) => s.connections === 1);
    await server.press(ann, question.id, question.buttons[1]?.answer ?? "");
    await server.waitFor((s) => s.posted.find(reads("Then not.")));
    await server.waitFor(() => question.buttons.length === 0);
    await server.waitFor((s) => s.unacked === 0);
    for (const text of [words, "did said while it was down", "Then not."]) expect(server.posted.filter(reads(text))).toHaveLength(1);
    expect(server.posted.filter(({ text }) => text.endsWith("…"))).toEqual([]);
  });
});

/** The secret is in no file of the home and in nothing that the program printed. */
function expectNowhere(home: string, secret: string, printed: string): void {
  expect(printed).not.toContain(secret);
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) expect([entry.name, readFileSync(join(entry.parentPath, entry.name)).includes(secret)]).toEqual([entry.name, false]);
  }
}

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { desk, run, startHub, type Program } from "#test/fakes/program";
import { freePort } from "#test/fakes/onebot/open-onebot";
import { OneBotServer, type OneBotServerOptions } from "#test/fakes/onebot/server";
import { shownText, type QqMessage } from "#test/fakes/onebot/world";
import { verifies } from "#test/verifies";

// The program as people start it, with the settings they would write, against the fake OneBot implementation.

const [ann, bo, eve] = [7, 8, 9];
const long = Array.from({ length: 450 }, (_, i) => `word${i}`).join(" ");

const script = `
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

on "at length"
  say "${long}" every 0ms

on "slowly"
  say "one two three four five" every 400ms by 1 words

on "what is this"
  say "this is {quoted}" every 0ms

otherwise
  say "did {prompt}" every 0ms
`;

interface PlaceOptions {
  readonly server?: OneBotServerOptions;
  /** What stands under `bots.onebot`, with `URL` for the server's address. */
  readonly bots?: string;
  readonly more?: string;
}

async function openPlace({ server: about = {}, bots = '{ url: "URL", access_token: "${ONEBOT_TOKEN}" }', more = "" }: PlaceOptions = {}) {
  const server = await OneBotServer.start({ waitMs: 40_000, heartbeatMs: 200, ...about });
  const direct = server.user(ann, "Ann");
  server.user(bo, "Bo");
  server.user(eve, "Eve", false);
  const group = server.group(20, "The team");
  const place = desk();
  const yaml = `
people:
  - { name: Ann, role: owner, accounts: ["onebot:${ann}"] }
  - { name: Bo, role: member, accounts: ["onebot:${bo}"] }
sessions: [{ name: work, cli_type: scripted, script: work.script }]
default_session: work
bots:
  onebot: ${bots.replaceAll("URL", server.url)}
${more}`;
  writeFileSync(join(place.dir, "work.script"), script);
  writeFileSync(join(place.dir, "parley.yaml"), yaml);
  const env = { ONEBOT_TOKEN: server.token };
  const args = ["--home", place.home];
  const start = async (): Promise<Program> => {
    const hub = await startHub(args, { cwd: place.dir, env });
    await server.waitFor((s) => s.connections > 0 && s.calls.some(({ action }) => action === "get_status"));
    return hub;
  };
  const parley = (verb: string) => run([verb, ...args, "--json"], { cwd: place.dir, env });
  const free = async () => {
    await server[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  };
  return { server, place, direct, group, start, parley, [Symbol.asyncDispose]: free };
}

const reads = (text: string) => (message: QqMessage) => shownText(message) === text;
const holds =
  (...words: readonly string[]) =>
  (message: QqMessage) =>
    words.every((word) => shownText(message).includes(word));

/** The short code of a question that was asked in a chat. */
const codeOf = (message: QqMessage): string => /yes ([a-z]{5})/.exec(shownText(message))?.[1] ?? "";

describe("Parley in QQ", { timeout: 180_000 }, () => {
  verifies(
    ["C-1.2-1", "C-5.1-14", "CD-7.1-2"],
    "a private message is answered; a long answer is folded; a question is answered by its code; files go both ways",
    async () => {
      await using at = await openPlace();
      const { server, direct } = at;
      await using hub = await at.start();
      server.say(ann, direct, "hello");
      await server.waitFor((s) => s.posted.find(reads("did hello")));
      expect(server.world.hints).toEqual(expect.arrayContaining([{ doing: `typing to ${ann}` }]));
      server.say(ann, direct, "at length");
      const folded = await server.waitFor((s) => s.posted.find(reads(long)));
      expect(folded.nodes?.length).toBeGreaterThan(1);

      // Lesson 1: the chat whose turn waits for the answer gives it.
      server.say(ann, direct, "may I?");
      const question = await server.waitFor((s) => s.posted.find(holds("git", "push", "1.", "2.")));
      server.say(ann, direct, `yes ${codeOf(question)}`);
      await server.waitFor((s) => s.posted.find(reads("Pushed.")));

      server.say(ann, direct, "", { files: [{ name: "notes.txt", mime: "text/plain", content: Buffer.from("你好") }] });
      await server.waitFor((s) => s.posted.find(holds("did", "notes.txt")));
      server.say(ann, direct, "make one");
      const file = await server.waitFor((s) => s.posted.find((message) => message.file !== undefined));
      expect(file.file).toEqual({ name: "report.md", content: Buffer.from("# All well\n") });

      // Lesson 12: ten at once, and each is heard.
      for (let i = 0; i < 10; i++) server.say(ann, direct, `burst ${i}`);
      for (let i = 0; i < 10; i++) await server.waitFor((s) => s.posted.find(holds(`did burst ${i}`)));

      const status = JSON.parse((await at.parley("status")).out) as { links: unknown[] };
      expect(status.links).toMatchObject([{ id: "onebot", platform: "onebot", state: "connected" }]);
      const doctor = JSON.parse((await at.parley("doctor")).out) as { what: string; state: string; says: string }[];
      expect(doctor.find(({ what }) => what === "onebot")).toMatchObject({ state: "ok", says: expect.stringContaining("10000") as unknown });
      expect((await hub.stop()).code).toBe(0);
      expectNowhere(at.place.home, server.token, hub.out + hub.err);
    },
  );

  verifies("C-5.1-3", "lessons 2 and 3: in a group only what is addressed is heard; neither a stranger's code nor a bare yes answers", async () => {
    const listen = `127.0.0.1:${await freePort()}`;
    await using at = await openPlace({ server: { reverse: `ws://${listen}` }, bots: `{ listen: "${listen}", access_token: "\${ONEBOT_TOKEN}" }` });
    const { server, group } = at;
    await using _hub = await at.start();
    server.say(ann, group, "talk among people");
    const idea = server.say(ann, group, "an idea");
    const asked = server.say(ann, group, "may I?", { mention: true });
    const question = await server.waitFor((s) => s.posted.find(holds("git", "push")));
    await server.waitFor((s) => s.world.hints.some(({ on }) => on === asked));
    const code = codeOf(question);
    server.say(eve, group, `yes ${code}`, { mention: true });
    await server.waitFor((s) => s.posted.find(holds(`onebot:${eve}`)));
    server.say(ann, group, "yes");
    server.say(bo, group, "what is this?", { mention: true, replyTo: idea });
    server.say(ann, group, `no ${code}`, { mention: true });
    const answer = await server.waitFor((s) => s.posted.find(reads("Then not.")));
    expect(`${group}/${answer.replyTo}`).toBe(asked);
    await server.waitFor((s) => s.posted.find(holds("this is", "an idea")));
    expect(server.posted.some(reads("Pushed."))).toBe(false);
    expect(server.posted.some(holds("talk among people"))).toBe(false);
  });

  it("lesson 17: an account that is offline shows red and what is to be sent waits for it", async () => {
    await using at = await openPlace();
    const { server, direct } = at;
    await using _hub = await at.start();
    server.say(ann, direct, "slowly");
    await server.waitFor((s) => s.world.hints.length > 0);
    server.world.isOnline = false;
    const links = async () => (JSON.parse((await at.parley("status")).out) as { links: { state: string; reason?: string }[] }).links;
    await expect.poll(links, { timeout: 30_000 }).toMatchObject([{ state: "error", reason: expect.stringContaining("offline") as unknown }]);
    expect(server.posted.some(reads("one two three four five"))).toBe(false);
    server.world.isOnline = true;
    await server.waitFor((s) => s.posted.find(reads("one two three four five")));
  });

  it("a hub that is killed in the middle of an answer and of a question goes on with both, hears what was said meanwhile, and doubles nothing", async () => {
    await using at = await openPlace();
    const { server, direct } = at;
    await using first = await at.start();
    server.say(ann, direct, "hello");
    await server.waitFor((s) => s.posted.find(reads("did hello")));
    server.say(ann, direct, "slowly");
    await server.waitFor((s) => s.world.hints.length > 1);
    await first.stop("SIGKILL");
    server.say(ann, direct, "said while it was down");
    await using second = await at.start();
    await server.waitFor((s) => s.posted.find(reads("did said while it was down")));
    server.say(ann, direct, "may I?");
    const question = await server.waitFor((s) => s.posted.find(holds("git", "push")));
    // The answer to a command comes after the question is known to be delivered.
    server.say(ann, direct, "!!whoami");
    await server.waitFor((s) => s.posted.find(holds(`onebot:${ann}`)));
    await second.stop("SIGKILL");
    server.say(ann, direct, `no ${codeOf(question)}`);
    await using _third = await at.start();
    await server.waitFor((s) => s.posted.find(reads("Then not.")));
    for (const text of ["did hello", "did said while it was down", "Then not."]) expect(server.posted.filter(reads(text))).toHaveLength(1);
  });
});

/** The token is in no file of the home and in nothing that the program printed. */
function expectNowhere(home: string, token: string, printed: string): void {
  expect(printed).not.toContain(token);
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) expect([entry.name, readFileSync(join(entry.parentPath, entry.name)).includes(token)]).toEqual([entry.name, false]);
  }
}

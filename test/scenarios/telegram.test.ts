import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileTexts } from "#hub/files/texts";
import { surfaceName } from "#lib/text/surface-name";
import { say } from "#lib/words/words";
import { desk, run, startHub, type Program } from "#test/fakes/program";
import { listeningOf } from "#test/fakes/listening";
import { TelegramServer } from "#test/fakes/telegram/server";
import type { TgMessage } from "#test/fakes/telegram/state";
import { verifies } from "#test/verifies";
import { defined } from "#lib/defined";

// The program as people start it, with the settings they would write, against the fake Bot API server.

const [ann, bo, eve] = [7, 8, 9];
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

async function openServer(token?: string): Promise<TelegramServer> {
  const server = await TelegramServer.start({ waitMs: 40_000, ...defined({ token }) });
  server.user(ann, { first_name: "Ann" });
  server.user(bo, { first_name: "Bo" });
  server.user(eve, { first_name: "Eve" });
  return server;
}

/** `bots`: what stands under `bots.telegram`, with `ROOT` for the server's address. */
async function openPlace(bots = '{ token: "${TELEGRAM_TOKEN}", api_root: "ROOT" }', more: Readonly<Record<string, string>> = {}) {
  const server = await openServer();
  const place = desk();
  const yaml = `
people:
  - { name: Ann, role: owner, accounts: ["telegram:${ann}"] }
  - { name: Bo, role: member, accounts: ["telegram:${bo}"] }
sessions: [{ name: work, cli_type: scripted, script: work.script }]
default_session: work
bots:
  telegram: ${bots.replaceAll("ROOT", server.root)}
`;
  writeFileSync(join(place.dir, "work.script"), script);
  writeFileSync(join(place.dir, "parley.yaml"), yaml);
  const env = { TELEGRAM_TOKEN: server.token, ...more };
  const args = ["--home", place.home];
  const start = (): Promise<Program> => startHub(args, { cwd: place.dir, env });
  const parley = (verb: string) => run([verb, ...args, "--json"], { cwd: place.dir, env });
  const free = async () => {
    await server[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  };
  return { server, place, start, parley, [Symbol.asyncDispose]: free };
}

const reads = (text: string) => (message: TgMessage) => message.text === text;

describe("Parley in Telegram", { timeout: 180_000 }, () => {
  verifies(
    ["C-1.2-1", "C-2.3.4-1", "C-5.1-14", "C-7.3-1", "C-14.1-2"],
    "a message becomes a draft that grows and then a new message with the answer; a question is answered with a button; files go both ways",
    async () => {
      await using at = await openPlace();
      const { server } = at;
      const chat = server.direct(ann);
      await using hub = await at.start();
      // Only outbound connections: nothing listens but the page's own port on loopback.
      expect(listeningOf(hub.pid)).toEqual([`127.0.0.1:${hub.port}`]);

      const asked = server.say(ann, chat, "stream please");
      const draft = await server.waitFor((s) => s.posted.find((message) => message.text.endsWith("…")));
      const answer = await server.waitFor((s) => s.posted.find(reads(words)));
      expect(answer.message_id).toBeGreaterThan(draft.message_id);
      await server.waitFor(() => draft.isRemoved);
      expect(server.world.hints).toEqual(expect.arrayContaining([{ doing: "👀", on: asked }, { doing: "typing" }]));
      await server.waitFor((s) => s.world.commands.some(({ command }) => command === "sessions"));

      server.say(ann, chat, "may I?");
      const question = await server.waitFor((s) => s.posted.find((message) => message.buttons.length === 2));
      expect(question.text).toContain("git");
      const query = server.press(ann, `${chat}:${question.message_id}`, question.buttons[0]?.callback_data ?? "");
      await server.waitFor((s) => s.world.toasts.find((toast) => toast.query === query && toast.text !== ""));
      await server.waitFor((s) => s.posted.find(reads("Pushed.")));
      await server.waitFor(() => question.buttons.length === 0 && question.text.includes("Ann"));

      server.say(ann, chat, "read this", { files: [{ name: "notes.txt", mime: "text/plain", content: Buffer.from("你好") }] });
      await server.waitFor((s) => s.posted.find((message) => message.text.includes("did read this") && message.text.includes("notes.txt")));
      const large = { name: "film.mp4", mime: "video/mp4", content: Buffer.from("x"), claims: 21 * 1024 * 1024 };
      server.say(ann, chat, "and this", { files: [large] });
      const reason = say("en", fileTexts.incomingOverPlatform, { max: "20.0 MB" });
      await server.waitFor((s) => s.posted.find((message) => message.text.includes(reason)));
      server.say(ann, chat, "make one");
      const file = await server.waitFor((s) => s.posted.find((message) => message.file !== undefined));
      expect(file).toMatchObject({ text: "The report", file: { name: "report.md", content: Buffer.from("# All well\n") } });

      // A reply to a message of another chat, of which only the picked words come along.
      const elsewhere = { external_reply: { origin: { type: "hidden_user", sender_user_name: "Zoe" } }, quote: { text: "far away" } };
      server.say(ann, chat, "what is this?", { more: elsewhere });
      await server.waitFor((s) =>
        s.posted.find((message) => message.text.includes("this is") && message.text.includes("Zoe") && message.text.includes("far away")),
      );

      const status = JSON.parse((await at.parley("status")).out) as { links: unknown[] };
      expect(status.links).toMatchObject([{ id: "telegram", platform: "telegram", state: "connected" }]);
      const doctor = JSON.parse((await at.parley("doctor")).out) as { what: string; state: string; says: string }[];
      expect(doctor.find(({ what }) => what === "telegram")).toMatchObject({ state: "ok", says: expect.stringContaining("@parley_bot") as unknown });
      expect((await hub.stop()).code).toBe(0);
      expectNowhere(at.place.home, server.token, hub.out + hub.err);
    },
  );

  verifies("C-5.1-3", "in a group only what is addressed is heard; a stranger gets one sentence and their buttons do nothing", async () => {
    await using at = await openPlace();
    const { server } = at;
    const group = server.group(-100, "The team");
    await using _hub = await at.start();
    server.say(ann, group, "talk among people");
    const asked = server.say(ann, group, "may I?", { mention: true });
    const question = await server.waitFor((s) => s.posted.find((message) => message.buttons.length === 2));
    const ref = `${group}:${question.message_id}`;
    const data = question.buttons[0]?.callback_data ?? "";
    const refused = server.press(eve, ref, data);
    await server.waitFor((s) => s.world.toasts.find((toast) => toast.query === refused && toast.text !== ""));
    expect(question.buttons).toHaveLength(2);
    server.say(eve, group, "yes", { replyTo: ref });
    const told = await server.waitFor((s) => s.posted.find((message) => message.text.includes(`telegram:${eve}`)));
    expect(question.buttons).toHaveLength(2);
    server.press(ann, ref, data);
    const pushed = await server.waitFor((s) => s.posted.find(reads("Pushed.")));
    expect(pushed.replyTo).toBe(Number(asked.split(":")[1]));
    server.say(eve, server.direct(eve), "let me in");
    server.say(bo, server.direct(bo), "last");
    await server.waitFor((s) => s.posted.find(reads("did last")));
    expect(server.posted.some((message) => message.text.includes("talk among people"))).toBe(false);
    expect(server.posted.filter((message) => message.text === told.text || message.chat.id === eve)).toEqual([told]);
  });

  it("two bots are two chats with a light each, and what was asked of one is shown by the other with where it was asked", async () => {
    await using work = await openServer("515151:AAF-token_of_the_second_bot");
    const bots = `{ home: { token: "\${TELEGRAM_TOKEN}", api_root: "ROOT" }, work: { token: "\${WORK_TOKEN}", api_root: "${work.root}" } }`;
    await using at = await openPlace(bots, { WORK_TOKEN: work.token });
    const { server: home } = at;
    await using _hub = await at.start();
    home.say(ann, home.direct(ann), "at home");
    await home.waitFor((s) => s.posted.find(reads("did at home")));
    work.say(ann, work.direct(ann), "at work");
    await work.waitFor((s) => s.posted.find(reads("did at work")));
    const copy = await home.waitFor((s) => s.posted.find((message) => message.text.endsWith("did at work")));
    expect(copy.text).toContain(surfaceName("en", "chat:telegram-work"));
    const status = JSON.parse((await at.parley("status")).out) as { links: unknown[] };
    expect(status.links).toMatchObject([
      { id: "telegram-home", platform: "telegram", state: "connected" },
      { id: "telegram-work", platform: "telegram", state: "connected" },
    ]);
  });

  it("a hub that is killed in the middle of an answer and of a question goes on with both, and nothing is lost or doubled", async () => {
    await using at = await openPlace();
    const { server } = at;
    const chat = server.direct(ann);
    await using first = await at.start();
    server.say(ann, chat, "stream please");
    // Edited once, so the hub has stored which message it is.
    await server.waitFor((s) => s.posted.find((message) => message.text.endsWith("…") && message.was.length > 0));
    await first.stop("SIGKILL");
    server.say(ann, chat, "said while it was down");
    await using second = await at.start();
    await server.waitFor((s) => s.posted.find(reads("did said while it was down")));
    expect(server.posted.filter(reads(words))).toHaveLength(1);
    server.say(ann, chat, "may I?");
    const question = await server.waitFor((s) => s.posted.find((message) => message.buttons.length === 2));
    // The answer to a command comes after the question is known to be delivered.
    server.say(ann, chat, "!!whoami");
    await server.waitFor((s) => s.posted.find((message) => message.text.includes("telegram:7")));
    await second.stop("SIGKILL");
    server.press(ann, `${chat}:${question.message_id}`, question.buttons[1]?.callback_data ?? "");
    await using _third = await at.start();
    await server.waitFor((s) => s.posted.find(reads("Then not.")));
    await server.waitFor(() => question.buttons.length === 0);
    await server.waitFor((s) => s.unconfirmed.length === 0);
    for (const text of [words, "did said while it was down", "Then not."]) expect(server.posted.filter(reads(text))).toHaveLength(1);
    expect(server.posted.filter((message) => message.text.endsWith("…"))).toEqual([]);
  });
});

/** The token is in no file of the home and in nothing that the program printed. */
function expectNowhere(home: string, token: string, printed: string): void {
  expect(printed).not.toContain(token);
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) expect([entry.name, readFileSync(join(entry.parentPath, entry.name)).includes(token)]).toEqual([entry.name, false]);
  }
}

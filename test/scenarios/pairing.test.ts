import { describe, expect, it } from "vitest";
import { z } from "zod";
import { accessTexts } from "#hub/access/texts";
import { pairingTexts } from "#hub/access/pairing-texts";
import { unlinkTexts } from "#commands/unlink/texts";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk, type Talk } from "./talk.ts";
import { partOf } from "#test/part-of";

const setup = {
  yaml: `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`,
  files: { "work.script": 'otherwise\n  say "heard {prompt}"\n' },
};

const hour = 3_600_000;
const pending = z.array(z.object({ code: z.string(), account: z.string(), channel: z.string() }));
const pendingIn = async (parley: Parley): Promise<z.infer<typeof pending>> => pending.parse((await parley.api("GET", "/api/pairings")).body);
const codeFrom = (text: string): string => /\b(?<code>[A-HJ-NP-Z2-9]{8})\b/.exec(text)?.groups?.["code"] ?? "";

/** The code in the next hint that the stranger gets. */
async function hintTo(stranger: Talk): Promise<string> {
  stranger.say("hello");
  return codeFrom((await stranger.hears("pairing code")).text);
}

describe("a pairing code", () => {
  verifies("C-5.1-3", "is shown to a stranger, is bound to the account, and lets them in once it is approved", async () => {
    await using parley = await Parley.start(setup);
    const eve = talk(parley, "eve");
    const code = await hintTo(eve);
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(eve.heard()[0]).toContain(say("en", accessTexts.notAllowed, { account: "chat:eve" }));
    expect(await pendingIn(parley)).toMatchObject([{ code, account: "chat:eve" }]);

    const approved = await parley.api("POST", `/api/pairings/${code.toLowerCase()}/approve`, { person: "Eve" });
    expect(approved).toMatchObject({ status: 200, body: { name: "Eve", role: "member", account: "chat:eve" } });
    eve.say("again");
    await eve.hears("heard again");
    expect(await pendingIn(parley)).toEqual([]);
    expect((await parley.api("POST", `/api/pairings/${code}/approve`, { person: "Eve" })).status).toBe(404);
  });

  it("is the same until it expires, and three may be pending on a channel", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ ...setup, clock });
    const first = await hintTo(talk(parley, "s1"));
    for (const name of ["s2", "s3"]) await hintTo(talk(parley, name));
    const fourth = talk(parley, "s4");
    fourth.say("hello");
    expect((await fourth.hears(say("en", accessTexts.notAllowed, { account: "chat:s4" }))).text).not.toContain("pairing code");
    clock.jump(60_001);
    const again = talk(parley, "s1");
    again.say("me again");
    await parley.chat.waitFor(() => again.heard().length === 2);
    expect(codeFrom(again.heard()[1] ?? "")).toBe(first);
    clock.jump(hour);
    expect(await pendingIn(parley)).toEqual([]);
    expect((await parley.api("POST", `/api/pairings/${first}/approve`, { person: "S" })).status).toBe(404);
    again.say("and again");
    await parley.chat.waitFor(() => again.heard().length === 3);
    expect(codeFrom(again.heard()[2] ?? "")).not.toBe(first);
  });

  it("ends when the account becomes somebody's in another way, so that whoever saw the code cannot take the account", async () => {
    await using parley = await Parley.start(setup);
    const eve = talk(parley, "eve");
    const code = await hintTo(eve);
    await parley.person("Eve", "admin", ["chat:eve"]);
    const bo = talk(parley, "bo");
    bo.say(`!!link ${code}`);
    await bo.hears(say("en", pairingTexts.accountInFile, { account: "chat:bo", name: "Bo" }));
    expect((await parley.api("GET", "/api/people")).body).toContainEqual(expect.objectContaining({ name: "Eve", role: "admin", accounts: ["chat:eve"] }));
    expect(await pendingIn(parley)).toEqual([]);
  });

  it("ends after five wrong tries, and is approved by owners alone", async () => {
    await using parley = await Parley.start(setup);
    const code = await hintTo(talk(parley, "eve"));
    const member = await parley.token({ person: "Bo" });
    expect((await parley.api("GET", "/api/pairings", undefined, member)).status).toBe(403);
    expect((await parley.api("POST", `/api/pairings/${code}/approve`, { person: "Eve" }, member)).status).toBe(403);
    for (let i = 0; i < 5; i++) expect((await parley.api("POST", "/api/pairings/AAAAAAAA/approve", { person: "Eve" })).status).toBe(404);
    expect((await parley.api("POST", `/api/pairings/${code}/approve`, { person: "Eve" })).status).toBe(404);
    expect(await pendingIn(parley)).toEqual([]);
  });
});

describe("!!link", () => {
  it("with a stranger's pairing code makes the stranger's account one's own", async () => {
    await using parley = await Parley.start(setup);
    const phone = talk(parley, "bo-phone");
    const code = await hintTo(phone);
    const bo = talk(parley, "bo");
    bo.say(`!!link ${code}`);
    await bo.hears(say("en", commonTexts.accountLinked, { account: "chat:bo-phone", name: "Bo" }));
    phone.say("it is me");
    await phone.hears("heard it is me");
    const lines = await parley.messages(await parley.threadOf("work"));
    expect(lines.filter((line) => line.author_kind === "person").map((line) => line.author_name)).toEqual(["Bo"]);
  });

  it("sends a code that another account hands over, once; it stands in no run, record or thread", async () => {
    await using parley = await Parley.start(setup);
    const bo = talk(parley, "bo");
    bo.say("!!link");
    const code = codeFrom((await bo.hears(/link [A-Z2-9]{8}/)).text);
    const tablet = talk(parley, "bo-tablet");
    tablet.say(`!!link ${code}`);
    await tablet.hears(say("en", commonTexts.accountLinked, { account: "chat:bo-tablet", name: "Bo" }));
    tablet.say("mine too");
    await tablet.hears("heard mine too");
    const thief = talk(parley, "thief");
    thief.say(`!!link ${code}`);
    await thief.hears(say("en", pairingTexts.wrongCode));
    expect(JSON.stringify([await parley.api("GET", "/api/runs"), await parley.api("GET", "/api/audit?limit=100")])).not.toContain(code);
  });

  it("is refused where others would see the code, and to whoever guesses", async () => {
    await using parley = await Parley.start(setup);
    const room = parley.chat.group("ops", ["bo", "eve"]);
    const bo = talk(parley, "bo", room);
    bo.say("!!link");
    await bo.hears("direct chat");
    const eve = talk(parley, "eve");
    for (let i = 0; i < 6; i++) {
      eve.say(`!!link WRNGCDE${i + 2}`);
      await parley.chat.waitFor(() => eve.heard().length === i + 1);
    }
    expect(eve.heard()[4]).toBe(say("en", pairingTexts.wrongCode));
    expect(eve.heard()[5]).toContain(partOf(pairingTexts.tooManyTries));
    // Told once a minute: nobody fills a chat with answers by going on.
    for (let i = 0; i < 20; i++) eve.say("!!link WRNGCDE9");
    eve.say("hello");
    await eve.hears("pairing code");
    expect(eve.heard()).toHaveLength(7);
  });

  it("leaves accounts of the file to the file", async () => {
    await using parley = await Parley.start(setup);
    const bo = talk(parley, "bo");
    bo.say("!!link");
    const code = codeFrom((await bo.hears(/link [A-Z2-9]{8}/)).text);
    const cy = talk(parley, "cy");
    cy.say(`!!link ${code}`);
    await cy.hears(say("en", pairingTexts.accountInFile, { account: "chat:cy", name: "Cy" }));
    expect((await parley.api("GET", "/api/people")).body).toContainEqual(expect.objectContaining({ name: "Cy", accounts: ["chat:cy"] }));
  });
});

describe("!!unlink", () => {
  it("ends an account of one's own or, for owners, of anybody: it may nothing more, its chat shows nothing more, and all of it is on record", async () => {
    await using parley = await Parley.start(setup);
    const [ana, bo] = [talk(parley, "ana"), talk(parley, "bo")];
    ana.say("!!whoami");
    await ana.hears("You: Ana");
    const letIn = async (name: string) => {
      const other = talk(parley, name);
      bo.say(`!!link ${await hintTo(other)}`);
      await bo.hears(say("en", commonTexts.accountLinked, { account: `chat:${name}`, name: "Bo" }));
      other.say(`as ${name}`);
      await other.hears(`heard as ${name}`);
      return other;
    };
    const [friend, phone] = [await letIn("friend"), await letIn("bo-phone")];
    // The owners are told whom a member let in as themselves, and how to take it back.
    await ana.hears("!!unlink chat:friend");

    const cy = talk(parley, "cy");
    cy.say("!!unlink chat:friend");
    await cy.hears("owner");
    ana.say("!!unlink chat:friend");
    await ana.hears(say("en", unlinkTexts.done, { account: "chat:friend", name: "Bo" }));
    bo.say("!!unlink chat:bo-phone");
    await bo.hears(say("en", unlinkTexts.done, { account: "chat:bo-phone", name: "Bo" }));
    bo.say("!!unlink chat:bo");
    await bo.hears(say("en", pairingTexts.accountInFile, { account: "chat:bo", name: "Bo" }));
    bo.say("!!unlink bo");
    await bo.hears(say("en", unlinkTexts.badAccount, { account: "bo" }));

    const before = [friend, phone].map((one) => one.heard().length);
    bo.say("for the two of us");
    await bo.hears("heard for the two of us");
    friend.say("still here?");
    await parley.chat.waitFor((chat) => chat.unacked.length === 0);
    await expect.poll(async () => (await parley.api("GET", "/api/status")).body["due_deliveries"], { timeout: 15_000 }).toBe(0);
    expect([friend, phone].flatMap((one, i) => one.heard().slice(before[i]))).toEqual([]);
    expect((await parley.refusals()).some(({ who }) => who === "chat:friend")).toBe(true);
    const unlinked = (await parley.records("access")).filter(({ data }) => data["did"] === "account unlinked");
    expect(unlinked.map(({ data }) => data["account"])).toEqual(["chat:bo-phone", "chat:friend"]);
    expect((await parley.api("DELETE", "/api/people/Bo/accounts/chat%3Afriend")).status).toBe(404);
  });

  it("is done by a restart neither to a linked account nor to its chat", async () => {
    await using parley = await Parley.start(setup);
    const [bo, phone] = [talk(parley, "bo"), talk(parley, "bo-phone")];
    bo.say(`!!link ${await hintTo(phone)}`);
    await bo.hears(say("en", commonTexts.accountLinked, { account: "chat:bo-phone", name: "Bo" }));
    await parley.restart();
    phone.say("after the restart");
    await phone.hears("heard after the restart");
    expect((await parley.api("DELETE", "/api/people/Bo/accounts/chat%3Abo-phone")).status).toBe(200);
    phone.say("and now?");
    await phone.hears(say("en", accessTexts.notAllowed, { account: "chat:bo-phone" }));
  });

  it("comes with a removed person: what others say is not shown in their chat any more", async () => {
    await using parley = await Parley.start(setup);
    await parley.person("Eve", "member", ["chat:eve"]);
    const [bo, eve] = [talk(parley, "bo"), talk(parley, "eve")];
    for (const one of [bo, eve]) {
      one.say("hello");
      await one.hears("heard hello");
    }
    await parley.api("DELETE", "/api/people/Eve");
    bo.say("now that she is gone");
    await bo.hears("heard now that she is gone");
    eve.say("hm?");
    await eve.hears(say("en", accessTexts.notAllowed, { account: "chat:eve" }));
    expect(eve.heard().join("\n")).not.toContain("now that she is gone");
  });
});

describe("!!who", () => {
  it("names the people; accounts are for owners and of oneself", async () => {
    await using parley = await Parley.start(setup);
    const [ana, bo] = [talk(parley, "ana"), talk(parley, "bo")];
    ana.say("!!who");
    expect((await ana.hears("Bo, member")).text).toContain("chat:cy");
    bo.say("!!who");
    const seen = (await bo.hears("Ana, owner")).text;
    expect(seen).toContain("chat:bo");
    expect(seen).not.toContain("chat:cy");
  });
});

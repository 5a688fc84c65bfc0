import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { accessTexts } from "#hub/access/texts";
import { questionTexts } from "#hub/questions/texts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { partOf } from "#test/part-of";

const sessions = `
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
on "push"
  ask permission "May I push?" argv ["git", "push"]
    when "allow"
      say "Pushed."
on "wait"
  say "on it" every 0ms
  hang
otherwise
  say "heard {prompt}"
`,
};
const notAllowed = (id: string): string => `You are not allowed to use this hub. Ask the administrator to add your account chat:${id}.`;

describe("the security block of the file", () => {
  const security = `
security:
  whitelist_enabled: true
  allowed_users:
    chat: [bo, 12345]
  admins:
    chat: [ada]
`;
  verifies(
    ["C-9.1-3", "C-9.1-4", "C-9.1-5", "C-5.1-13"],
    "makes members and admins of those it lists, numbers or texts, compared exactly, and of nobody else",
    async () => {
      await using parley = await Parley.start({ yaml: security + sessions, files });
      for (const id of ["bo", "12345", "ada"]) {
        const one = talk(parley, id);
        one.say("hello");
        await one.hears("heard hello");
      }
      for (const id of ["Bo", "bo2", "012345", "1234"]) {
        const one = talk(parley, id);
        one.say("hello");
        await one.hears(notAllowed(id));
      }
      const [bo, ada] = [talk(parley, "bo"), talk(parley, "ada")];
      bo.say("!!new mine scripted");
      await bo.hears(say("en", accessTexts.roleNeeded, { role: "admin", mine: "member" }));
      ada.say("!!new mine scripted");
      await ada.hears("Created mine");
      const lines = await parley.messages(await parley.threadOf("work"));
      expect(lines.filter((line) => line.author_kind === "person").map((line) => line.author_name)).toEqual(["chat:bo", "chat:12345", "chat:ada"]);
    },
  );

  verifies("C-5.1-13", "a platform without an entry lets nobody in", async () => {
    await using parley = await Parley.start({ yaml: `security: { allowed_users: { telegram: [bo] } }\n${sessions}`, files });
    const bo = talk(parley, "bo");
    bo.say("hello");
    await bo.hears(notAllowed("bo"));
    expect(await parley.messages(await parley.threadOf("work"))).toEqual([]);
  });
});

describe("a stranger", () => {
  verifies(["C-5.1-2", "C-5.1-3"], "is stopped at the gate whatever they do; one hint a minute, one record with a count", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml: people + sessions, files, clock });
    const room = parley.chat.group("ops", ["ana", "eve"]);
    const [ana, eve] = [talk(parley, "ana", room), talk(parley, "eve", room)];
    const anas = ana.say("push it");
    await ana.hears(partOf(questionTexts.asksPermission));
    const before = await parley.entries(await parley.threadOf("work"));

    const eves = eve.say("let me in");
    await eve.hears(notAllowed("eve"));
    eve.say("!!sessions");
    eve.say("yes");
    expect(await eve.press("Allow once")).toContain(partOf(questionTexts.notAnApprover));
    // Her own line was never stored: editing it changes nothing, and is no attempt at anything.
    parley.chat.editBy("eve", eves, "please");
    parley.chat.react("eve", anas, "👍");
    await parley.chat.waitFor((chat) => chat.unacked.length === 0);
    expect(await parley.refusals()).toEqual([expect.objectContaining({ who: "chat:eve", code: "NotAllowed", count: 5 })]);
    expect(await parley.entries(await parley.threadOf("work"))).toEqual(before);
    expect(eve.heard().filter((text) => text.startsWith(notAllowed("eve")))).toHaveLength(1);

    clock.jump(61_000);
    eve.say("still here");
    await parley.chat.waitFor(() => eve.heard().filter((text) => text.startsWith(notAllowed("eve"))).length === 2);
    const sealed = (await parley.records("refused")).map((one) => [one.who, one.data["code"], one.data["count"]]);
    expect(sealed).toEqual([["chat:eve", "NotAllowed", 5]]);
    expect((await parley.openQuestion()).state).toBe("open");
  });

  it("is spoken to in the language of the account", async () => {
    await using parley = await Parley.start({ yaml: people + sessions, files });
    parley.chat.user("eve", { locale: "zh-Hans" });
    const eve = talk(parley, "eve");
    eve.say("你好");
    expect((await eve.hears("未授权用户")).text).toMatch(/^未授权用户：请联系管理员添加你的账号 chat:eve。\n你的配对码是/);
  });
});

describe("with everyone allowed", () => {
  verifies("C-5.1-12", "a guest may prompt, and never approve nor do what an admin may; people keep their roles", async () => {
    await using parley = await Parley.start({ yaml: `${people}security: { whitelist_enabled: false }\n${sessions}`, files, allowEveryone: true });
    const room = parley.chat.group("ops", ["gus", "ana"]);
    const [gus, ana] = [talk(parley, "gus", room), talk(parley, "ana", room)];
    gus.say("hello");
    await gus.hears("heard hello");
    gus.say("!!new mine scripted");
    await gus.hears(say("en", accessTexts.guestMayNot, { account: "chat:gus" }));
    ana.say("wait");
    await ana.hears("on it …");
    gus.say("!!stop");
    await gus.hears("Ana started this turn of work.");
    ana.say("!!stop");
    await ana.hears("Ana stopped work.");
    gus.say("push it");
    const { id } = await parley.openQuestion();
    expect(await gus.press("Allow once")).toContain(partOf(questionTexts.notAnApprover));
    gus.say("yes");
    await gus.hears(say("en", questionTexts.notAnApprover, { who: "the owner or an admin" }));
    expect((await parley.question(id)).state).toBe("open");
    await ana.press("Allow once");
    await ana.hears("Pushed.");
    expect((await parley.refusals()).map(({ who, code, count }) => [who, code, count])).toEqual([["chat:gus", "NotAllowed", 4]]);
  });
});

describe("the owner is told", () => {
  const notices = async (parley: Parley): Promise<readonly string[]> => {
    const { threads } = z
      .object({ threads: z.array(z.object({ id: z.string(), topic: z.string(), access: z.string() })) })
      .parse((await parley.api("GET", "/api/threads")).body);
    const thread = threads.find((one) => one.topic === "Notices");
    expect(thread?.access).toBe("closed");
    return (await parley.messages(thread?.id ?? "")).map((line) => line.content);
  };

  it("of answers from a shell, new roles, linked accounts, new and revoked tokens, in a thread of its own and in their chat", async () => {
    await using parley = await Parley.start({ yaml: people + sessions, files });
    const [ana, bo] = [talk(parley, "ana"), talk(parley, "bo")];
    ana.say("!!whoami");
    await ana.hears("You: Ana, owner");
    const byOperator = { by: say("en", accessTexts.theOperator), where: say("en", commonTexts.placeShell) };
    await parley.api("POST", "/api/people", { name: "Dee", role: "admin" });
    await ana.hears(say("en", accessTexts.toldNewRole, { name: "Dee", role: "admin", ...byOperator }));
    await parley.api("POST", "/api/people/Dee/accounts", { account: "chat:dee" });
    await ana.hears(say("en", accessTexts.toldAccountLinked, { account: "chat:dee", name: "Dee", ...byOperator }));
    const moved = await parley.api("POST", "/api/people/Ana/accounts", { account: "chat:dee" });
    expect(moved).toMatchObject({ status: 200, body: { name: "Ana", moved_from: "Dee" } });
    await ana.hears(say("en", accessTexts.toldAccountMoved, { account: "chat:dee", name: "Ana", before: "Dee", ...byOperator }));
    const { body } = await parley.api("POST", "/api/tokens", { agent: "bee" });
    const bee = { holder: "bee", id: String(body["id"]), ...byOperator };
    await ana.hears(say("en", accessTexts.toldNewToken, bee));
    await parley.api("DELETE", `/api/tokens/${bee.id}`);
    await ana.hears(say("en", accessTexts.toldTokenRevoked, bee));
    const own = await parley.token({ person: "Ana" });
    await parley.api("POST", "/api/agents/register", { ide: "Editor", model: "m1" }, own);
    await ana.hears("A new token for Editor (m1) was created by Ana from MCP or the API.");
    await parley.api("POST", "/api/tokens", { agent: "cat" }, own);
    await ana.hears("A new token for cat was created by Ana from the page or the API.");
    bo.say("push it");
    const { id } = await parley.openQuestion();
    await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" });
    await ana.hears(say("en", accessTexts.toldShellAnswer, { session: "work", choice: "Allow once", prompt: "May I push?" }));
    expect(await notices(parley)).toHaveLength(9);
    const member = await parley.token({ person: "Bo" });
    const seen = (await parley.api("GET", "/api/threads", undefined, member)).body["threads"] as { topic: string }[];
    expect(seen.map((one) => one.topic)).not.toContain("Notices");
    expect(JSON.stringify(await notices(parley))).not.toContain(String(body["token"]));
    expect(bo.heard().filter((text) => text.includes("token"))).toEqual([]);
  });

  it("and somebody whose role or account is new is let in at once, and whose is gone is not", async () => {
    await using parley = await Parley.start({ yaml: people + sessions, files });
    const dee = talk(parley, "dee");
    dee.say("one");
    await dee.hears(notAllowed("dee"));
    const token = await parley.person("Dee", "member", ["chat:dee"]);
    dee.say("two");
    await dee.hears("heard two");
    expect((await parley.api("GET", "/api/me", undefined, token)).status).toBe(200);
    await parley.api("DELETE", "/api/people/Dee");
    dee.say("three");
    expect((await parley.api("GET", "/api/me", undefined, token)).body["error"]).toBe("BadToken");
    await parley.chat.waitFor((chat) => chat.unacked.length === 0);
    expect(dee.heard()).not.toContain("heard three");
  });
});

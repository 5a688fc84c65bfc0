import { describe, expect, it } from "vitest";
import { outboxTexts } from "#hub/outbox/texts";
import { say } from "#lib/words/words";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";

const yaml = `
people:
  - { name: Ana, role: owner, accounts: ["chat:ana"] }
  - { name: Bo, role: member, accounts: ["chat:bo"] }
sessions:
  - { name: echo, cli_type: scripted, script: echo.script }
  - { name: other, cli_type: scripted }
default_session: echo
`;
const files = { "echo.script": 'otherwise\n  say "you said {prompt}" every 0ms by 3 words\n' };

describe("the road of a message", () => {
  verifies(["C-1.2-4", "C-5.1-5", "C-5.1-2", "C-3.2-4"], "words in a chat reach the default session untouched and its answer comes back", async () => {
    await using parley = await Parley.start({ yaml, files });
    parley.chat.user("ana");
    const room = parley.chat.direct("ana");
    parley.chat.say("ana", room, "/help me");
    const answer = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.text === "you said /help me"));
    expect(answer.room).toBe(room);
    const lines = await parley.messages(await parley.threadOf("echo"));
    expect(lines.map(({ seq, author_name, content }) => [seq, author_name, content])).toEqual([
      [1, "Ana", "/help me"],
      [2, "echo", "you said /help me"],
    ]);
  });

  verifies(["C-8.2-2", "C-8.3-2", "C-1.2-2", "C-5.1-4"], "!!use switches this chat alone, survives a restart, and never reaches an agent", async () => {
    await using parley = await Parley.start({ yaml, files });
    for (const user of ["ana", "bo"]) parley.chat.user(user);
    const ana = parley.chat.direct("ana");
    const bo = parley.chat.direct("bo");
    parley.chat.say("ana", ana, "!!use other");
    await parley.chat.waitFor((chat) => chat.posted.find((message) => message.room === ana && message.text.includes("other")));
    await parley.restart();
    parley.chat.say("ana", ana, "hello");
    parley.chat.say("bo", bo, "hello");
    await parley.chat.waitFor((chat) => chat.posted.find((message) => message.room === bo && message.text.includes("you said hello")));
    const other = await parley.threadOf("other");
    const lines = await parley.until(async () => {
      const all = await parley.messages(other);
      return all.length >= 2 && all;
    });
    expect(lines[0]).toMatchObject({ author_name: "Ana", content: "hello" });
    expect(lines.map((line) => line.content)).not.toContain("!!use other");
  });

  it("keeps the lines of a closed thread as they are, whatever is changed in the chat", async () => {
    await using parley = await Parley.start({ yaml, files });
    parley.chat.user("ana");
    const room = parley.chat.direct("ana");
    const said = parley.chat.say("ana", room, "first words");
    await parley.chat.waitFor((chat) => chat.posted.find((message) => message.text === "you said first words"));
    const thread = await parley.threadOf("echo");
    for (const state of ["close", "archive"]) {
      expect((await parley.api("POST", `/api/threads/${thread}/${state}`, {})).status).toBe(200);
      const before = await parley.entries(thread);
      parley.chat.editBy("ana", said, "other words");
      parley.chat.react("ana", said, "👍");
      await parley.chat.waitFor((chat) => chat.unacked.length === 0);
      expect(await parley.entries(thread)).toEqual(before);
    }
  });

  it("shows in the chat which agent speaks, with its mark", async () => {
    await using parley = await Parley.start({ yaml, files });
    parley.chat.user("ana");
    const room = parley.chat.direct("ana");
    parley.chat.say("ana", room, "hello");
    await parley.chat.waitFor((chat) => chat.posted.find((message) => message.text === "you said hello"));
    const bee = await parley.token({ agent: "bee", may: [] });
    await parley.api("POST", `/api/threads/${await parley.threadOf("echo")}/messages`, { content: "Ana said yes" }, bee);
    const shown = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.text.includes("Ana said yes")));
    expect(shown.text).toContain(say("en", outboxTexts.agentHead, { agent: "bee" }));
  });

  verifies(
    "C-1.2-3",
    "a platform that the program does not know connects with the hub by implementing one interface, and keeps its words over a restart",
    async () => {
      await using parley = await Parley.start({ yaml, files });
      parley.chat.user("ana");
      parley.chat.say("ana", parley.chat.direct("ana"), "keep this");
      await parley.chat.waitFor((chat) => chat.posted.find((message) => message.text === "you said keep this"));
      const thread = await parley.threadOf("echo");
      const before = await parley.messages(thread);
      const logins = parley.chat.welcomed;
      await parley.restart();
      await parley.chat.waitFor((chat) => chat.welcomed > logins);
      await parley.until(async () =>
        ((await parley.api("GET", "/api/status")).body["links"] as { state: string }[]).every((link) => link.state === "connected"),
      );
      expect(await parley.messages(thread)).toEqual(before);
      expect(before.map((line) => line.content)).toEqual(["keep this", "you said keep this"]);
    },
  );
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shippedSkills } from "#app/ship-skills";
import { ircTexts } from "#commands/irc/texts";
import { say } from "#lib/words/words";
import { openIrcRoom, type IrcRoom, type Output } from "#test/fakes/irc/irc-room";
import { nothingYet, serveForAll } from "#test/fakes/irc/serve-for-all";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";

let { server, bob } = nothingYet;
serveForAll((both) => ({ server, bob } = both), { server: { keyed: { name: "#keyed", key: "sesame1" } }, bob: { channels: ["#lemon", "#keyed sesame1"] } });

/** Lines of bob's that match, from that place on. */
const heardBy = (from: number, words: RegExp): readonly string[] => bob.lines.slice(from).filter((line) => words.test(line));

describe("a session's line", () => {
  verifies(
    ["REQ-0028-010", "IRC-LIFE-1", "IRC-STATUS-1", "IRC-STATUS-2", "REQ-0028-001"],
    "is made by the first status, which does not wait for it, and found again by the next",
    async () => {
      const before = bob.lines.length;
      await using room = await openIrcRoom(server.port, { IRC_NICK: "first" });
      expect((await room.exec("irc pull")).result).toMatchObject({ ok: true, returned: 0 });
      expect((await room.exec("irc history")).result).toMatchObject({ ok: true, returned: 0 });
      expect((await room.exec("irc disconnect")).result).toMatchObject({ ok: true, was_connected: false });
      await bob.synced();
      expect(heardBy(before, /first/)).toEqual([]);
      const facts = { server: "127.0.0.1", port: server.port, tls: false, nick: "first", channel: "#lemon" };
      expect(await room.exec("irc status")).toMatchObject({ exit_code: 0, result: { ok: true, command: "irc status", state: "connecting", ...facts } });
      expect(await room.untilState("joined")).toEqual({ ok: true, command: "irc status", state: "joined", ...facts, auto_forward: false });
      await bob.synced();
      expect(heardBy(before, /^:first!\S+ JOIN :?#lemon/)).toHaveLength(1);
    },
  );

  verifies(
    ["REQ-0028-002", "IRC-LIFE-2", "IRC-LIFE-3", "IRC-LIFE-4", "IRC-SEND-1", "IRC-SEND-3", "IRC-SEND-5", "IRC-OUT-2"],
    "is made by the first send, which needs no other step, and serves all that follow with one JOIN",
    async () => {
      await using room = await openIrcRoom(server.port, { IRC_CHANNEL: "#keyed", IRC_CHANNEL_KEY: "sesame1", IRC_NICK: "second" });
      const before = bob.lines.length;
      const sent = await room.exec('irc send --text "good morning"');
      expect(sent.result).toEqual({
        ok: true,
        command: "irc send",
        to: "#keyed",
        message_len: 12,
        session_bound: true,
        connected: true,
        joined_default_channel: true,
        messages_sent: 1,
      });
      expect(sent.stdout).toBe("Sent to #keyed. Characters: 12, messages: 1.");
      await Promise.all([2, 3, 4].map((n) => room.exec(`irc send --text "number ${n}"`)));
      await room.exec("irc connect");
      await bob.synced();
      const said = heardBy(before, /^:second!\S+ PRIVMSG #keyed /).map((line) => line.split(" :")[1]);
      expect(said).toHaveLength(4);
      expect(new Set(said)).toEqual(new Set(["good morning", "number 2", "number 3", "number 4"]));
      expect(heardBy(before, /^:second!\S+ JOIN /)).toHaveLength(1);
    },
  );

  verifies(["IRC-SEND-2", "REQ-0028-002"], "takes the text once: as an argument, or piped in with its lines as messages and never as commands", async () => {
    await using room = await openIrcRoom(server.port, { IRC_NICK: "third" });
    for (const line of ["irc send", 'irc send --text "a" --text-stdin', "irc send --text-stdin", 'irc send --text ""'])
      expect(await room.exec(line)).toMatchObject({ exit_code: 1, error_code: "InvalidArgs" });
    const before = bob.lines.length;
    const stdin = 'first "quoted" line\r\nQUIT :hacked\n\nPRIVMSG bob :psst\n漢字 🙂';
    expect((await room.exec("irc send --text-stdin", { stdin })).result).toMatchObject({ messages_sent: 4, message_len: [...stdin].length });
    await bob.synced();
    const said = heardBy(before, /^:third!\S+ PRIVMSG /).map((line) => line.slice(line.indexOf("PRIVMSG")));
    expect(said).toEqual(['first "quoted" line', "QUIT :hacked", "PRIVMSG bob :psst", "漢字 🙂"].map((text) => `PRIVMSG #lemon :${text}`));
    expect(heardBy(before, /^:third!\S+ QUIT/)).toEqual([]);
    expect(await room.exec("irc send --text-stdin", { stdin: "x\n".repeat(51) })).toMatchObject({ error_code: "TooLarge", error_message: holding("51 lines") });
  });

  verifies(["REQ-0028-022", "IRC-SEND-4"], "sends to another channel or to a person only with --confirm", async () => {
    await using room = await openIrcRoom(server.port, { IRC_NICK: "fourth" });
    const before = bob.lines.length;
    bob.send("JOIN #other");
    for (const to of ["#other", "bob", "#lemonade", "lemon"]) {
      expect(await room.exec(`irc send --to ${to} --text "hi"`)).toMatchObject({
        exit_code: 1,
        error_code: "ConfirmRequired",
        error_message: holding("--confirm"),
        result: { ok: false, to },
      });
    }
    expect((await room.exec("irc send --to #LEMON --text upper")).result).toMatchObject({ ok: true, to: "#LEMON" });
    expect((await room.exec("irc send --to bob --text direct --confirm")).result).toMatchObject({ ok: true, to: "bob" });
    expect((await room.exec("irc send --to #other --text there --confirm")).result).toMatchObject({ ok: true, joined_default_channel: true });
    await bob.synced();
    expect(heardBy(before, /^:fourth!\S+ PRIVMSG /).map((line) => line.slice(line.indexOf("PRIVMSG")).toLowerCase())).toEqual([
      "privmsg #lemon :upper",
      "privmsg bob :direct",
      "privmsg #other :there",
    ]);
    for (const to of ["#a,#b", "*", "a!b@c", '"bob x"'])
      expect(await room.exec(`irc send --to ${to} --text "hi" --confirm`)).toMatchObject({ exit_code: 1, error_code: "BadTarget" });
    expect(await room.exec("irc send --to nobody --text hi --confirm")).toMatchObject({ error_code: "NoSuchTarget" });
  });

  it("runs every line that its skill shows, as it stands there", async () => {
    const skill = await readFile(join(shippedSkills, "irc-cli/SKILL.md"), "utf8");
    const calls = [...skill.matchAll(/^terminal_exec (.*)$/gm)].map(([, args]) => JSON.parse(args ?? "") as { command: string; stdin?: string });
    expect(calls.length).toBeGreaterThan(7);
    await using room = await openIrcRoom(server.port, { IRC_NICK: "skilled" });
    for (const { command, ...more } of calls)
      expect([command, await room.exec(command, more)]).toMatchObject([command, { exit_code: 0, result: { ok: true } }]);
  });

  verifies("IRC-NG-2", "knows no verbs that manage a channel or look people up, and answers no CTCP", async () => {
    await using room = await openIrcRoom(server.port, { IRC_NICK: "fifth" });
    for (const verb of ["ban", "kick", "mode", "who", "whois", "ctcp", "dcc", "get", "raw", "quit"])
      expect(await room.exec(`irc ${verb} x`)).toMatchObject({ error_code: "UnknownCommand" });
    await room.exec("irc connect");
    const before = bob.lines.length;
    bob.send("PRIVMSG fifth :\u0001VERSION\u0001", "PRIVMSG fifth :plain");
    expect(await room.untilWaiting(1, "fifth")).toMatchObject([{ nick: "bob", text: "plain" }]);
    expect(await room.exec("irc send --text-stdin", { stdin: "\u0001ACTION waves\u0001" })).toMatchObject({ error_code: "BadText" });
    await bob.synced();
    expect(heardBy(before, /NOTICE bob/)).toEqual([]);
  });
});

describe("irc pull", () => {
  verifies(
    ["REQ-0028-003", "IRC-PULL-1", "IRC-PULL-2", "IRC-PULL-3", "IRC-PULL-4", "IRC-PULL-6", "IRC-PULL-7", "IRC-PULL-8", "IRC-SAFE-5", "IRC-OUT-2"],
    "gives each line once, the oldest first, and moves its cursor only when it does not peek",
    async () => {
      await using room = await openIrcRoom(server.port, { IRC_NICK: "puller" });
      await room.exec("irc connect");
      bob.send(
        "PRIVMSG #lemon :one",
        "PRIVMSG #lemon :\u0002two\u0002 \u000304red\u0003 \u001b[31mesc",
        "PRIVMSG #lemon :\u0001ACTION waves\u0001",
        "PRIVMSG #lemon :four",
      );
      const peeked = await room.untilWaiting(4);
      expect(peeked.map(({ nick, text }) => `${nick} ${text}`)).toEqual(["bob one", "bob two red ⟨U+001B⟩[31mesc", "bob * waves", "bob four"]);
      const first = await room.exec("irc pull --limit 3");
      expect(first.result).toEqual({
        ok: true,
        command: "irc pull",
        from: "#lemon",
        returned: 3,
        cursor_after: peeked[2]?.id,
        messages: peeked.slice(0, 3),
        truncated: false,
        dropped_count: 0,
        waiting_count: 1,
      });
      // The words of others stand in the result alone: an agent that reads both reads them once.
      expect(first.stdout).not.toContain("<bob>");
      expect(first.stdout.split("\n")).toEqual([say("en", ircTexts.ircPulled, { from: "#lemon", count: 3 }), say("en", ircTexts.ircWaiting, { count: 1 })]);
      const peek = await room.exec("irc pull --peek");
      expect(peek.result).toMatchObject({ returned: 1, cursor_before: peeked[2]?.id, messages: [{ text: "four" }] });
      expect(peek.result).not.toHaveProperty("cursor_after");
      expect((await room.exec("irc pull --from #LEMON")).result).toMatchObject({ cursor_before: peeked[2]?.id, cursor_after: peeked[3]?.id, returned: 1 });
      expect((await room.exec("irc pull")).result).toMatchObject({ returned: 0, messages: [], cursor_before: peeked[3]?.id, cursor_after: peeked[3]?.id });
      for (const wrong of ["--limit 0", "--limit 201", "--format long", "--from", "--from a,b"])
        expect((await room.exec(`irc pull ${wrong}`)).exit_code).toBe(1);
      // What was read, and what others than the session's agent may read, waits for nobody else.
      const history = await room.exec("irc history --limit 2");
      expect(history.stdout).not.toMatch(/waves|four/);
      expect(history.result).toMatchObject({
        returned: 2,
        messages: [{ text: "* waves" }, { text: "four" }],
        next_before: peeked[2]?.id,
      });
      expect((await room.exec(`irc history --before ${peeked[2]?.id}`)).result).toMatchObject({ messages: [{ text: "one" }, { text: holding("two red") }] });
      expect(await room.exec("irc history --before x")).toMatchObject({ error_code: "InvalidArgs" });
    },
  );

  verifies("REQ-0028-004", "has a cursor for each channel, and one for what was said to it alone", async () => {
    await using room = await openIrcRoom(server.port, { IRC_NICK: "two" });
    bob.send("JOIN #second");
    await room.exec("irc send --to #second --text hello --confirm");
    bob.send("PRIVMSG #lemon :in the first", "PRIVMSG #second :in the second", "PRIVMSG two :to you alone");
    await room.untilWaiting(1);
    await room.untilWaiting(1, "#second");
    expect((await room.exec("irc pull")).result).toMatchObject({ returned: 1, messages: [{ text: "in the first" }] });
    expect((await room.exec("irc pull --from #second")).result).toMatchObject({ from: "#second", returned: 1, messages: [{ text: "in the second" }] });
    expect((await room.exec("irc pull --from TWO")).result).toMatchObject({ returned: 1, messages: [{ nick: "bob", text: "to you alone" }] });
    expect((await room.exec("irc pull --from #second")).result).toMatchObject({ returned: 0 });
    bob.send("PRIVMSG #second :more");
    await room.untilWaiting(1, "#second");
    expect((await room.exec("irc pull")).result).toMatchObject({ returned: 0 });
    expect((await room.exec("irc pull --from #third")).result).toMatchObject({ returned: 0 });
  });

  verifies(
    ["REQ-0028-023", "IRC-TRUNC-3", "IRC-TRUNC-4", "IRC-PULL-5", "IRC-OUT-1", "IRC-OUT-3"],
    "leaves out the middle of a batch that is too long, says so, and goes on behind its end; --format full has the whole in a file",
    async () => {
      await using room = await openIrcRoom(server.port, { IRC_NICK: "cutter" });
      await room.exec("irc connect");
      const texts = Array.from({ length: 40 }, (_, i) => `${i} ${"x".repeat(380)}`);
      for (const text of texts) bob.send(`PRIVMSG #lemon :${text}`);
      const shown = await wholeBatch(room);
      expect(shown.stdout.length).toBeLessThan(300);
      expect(JSON.stringify(shown.result).length).toBeLessThan(11_000);
      const {
        messages,
        returned,
        truncated,
        cursor_after: after,
      } = shown.result as { messages: { id: string; text: string; nick: string }[] } & Record<string, unknown>;
      expect(truncated).toBe(true);
      expect(messages).toHaveLength(Number(returned) + 1);
      const at = messages.findIndex(({ text }) => text === "[...TRUNCATED...]");
      expect([messages[0]?.text, messages.at(-1)?.text]).toEqual([texts[0], texts[39]]);
      expect(at).toBeGreaterThan(5);
      expect(messages.length - at).toBeGreaterThan(5);
      expect(after).toBe(messages.at(-1)?.id);
      expect(messages.reduce((sum, { text, nick }) => sum + text.length + nick.length, 0)).toBeLessThanOrEqual(8_000);
      const [file] = shown.artifacts;
      expect(shown.result["artifact"]).toBe(file?.path);
      const whole = (await room.file(file?.path ?? "")).trim().split("\n");
      expect(whole.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual(texts);
      expect((await room.exec("irc pull")).result).toMatchObject({ returned: 0, truncated: false });
    },
  );
});

/** Forty lines at once, when all of them are there. */
async function wholeBatch(room: IrcRoom): Promise<Output> {
  await expect.poll(async () => (await room.exec("irc pull --peek --limit 1")).result["waiting_count"], { interval: 10, timeout: 20_000 }).toBe(39);
  return room.exec("irc pull --format full");
}

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Secret } from "#lib/redact/secret";
import { ircClient, type IrcClient } from "#test/fakes/irc/client";
import { codeOf, heardLink } from "#test/fakes/irc/heard-link";
import { startNgircd, type Ngircd } from "#test/fakes/irc/ngircd";
import { never } from "#test/fakes/irc/raw-steps";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";

const keyed = { name: "#keyed", key: "sesame" };
const talk = { name: "#talk" };
let server: Ngircd;
let bob: IrcClient;

beforeAll(async () => {
  server = await startNgircd({ keyed });
  bob = await ircClient({ port: server.port, nick: "bob", channels: ["#talk"] });
});
afterAll(async () => {
  bob?.[Symbol.dispose]();
  await server?.[Symbol.asyncDispose]();
});

describe("a channel of a real server", () => {
  verifies("IRC-ENV-5", "is joined with its key", async () => {
    await using heard = heardLink({ port: server.port, nick: "keyholder", channels: [{ name: "#keyed", key: new Secret("sesame") }] });
    expect(await heard.link.settled(never)).toEqual({ kind: "joined", nick: "keyholder" });
    expect(heard.link.joined("#KEYED")).toBe(true);
    expect(JSON.stringify([heard.trace, heard.states])).not.toContain("sesame");
  });

  it("says that the key is wrong, and the link stays up", async () => {
    await using heard = heardLink({ port: server.port, nick: "stranger", channels: [{ name: "#keyed", key: new Secret("abracadabra") }, talk] });
    expect(await heard.link.settled(never)).toMatchObject({ kind: "connected", fault: { code: "BadChannelKey", values: { channel: "#keyed" } } });
    expect(heard.link.joined("#talk")).toBe(true);
    expect(await heard.link.send("#talk", "still here", never)).toEqual({ ok: true, written: 1 });
    expect(await heard.link.join({ name: "#keyed", key: new Secret("sesame") })).toEqual({ ok: true });
    expect(heard.link.state.kind).toBe("joined");
  });

  it.each([
    ["+i", "InviteOnly"],
    ["+l 1", "ChannelFull"],
    ["+b *!*@*", "BannedFromChannel"],
  ])("with mode %s refuses with %s", async (mode, code) => {
    const name = `#${code.toLowerCase()}`;
    using owner = await ircClient({ port: server.port, nick: "owner", channels: [name] });
    owner.send(`MODE ${name} ${mode}`);
    await owner.synced();
    await using heard = heardLink({ port: server.port, nick: "guest", channels: [{ name }] });
    expect(await heard.link.settled(never)).toMatchObject({ kind: "connected", fault: { code } });
    owner.send(`MODE ${name} -${mode.slice(1)}`);
    await owner.synced();
    expect(await heard.link.join({ name })).toEqual({ ok: true });
  });

  it("tells of a kick with who and why, and that a message does not get through then", async () => {
    using owner = await ircClient({ port: server.port, nick: "boss", channels: ["#strict"] });
    owner.send("MODE #strict +n");
    await using heard = heardLink({ port: server.port, nick: "kicked", channels: [{ name: "#strict" }] });
    await heard.link.settled(never);
    owner.send("KICK #strict kicked :off topic");
    const state = await heard.told((told) => codeOf(told) === "Kicked");
    expect(state).toMatchObject({
      kind: "connected",
      fault: { text: { key: "ircFaultKicked" }, values: { by: "boss", channel: "#strict", words: '"off topic"' } },
    });
    expect(await heard.link.send("#strict", "but", never)).toMatchObject({ ok: false, why: "refused", fault: { code: "CannotSend" } });
  });
});

describe("a nick on a real server", () => {
  it("that somebody has is refused, and no other is taken", async () => {
    await using heard = heardLink({ port: server.port, nick: "bob" });
    expect(await heard.link.settled(never)).toMatchObject({ kind: "error", fault: { code: "NickInUse" } });
    expect(heard.trace.filter(({ line }) => line.startsWith("NICK"))).toHaveLength(1);
  });

  it("of nine characters is taken and one of ten is not", async () => {
    await using nine = heardLink({ port: server.port, nick: "ninechars" });
    expect((await nine.link.settled(never)).kind).toBe("connected");
    await using ten = heardLink({ port: server.port, nick: "tencharact" });
    expect(await ten.link.settled(never)).toMatchObject({ kind: "error", fault: { code: "BadNick", values: { words: holding("max. 9") } } });
  });

  it("that an operator kills says so", async () => {
    using oper = await ircClient({ port: server.port, nick: "oper" });
    await using heard = heardLink({ port: server.port, nick: "victim" });
    await heard.link.settled(never);
    oper.send("OPER oper operator", "KILL victim :enough");
    expect(await heard.told(({ kind }) => kind === "error")).toMatchObject({ fault: { code: "Killed", values: { words: holding("enough") } } });
  });
});

describe("the password of a real server", () => {
  verifies("IRC-ENV-4", "is sent as PASS; a wrong one and a missing one are refused as such", async () => {
    await using closed = await startNgircd({ password: "letmein" });
    await using right = heardLink({ port: closed.port, password: new Secret("letmein") });
    expect((await right.link.settled(never)).kind).toBe("connected");
    await using wrong = heardLink({ port: closed.port, nick: "wrong", password: new Secret("opensesame") });
    const state = await wrong.link.settled(never);
    expect(state).toMatchObject({ kind: "error", fault: { code: "ServerPasswordRejected" } });
    await using none = heardLink({ port: closed.port, nick: "none" });
    expect(codeOf(await none.link.settled(never))).toBe("ServerPasswordRejected");
    expect(JSON.stringify([right.trace, wrong.trace, state])).not.toMatch(/letmein|opensesame/);
  });
});

describe("text through a real server", () => {
  const family = "👨‍👩‍👧‍👦";
  it.each([
    ["Chinese", "世界上最长的一句话没有空格也没有标点".repeat(60)],
    ["emoji", `${family}🇨🇳👍🏽e\u0301`.repeat(60)],
    [
      "words",
      Array.from({ length: 400 }, (_, word) => `word${word}${" ".repeat(word % 4)}`)
        .join(" ")
        .trimEnd(),
    ],
    ["everything", `a你 ${family}  ü `.repeat(120).trimEnd()],
  ])("arrives to the letter, however long: %s", async (_, text) => {
    await using heard = heardLink({ port: server.port, nick: "writer", channels: [talk] });
    await heard.link.settled(never);
    const before = bob.textsTo("#talk").length;
    const sent = await heard.link.send("#talk", text, never);
    expect(sent).toMatchObject({ ok: true });
    await bob.synced();
    const pieces = bob.textsTo("#talk").slice(before);
    expect(pieces).toHaveLength(sent.written);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toBe(text);
  });

  it("with line ends arrives as messages, and none of it as a command", async () => {
    await using heard = heardLink({ port: server.port, nick: "multi", channels: [talk] });
    await heard.link.settled(never);
    const before = bob.textsTo("#talk").length;
    expect(await heard.link.send("#talk", "one\r\nQUIT :bye\n\nPART #talk\rNICK evil", never)).toEqual({ ok: true, written: 4 });
    await bob.synced();
    expect(bob.textsTo("#talk").slice(before)).toEqual(["one", "QUIT :bye", "PART #talk", "NICK evil"]);
    expect(heard.link.state).toEqual({ kind: "joined", nick: "multi" });
  });

  it("to nobody is refused", async () => {
    await using heard = heardLink({ port: server.port, nick: "lonely" });
    await heard.link.settled(never);
    expect(await heard.link.send("nobody", "hello?", never)).toMatchObject({ ok: false, why: "refused", fault: { code: "NoSuchTarget" } });
  });

  it("to a nick arrives there and nowhere else", async () => {
    await using heard = heardLink({ port: server.port, nick: "private", channels: [talk] });
    await heard.link.settled(never);
    expect(await heard.link.send("bob", "psst", never)).toEqual({ ok: true, written: 1 });
    await bob.synced();
    expect(bob.textsTo("bob")).toEqual(["psst"]);
    expect(bob.textsTo("#talk")).not.toContain("psst");
  });

  it("from a flood of thousands of lines is all heard, in order", async () => {
    await using heard = heardLink({ port: server.port, nick: "patient", channels: [talk] });
    await heard.link.settled(never);
    const lines = Array.from({ length: 5_000 }, (_, line) => `flood ${line} 洪水`);
    // In parts, because the server closes a connection that sends more than its buffer holds.
    for (let from = 0; from < lines.length; from += 100) {
      bob.send(...lines.slice(from, from + 100).map((line) => `PRIVMSG #talk :${line}`));
      await bob.synced();
    }
    const messages = await heard.heard(lines.length, ({ text }) => text.startsWith("flood "));
    expect(messages.map(({ text }) => text)).toEqual(lines);
    expect(heard.link.state.kind).toBe("joined");
  });
});

describe("what a link says to a server", () => {
  verifies("IRC-NG-2", "is registering, joining, talking and leaving; it neither sends nor answers CTCP, and has no word for the rest", async () => {
    const heard = heardLink({ port: server.port, nick: "modest", channels: [talk] });
    await heard.link.settled(never);
    bob.send(...["VERSION", "PING 1", "TIME", "DCC SEND x 1 2 3"].map((request) => `PRIVMSG modest :\u0001${request}\u0001`), "INVITE modest #elsewhere");
    expect((await heard.heard(4, ({ kind }) => kind === "ctcp")).map(({ text }) => text)).toEqual(["VERSION", "PING 1", "TIME", "DCC SEND x 1 2 3"]);
    expect(await heard.link.send("bob", "\u0001DCC SEND x 1 2 3\u0001", never)).toMatchObject({ ok: false, why: "refused", fault: { code: "BadText" } });
    expect(await heard.link.send("bob", "/kick bob\nMODE #talk +o modest", never)).toEqual({ ok: true, written: 2 });
    await heard.link.quit();
    const verbs = heard.trace.filter(({ direction }) => direction === "out").map(({ line }) => line.split(" ")[0]);
    expect(new Set(verbs)).toEqual(new Set(["CAP", "NICK", "USER", "JOIN", "PRIVMSG", "PING", "QUIT"]));
    expect(bob.lines.some((line) => /^:modest!\S+ (?:NOTICE|MODE|KICK)/.test(line))).toBe(false);
  });
});

describe("a real server that goes away", () => {
  it("by SIGKILL leaves what was being sent unknown, and is lost", async () => {
    await using doomed = await startNgircd();
    await using heard = heardLink({ port: doomed.port, channels: [talk], pace: { burst: 3, everyMs: 3_600_000 } });
    await heard.link.settled(never);
    const sent = heard.link.send("#talk", "one\ntwo\nthree\nfour", never);
    await doomed.kill();
    const outcome = await sent;
    expect(outcome).toMatchObject({ ok: false, why: outcome.written === 0 ? "later" : "unknown", fault: { code: "LinkLost" } });
    expect(codeOf(heard.link.state)).toBe("LinkLost");
    await using refused = heardLink({ port: doomed.port });
    expect(codeOf(await refused.link.settled(never))).toBe("ConnectionRefused");
  });

  it("and comes back is reached by a new link with the same nick", async () => {
    await using restarting = await startNgircd();
    await using before = heardLink({ port: restarting.port, channels: [talk] });
    await before.link.settled(never);
    await restarting.restart();
    expect(codeOf(await before.told(({ kind }) => kind === "error"))).toBe("LinkLost");
    expect(await before.link.send("#talk", "anybody?", never)).toMatchObject({ ok: false, why: "later" });
    await using after = heardLink({ port: restarting.port, channels: [talk] });
    expect((await after.link.settled(never)).kind).toBe("joined");
  });

  it("hears QUIT from a link that is left", async () => {
    const heard = heardLink({ port: server.port, nick: "leaver", channels: [talk] });
    await heard.link.settled(never);
    await heard.link.quit("gone fishing");
    await bob.says(/^:leaver!\S+ QUIT :.*gone fishing/);
    expect(heard.link.state).toEqual({ kind: "closed" });
  });
});

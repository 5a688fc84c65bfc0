import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { heardLink } from "#test/fakes/irc/heard-link";
import { rawIrcServer, type RawIrcServer } from "#test/fakes/irc/raw-server";
import { chan, confirm, never, upAndIn } from "#test/fakes/irc/raw-steps";
import { holding } from "#test/matching";

let server: RawIrcServer;

beforeEach(async () => {
  server = await rawIrcServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

describe("sending", () => {
  it("is confirmed by the server before it counts as sent", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    let isSent = false;
    const sent = heard.link.send("#chan", "one\ntwo", never).finally(() => (isSent = true));
    await end.says(/^PING :parley-sent/);
    expect(end.lines.filter((line) => line.startsWith("PRIVMSG"))).toEqual(["PRIVMSG #chan :one", "PRIVMSG #chan :two"]);
    expect(isSent).toBe(false);
    await confirm(end);
    expect(await sent).toEqual({ ok: true, written: 2 });
  });

  it("makes a message of every line, never a command", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    const sent = heard.link.send("#chan", "hi\r\nQUIT :bye\nJOIN #evil\r:x PART #chan", never);
    await confirm(end);
    expect(await sent).toEqual({ ok: true, written: 4 });
    const behind = end.lines.slice(end.lines.indexOf("JOIN #chan") + 1, -1);
    expect(behind).toEqual(["PRIVMSG #chan :hi", "PRIVMSG #chan :QUIT :bye", "PRIVMSG #chan :JOIN #evil", "PRIVMSG #chan ::x PART #chan"]);
  });

  it.each(["#chan\r\nQUIT", "alice,bob", ":alice", "a b", "", "$*", "#a\0b"])("writes nothing to the target %j", async (target) => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    expect(await heard.link.send(target, "hi", never)).toMatchObject({ ok: false, why: "refused", written: 0, fault: { code: "BadTarget" } });
    expect(await heard.link.join({ name: `#${target} ` })).toMatchObject({ ok: false });
    expect(end.lines.some((line) => line.startsWith("PRIVMSG") || line.startsWith("QUIT"))).toBe(false);
  });

  it("is refused when the server says so, and stops there", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan], pace: { burst: 2, everyMs: 60_000 } });
    const end = await upAndIn(server, heard);
    const sent = heard.link.send("#Chan", "one", never);
    await end.says(/^PRIVMSG #Chan :one$/);
    end.send(":raw.test 404 parley #chan :Cannot send to channel (+m)");
    await confirm(end);
    expect(await sent).toMatchObject({ ok: false, why: "refused", written: 1, fault: { code: "CannotSend", values: { words: holding("+m") } } });
  });

  it("takes a refusal of something else for nothing of its own", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    const sent = heard.link.send("#chan", "one", never);
    await end.says(/^PRIVMSG/);
    end.send(":raw.test 401 parley somebody :No such nick", ":raw.test 301 parley #chan :is away");
    await confirm(end);
    expect(await sent).toEqual({ ok: true, written: 1 });
  });

  it("is of unknown outcome when the link drops before the confirmation, and goes out only once", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    const sent = heard.link.send("#chan", "one", never);
    const behind = heard.link.send("#chan", "two", never);
    await end.says(/^PING :parley-sent/);
    end[Symbol.dispose]();
    expect(await sent).toMatchObject({ ok: false, why: "unknown", written: 1, fault: { code: "LinkLost" } });
    expect(await behind).toMatchObject({ ok: false, why: "later", written: 0, fault: { code: "LinkLost" } });
    expect(server.accepted).toBe(1);
  });

  it("is of unknown outcome when the confirmation never comes", async () => {
    const clock = fakeClock();
    await using heard = heardLink({ port: server.port, channels: [chan] }, clock);
    const end = await upAndIn(server, heard);
    const sent = heard.link.send("#chan", "one", never);
    await end.says(/^PING :parley-sent/);
    await clock.advance(30_000);
    expect(await sent).toMatchObject({ ok: false, why: "unknown" });
  });

  it("can be tried later while the link is not up, and after it is closed", async () => {
    const heard = heardLink({ port: server.port });
    expect(await heard.link.send("#chan", "one", never)).toMatchObject({ why: "later", fault: { code: "NotConnected" } });
    await heard.link.quit();
    expect(await heard.link.send("#chan", "one", never)).toMatchObject({ why: "later", fault: { code: "NotConnected" } });
    expect(await heard.link.join(chan)).toMatchObject({ ok: false, fault: { code: "NotConnected" } });
  });

  it("keeps the pace on the clock and the order of the callers", async () => {
    const clock = fakeClock();
    await using heard = heardLink({ port: server.port, pace: { burst: 2, everyMs: 1_000 } }, clock);
    const end = await server.welcome();
    await heard.told(({ kind }) => kind === "connected");
    const first = heard.link.send("bob", "1\n2\n3\n4", never);
    const second = heard.link.send("bob", "5", never);
    await end.says(/^PRIVMSG bob :2$/);
    const texts = (): readonly string[] => end.lines.filter((line) => line.startsWith("PRIVMSG")).map((line) => line.slice(-1));
    await clock.advance(999);
    expect(texts()).toEqual(["1", "2"]);
    await clock.advance(1);
    await end.says(/^PRIVMSG bob :3$/);
    await clock.advance(1_000);
    await confirm(end);
    expect(await first).toEqual({ ok: true, written: 4 });
    await clock.advance(1_000);
    await confirm(end, end.lines.findIndex((line) => line.startsWith("PING")) + 1);
    expect(await second).toEqual({ ok: true, written: 1 });
    expect(texts()).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("that is called off says how far it came", async () => {
    const clock = fakeClock();
    await using heard = heardLink({ port: server.port, pace: { burst: 2, everyMs: 1_000 } }, clock);
    const end = await server.welcome();
    await heard.told(({ kind }) => kind === "connected");
    const calling = new AbortController();
    const sent = heard.link.send("bob", "1\n2\n3", calling.signal);
    await end.says(/^PRIVMSG bob :2$/);
    calling.abort();
    expect(await sent).toMatchObject({ why: "unknown", written: 2, fault: { code: "CalledOff" } });
    expect(await heard.link.send("bob", "4", calling.signal)).toMatchObject({ why: "later", written: 0, fault: { code: "CalledOff" } });
  });

  it("leaves room for what the server writes in front for the others", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    const sent = heard.link.send("#chan", "x".repeat(2_000), never);
    await confirm(end);
    await sent;
    const longest = `:parley!${"u".repeat(11)}@${"h".repeat(64)} `.length;
    const lines = end.lines.filter((line) => line.startsWith("PRIVMSG"));
    expect(lines.map((line) => longest + line.length + 2).every((bytes) => bytes <= 512)).toBe(true);
    expect(longest + (lines[0]?.length ?? 0) + 2).toBe(512);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ircClient } from "#test/fakes/irc/client";
import { startInspircd, type Inspircd } from "#test/fakes/irc/inspircd";
import { openIrcRoom, unpaced } from "#test/fakes/irc/irc-room";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";

const password = "wonder1and";
let server: Inspircd;

beforeAll(async () => {
  server = await startInspircd({ services: true });
  await server.register("alice", password);
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
});

describe("a nick with a password", () => {
  verifies(["IRC-ENV-6", "IRC-SAFE-2"], "is logged in by SASL where the server offers it, and the trace shows how without the password", async () => {
    await using room = await openIrcRoom(server.port, { IRC_NICK: "alice", IRC_NICKSERV_PASSWORD: password });
    expect((await room.exec("irc send --text hello")).result).toMatchObject({ ok: true });
    const written = await room.exec("irc status --out trace.txt");
    expect(written).toMatchObject({ result: { state: "joined", trace: "trace.txt" }, artifacts: [{ path: "trace.txt", mime: holding("text/plain") }] });
    const trace = await room.file("trace.txt");
    expect(trace).toMatch(/> AUTHENTICATE \[secret\]\n/);
    expect(trace).toMatch(/ 900 alice .*logged in/);
    expect(trace).toMatch(/> JOIN #lemon\n/);
    expect(trace).toMatch(/= joined\n/);
    expect(trace).not.toMatch(/wonder1and|PRIVMSG #lemon/);
    expect(trace).not.toContain(Buffer.from(`alice\0alice\0${password}`).toString("base64"));
    expect(JSON.stringify([written.stdout, written.result])).not.toContain("AUTHENTICATE");
    expect(await room.exec("irc status --out trace.txt")).toMatchObject({ error_code: "ConfirmRequired" });
    expect(await room.exec("irc status --out trace.txt --confirm")).toMatchObject({ exit_code: 0 });
    expect(await room.exec("irc status --out .agents/skills/irc-cli/secrets/trace.txt")).toMatchObject({ exit_code: 1 });
  });

  verifies("IRC-ENV-6", "is logged in by a word to NickServ where there is no SASL", async () => {
    await using room = await openIrcRoom(
      server.port,
      { IRC_NICK: "alice", IRC_NICKSERV_PASSWORD: password },
      { openIrc: (spec, world) => unpaced({ ...spec, sasl: "off" }, world) },
    );
    expect((await room.exec("irc connect")).result).toMatchObject({ state: "joined" });
    await room.exec("irc status --out trace.txt");
    expect(await room.file("trace.txt")).toMatch(/> PRIVMSG NickServ :IDENTIFY \[secret\]\n[^]*NOTICE alice :.*accepted/i);
  });

  it("that is wrong is told, with the key to correct", async () => {
    await using room = await openIrcRoom(server.port, { IRC_NICK: "alice", IRC_NICKSERV_PASSWORD: "guessed1" });
    expect(await room.exec("irc connect")).toMatchObject({ error_code: "SaslFailed", error_message: holding("IRC_NICKSERV_PASSWORD") });
  });
});

describe("names", () => {
  it("are compared as the server compares them, also when it is not there any more", async () => {
    await using room = await openIrcRoom(server.port, { IRC_CHANNEL: "#Side[1]", IRC_NICK: "folder" });
    using bob = await ircClient({ port: server.port, nick: "bob", channels: ["#side{1}"] });
    expect((await room.exec("irc send --to #side{1} --text same")).result).toMatchObject({ ok: true, joined_default_channel: true });
    bob.send("PRIVMSG #SIDE[1] :one room");
    await room.untilWaiting(1, "#side{1}");
    await room.exec("irc disconnect");
    expect((await room.exec("irc pull --from #SIDE{1]")).result).toMatchObject({ returned: 1, messages: [{ text: "one room" }] });
  });

  it("that only look alike to other servers are two to one that compares by letters", async () => {
    await using plain = await startInspircd({ caseMapping: "ascii" });
    await using room = await openIrcRoom(plain.port, { IRC_CHANNEL: "#Side[1]", IRC_NICK: "folder" });
    expect(await room.exec("irc send --to #side{1} --text other")).toMatchObject({ error_code: "ConfirmRequired" });
    expect((await room.exec("irc send --to #side[1] --text same")).result).toMatchObject({ ok: true });
    using bob = await ircClient({ port: plain.port, nick: "bob", channels: ["#side[1]", "#side{1}"] });
    await room.exec("irc send --to #side{1} --text other --confirm");
    bob.send("PRIVMSG #side[1] :first", "PRIVMSG #side{1} :second");
    expect(await room.untilWaiting(1, "#side{1}")).toMatchObject([{ text: "second" }]);
    expect(await room.untilWaiting(1)).toMatchObject([{ text: "first" }]);
  });
});

describe("a channel that lets nobody speak from outside", () => {
  it("is entered before something is said there", async () => {
    await using room = await openIrcRoom(server.port, { IRC_NICK: "guest" });
    using bob = await ircClient({ port: server.port, nick: "bob", channels: ["#closed"] });
    expect((await room.exec("irc send --to #closed --text inside --confirm")).result).toMatchObject({ ok: true });
    expect(await bob.hears("#closed", 1)).toEqual(["inside"]);
    bob.send("JOIN #locked", "MODE #locked +k sesame1");
    await bob.synced();
    expect(await room.exec("irc send --to #locked --text hi --confirm")).toMatchObject({ error_code: "BadChannelKey" });
  });
});

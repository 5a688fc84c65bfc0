import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAuthority } from "#test/fakes/irc/certificates";
import { ircClient } from "#test/fakes/irc/client";
import { freePort, serverDir } from "#test/fakes/irc/daemon";
import { openIrcRoom, unpaced, type Env, type IrcRoom } from "#test/fakes/irc/irc-room";
import { nothingYet, serveForAll } from "#test/fakes/irc/serve-for-all";
import { startNgircd } from "#test/fakes/irc/ngircd";
import { rawIrcServer } from "#test/fakes/irc/raw-server";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";
import { openIrc } from "#wire/irc/open-irc";

const files = serverDir();
const authority = createAuthority(files.path);
let { server, bob } = nothingYet;
serveForAll((both) => ({ server, bob } = both), {
  server: { keyed: { name: "#keyed", key: "sesame1" }, password: "letmein", certificate: authority.issue() },
  bob: { password: "letmein", channels: ["#lemon", "#banned"] },
});
beforeAll(async () => {
  bob.send("MODE #banned +b *!*@*");
  await bob.synced();
});
afterAll(() => files[Symbol.dispose]());

const open = (values: Env = {}): Promise<IrcRoom> => openIrcRoom(server.port, { IRC_SERVER_PASSWORD: "letmein", ...values });

describe("what goes wrong on the way to a server", () => {
  const cases: readonly (readonly [string, string, () => Promise<Env>, string, "error" | "connected"])[] = [
    ["a name that nobody knows", "DnsFailed", async () => ({ IRC_SERVER: "no-such-host.invalid" }), "IRC_SERVER", "error"],
    ["a port where nobody listens", "ConnectionRefused", async () => ({ IRC_PORT: await freePort() }), "IRC_PORT", "error"],
    ["TLS to a port that speaks plain", "TlsFailed", async () => ({ IRC_TLS: 1 }), "IRC_TLS", "error"],
    ["a certificate that nobody vouches for", "TlsFailed", async () => ({ IRC_TLS: 1, IRC_PORT: server.tlsPort }), "certificates", "error"],
    ["a wrong server password", "ServerPasswordRejected", async () => ({ IRC_SERVER_PASSWORD: "guessed1" }), "IRC_SERVER_PASSWORD", "error"],
    ["a nick that somebody has", "NickInUse", async () => ({ IRC_NICK: "bob" }), "irc disconnect", "error"],
    ["a wrong channel key", "BadChannelKey", async () => ({ IRC_CHANNEL: "#keyed", IRC_CHANNEL_KEY: "guessed2" }), "IRC_CHANNEL_KEY", "connected"],
    ["a channel that has banned it", "BannedFromChannel", async () => ({ IRC_CHANNEL: "#banned" }), "IRC_CHANNEL", "connected"],
  ];
  for (const [what, code, env, hint, state] of cases) {
    verifies(["IRC-NG-4", "IRC-UI-2"], `${what} is ${code}, with what to do about it, for connect, send and status`, async () => {
      await using room = await open({ IRC_NICK: "troubled", ...(await env()) });
      const failed = await room.forward(room.exec("irc connect"));
      expect(failed).toMatchObject({ exit_code: 1, error_code: code, error_message: holding(hint), result: { ok: false, error: code } });
      expect((await room.exec("irc status")).result).toMatchObject({ ok: true, state, last_error: { error_code: code, message: holding(hint) } });
      expect(await room.light()).toBe(state === "error" ? "error" : "connecting");
      expect(await room.forward(room.exec("irc send --text hello"))).toMatchObject({ exit_code: 1, error_code: code });
      expect(JSON.stringify(failed)).not.toMatch(/guessed|letmein/);
    });
  }

  verifies(["REQ-0028-021", "IRC-ENV-8"], "is told before anything is connected, where the settings already show it", async () => {
    await using room = await open({ IRC_NICK: "tencharact", IRC_PORT: await freePort() });
    for (const line of ["irc status", "irc send --text hi", "irc connect"]) {
      const told = await room.exec(line);
      expect(told).toMatchObject({ exit_code: 1, error_code: "NickTooLong", result: { nick_chars: 10, max: 9 } });
      expect(told.error_message).toContain("10 characters");
    }
    await room.env({ IRC_NICK: "", IRC_SERVER: "" });
    for (const line of ["irc status", "irc send --text hi", "irc pull"])
      expect(await room.exec(line)).toMatchObject({
        error_code: "MissingCredentials",
        error_message: holding("IRC_SERVER, IRC_NICK"),
        result: { missing: ["IRC_SERVER", "IRC_NICK"], file: ".agents/skills/irc-cli/secrets/.env" },
      });
  });

  verifies(["IRC-ENV-2", "IRC-ENV-4", "REQ-0028-020"], "does not go wrong with TLS that is vouched for and the right password", async () => {
    await using room = await openIrcRoom(
      server.tlsPort,
      { IRC_TLS: 1, IRC_SERVER_PASSWORD: "letmein", IRC_NICK: "safe" },
      { openIrc: (spec, world) => unpaced({ ...spec, ca: authority.ca }, world) },
    );
    expect((await room.exec("irc send --text safely")).result).toMatchObject({ ok: true });
    expect((await room.exec("irc status")).result).toMatchObject({ state: "joined", tls: true, port: server.tlsPort });
    await bob.says(/^:safe!\S+ PRIVMSG #lemon :safely/);
  });
});

describe("two sessions with one .env", () => {
  it("want one nick: the second is told so, and the way out works", async () => {
    await using room = await open({ IRC_NICK: "both" });
    const wasp = await room.bus.agent("wasp");
    expect((await room.exec("irc send --text first")).result).toMatchObject({ ok: true });
    expect(await room.exec("irc send --text second", { by: wasp })).toMatchObject({ error_code: "NickInUse", error_message: holding("Another session") });
    await room.exec("irc disconnect");
    expect((await room.exec("irc send --text second", { by: wasp })).result).toMatchObject({ ok: true });
    // What one of them reads, the other still finds.
    await room.exec("irc connect");
    expect((await room.exec("irc status")).result).toMatchObject({ state: "error", last_error: { error_code: "NickInUse" } });
    bob.send("PRIVMSG #lemon :for the second");
    await room.untilWaiting(1, undefined, wasp);
    expect((await room.exec("irc pull")).result).toMatchObject({ returned: 0 });
  });
});

describe("a link that is lost", () => {
  verifies(
    ["REQ-0028-011", "IRC-LIFE-5", "IRC-UI-2"],
    "is tried again by the next send, twice and then no more for a while, each with its reason",
    async () => {
      await using target = await startNgircd();
      await using room = await openIrcRoom(target.port, { IRC_NICK: "lost" });
      await room.exec("irc send --text up");
      await target.kill();
      const down = await room.untilState("error");
      expect(down).toMatchObject({ last_error: { error_code: "LinkLost", message: holding("irc send") } });
      expect(await room.light()).toBe("error");
      const clock = room.bus.door.clock;
      const before = clock.now();
      const refused = await room.forward(room.exec("irc send --text again"));
      expect(refused).toMatchObject({ error_code: "ConnectionRefused", error_message: holding("IRC_PORT") });
      expect(clock.now() - before).toBeGreaterThanOrEqual(2_000);
      expect((await room.exec("irc status --out trace.txt")).result).toMatchObject({ state: "error" });
      expect((await room.file("trace.txt")).match(/= connecting/g)).toHaveLength(3);
      const soon = await room.exec("irc send --text again");
      expect(soon).toMatchObject({ error_code: "ReconnectTooSoon", result: { last_error: { error_code: "ConnectionRefused" } } });
      const { seconds } = soon.result as { seconds: number };
      expect(seconds).toBeGreaterThan(0);
      expect(soon.error_message).toContain(`${seconds} s`);
      await target.restart();
      await clock.advance(seconds * 1_000);
      expect((await room.exec("irc send --text back")).result).toMatchObject({ ok: true, joined_default_channel: true });
      expect(await room.light()).toBe("connected");
    },
  );

  verifies("REQ-0028-011", "because the server was restarted comes back with the next send, in its channel", async () => {
    await using target = await startNgircd();
    await using room = await openIrcRoom(target.port, { IRC_NICK: "again" });
    await room.exec("irc send --text before");
    await target.restart();
    await room.untilState("error");
    using carol = await ircClient({ port: target.port, nick: "carol", channels: ["#lemon"] });
    expect((await room.exec("irc send --text after")).result).toMatchObject({ ok: true, joined_default_channel: true });
    expect(await carol.hears("#lemon", 1)).toEqual(["after"]);
    expect((await room.exec("irc status")).result).not.toHaveProperty("last_error");
  });

  it("while a message was under way is an outcome that nobody knows: told, on record, and never sent again", async () => {
    await using raw = await rawIrcServer();
    await using room = await openIrcRoom(raw.port, {});
    const sending = room.exec('irc send --text "pay 100"');
    const end = await raw.welcome();
    await end.says(/^JOIN #lemon/);
    end.send(":lemonbot!l@h JOIN #lemon");
    await end.says(/^PRIVMSG #lemon :pay 100/);
    end.hangUp();
    expect(await sending).toMatchObject({
      error_code: "OutcomeUnknown",
      result: { to: "#lemon", message_len: 7, messages_sent: 1, session_bound: true, connected: false, cause: "LinkLost" },
    });
    expect(await room.mirror("outbound")).toMatchObject([{ to: "#lemon", text: "pay 100", outcome: "unknown" }]);
    const next = room.exec("irc send --text next");
    const second = await raw.welcome();
    await second.says(/^JOIN #lemon/);
    second.send(":lemonbot!l@h JOIN #lemon");
    await second.says(/^PRIVMSG #lemon :next/);
    const [, token = ""] = await second.says(/^PING :(parley-sent-\d+)/);
    second.send(`:raw PONG raw :${token}`);
    expect((await next).result).toMatchObject({ ok: true });
    expect(second.lines.filter((line) => line.startsWith("PRIVMSG"))).toEqual(["PRIVMSG #lemon :next"]);
  });

  it("is not needed for that: a send whose time is over tells how much of it went out", async () => {
    await using room = await openIrcRoom(server.port, { IRC_SERVER_PASSWORD: "letmein", IRC_NICK: "slow" }, { openIrc });
    await room.exec("irc connect");
    const { clock } = room.bus.door;
    await clock.advance(60_000);
    const from = bob.lines.length;
    const sending = room.exec("irc send --text-stdin", { stdin: "a\nb\nc\nd\ne\nf\ng\nh", timeout_ms: 3_000 });
    await bob.says(/^:slow!\S+ PRIVMSG #lemon :e/, from);
    await clock.advance(3_000);
    expect(await sending).toMatchObject({ exit_code: 1, error_code: "OutcomeUnknown", result: { messages_sent: 6 } });
    await expect.poll(() => room.mirror("outbound").catch(() => [])).toMatchObject([{ outcome: "unknown", messages: 6 }]);
  });

  it("of a channel only, by a kick, is joined again by the next send", async () => {
    await using room = await open({ IRC_CHANNEL: "#kicks", IRC_NICK: "kicked" });
    bob.send("JOIN #kicks");
    await bob.synced();
    await room.exec("irc connect");
    bob.send("KICK #kicks kicked :enough");
    expect(await room.untilState("connected")).toMatchObject({ last_error: { error_code: "Kicked" } });
    expect((await room.exec("irc send --text sorry")).result).toMatchObject({ ok: true, joined_default_channel: true });
  });
});

describe("another server in .env", () => {
  const asked = (room: IrcRoom) =>
    vi.waitFor(
      async () => {
        const [question] = await room.bus.door.store.questions({ sees: "all" }, { state: "open" });
        if (question === undefined) throw new Error("nobody was asked");
        return question;
      },
      { interval: 5, timeout: 20_000 },
    );

  it("is connected to only when an admin has allowed exactly that", async () => {
    await using other = await startNgircd({ password: "letmein" });
    await using room = await open({ IRC_NICK: "mover" });
    await room.exec("irc connect");
    await room.env({ IRC_PORT: other.port });
    expect((await room.exec("irc status")).result).toMatchObject({ state: "not_initialized", last_error: { error_code: "NeedsApproval" } });
    const refused = room.exec("irc send --text hello");
    const question = await asked(room);
    expect(question).toMatchObject({
      prompt: holding(`127.0.0.1 ${other.port} plain`),
      subject: { argv: ["irc", "connect", "127.0.0.1", String(other.port), "plain"] },
    });
    await room.bus.door.hub.answer({ kind: "operator" }, "shell", question.id, "deny");
    expect(await refused).toMatchObject({ error_code: "NotAllowed", error_message: holding(String(other.port)) });
    const allowed = room.exec("irc send --text hello");
    await room.bus.door.hub.answer({ kind: "operator" }, "shell", (await asked(room)).id, "allow");
    expect((await allowed).result).toMatchObject({ ok: true });
    expect((await room.exec("irc status")).result).toMatchObject({ state: "joined", port: other.port });
  });

  it("is not asked about when only the nick or the channel is another one", async () => {
    await using room = await open({ IRC_NICK: "calm" });
    await room.exec("irc connect");
    await room.env({ IRC_NICK: "calmer", IRC_CHANNEL: "#lemon2" });
    expect((await room.exec("irc status")).result).toMatchObject({ state: "connecting", nick: "calmer", channel: "#lemon2" });
    expect((await room.exec("irc send --text hi")).result).toMatchObject({ ok: true, to: "#lemon2" });
  });
});

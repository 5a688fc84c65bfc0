import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "#lib/redact/secret";
import { fakeClock } from "#test/fakes/clock";
import { freePort } from "#test/fakes/irc/daemon";
import type { IrcEnd } from "#test/fakes/irc/end";
import { codeOf, heardLink } from "#test/fakes/irc/heard-link";
import { rawIrcServer, type RawIrcServer } from "#test/fakes/irc/raw-server";
import { chan, never, upAndIn } from "#test/fakes/irc/raw-steps";

let server: RawIrcServer;

beforeEach(async () => {
  server = await rawIrcServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

describe("a link on its way up", () => {
  it("tells connecting, connected and joined, each once", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    expect(heard.link.state).toEqual({ kind: "connecting" });
    await upAndIn(server, heard);
    expect(heard.states.map((state) => state.kind)).toEqual(["connecting", "connected", "joined"]);
    expect(await heard.link.settled(never)).toEqual({ kind: "joined", nick: "parley" });
    expect(heard.link.joined("#CHAN")).toBe(true);
  });

  it("is settled and connected where there is no channel to join", async () => {
    await using heard = heardLink({ port: server.port });
    await server.welcome();
    expect(await heard.link.settled(never)).toEqual({ kind: "connected", nick: "parley" });
  });

  it("gives up on a name that nobody knows", async () => {
    await using heard = heardLink({ server: "no-such-host.invalid", port: server.port });
    expect(codeOf(await heard.link.settled(never))).toBe("DnsFailed");
  });

  it("gives up where nobody listens", async () => {
    await using heard = heardLink({ port: await freePort() });
    const state = await heard.link.settled(never);
    expect(state).toMatchObject({ kind: "error", fault: { code: "ConnectionRefused", text: { key: "ircFaultRefused" } } });
  });

  it("gives up on a server that accepts and then says nothing", async () => {
    const clock = fakeClock();
    await using heard = heardLink({ port: server.port }, clock);
    const end = await server.next();
    await end.says(/^USER /);
    await clock.advance(29_999);
    expect(heard.link.state.kind).toBe("connecting");
    await clock.advance(1);
    expect(heard.link.state).toMatchObject({ kind: "error", fault: { code: "ConnectTimeout", text: { key: "ircFaultNoWelcome" } } });
    await end.closed();
  });

  it("gives up on a TLS handshake that is never answered", async () => {
    const clock = fakeClock();
    await using heard = heardLink({ port: server.port, tls: true }, clock);
    await server.next();
    // The handshake has begun when its first bytes are there; the kernel tells the other side first.
    await clock.settle();
    await clock.advance(20_000);
    const state = await heard.told(({ kind }) => kind === "error");
    expect(codeOf(state)).toBe("TlsFailed");
  });

  it("says that TLS failed when the other side answers in plain text", async () => {
    await using heard = heardLink({ port: server.port, tls: true });
    (await server.next()).send(":raw.test NOTICE * :Hello, I speak no TLS");
    expect(await heard.link.settled(never)).toMatchObject({ fault: { code: "TlsFailed", text: { key: "ircFaultNotTls" } } });
  });

  it.each([
    ["432 * parley :Erroneous nickname", "BadNick"],
    ["433 * parley :Nickname is already in use", "NickInUse"],
    ["436 * parley :Nickname collision", "NickInUse"],
    ["437 * parley :Nick is temporarily unavailable", "NickInUse"],
    ["464 * :Password incorrect", "ServerPasswordRejected"],
    ["465 * :You are banned from this server", "BannedFromServer"],
    ["904 * :SASL authentication failed", "SaslFailed"],
  ])("takes %j for %s, and the server's word into the sentence", async (line, code) => {
    await using heard = heardLink({ port: server.port });
    const end = await server.next();
    await end.says(/^USER /);
    end.send(`:raw.test ${line}`);
    const state = await heard.link.settled(never);
    expect(codeOf(state)).toBe(code);
    expect(JSON.stringify(state)).toContain(line.split(":")[1]);
    await end.says(/^QUIT /);
    await end.closed();
    expect(end.lines.filter((sent) => sent.startsWith("NICK"))).toEqual(["NICK parley"]);
  });

  it.each([
    ["Closing Link: (Bad password)", "ServerPasswordRejected"],
    ["Closing Link: G-Lined: spam", "BannedFromServer"],
    ["Closing Link: (Connection timed out)", "LinkLost"],
  ])("reads the server's last word %j as %s", async (words, code) => {
    await using heard = heardLink({ port: server.port });
    const end = await server.next();
    end.send(`ERROR :${words}`);
    end.hangUp();
    expect(codeOf(await heard.link.settled(never))).toBe(code);
  });

  it("does not go on with a nick that the server made shorter", async () => {
    await using heard = heardLink({ port: server.port, nick: "parleybot" });
    const end = await server.next();
    end.send(":raw.test 001 parleybo :Welcome", ":raw.test 422 parleybo :No message");
    expect(await heard.link.settled(never)).toMatchObject({ fault: { code: "BadNick", text: { key: "ircFaultOtherNick" }, values: { given: "parleybo" } } });
  });

  it("asks for the channels only when the server has said how it compares names", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await server.next();
    await end.says(/^USER /);
    end.send(":raw.test 001 parley :Welcome", "PING :first");
    await end.says(/^PONG :first$/);
    expect(end.lines.some((line) => line.startsWith("JOIN"))).toBe(false);
    end.send(":raw.test 422 parley :No message");
    await end.says(/^JOIN #chan$/);
    expect(heard.link.state.kind).toBe("connected");
  });

  it("goes on without the end of the welcome after a while", async () => {
    const clock = fakeClock();
    await using heard = heardLink({ port: server.port }, clock);
    const end = await server.next();
    end.send(":raw.test 001 parley :Welcome", "PING :first");
    await end.says(/^PONG :first$/);
    await clock.advance(5_000);
    expect(heard.link.state.kind).toBe("connected");
  });

  it("fails SASL that is never answered as SASL, not as silence", async () => {
    const clock = fakeClock();
    await using heard = heardLink({ port: server.port, nickServPassword: new Secret("hunter2") }, clock);
    const end = await server.next();
    await end.says(/^CAP LS/);
    end.send(":raw.test CAP * LS :sasl=PLAIN");
    await end.says(/^CAP REQ :sasl/);
    end.send(":raw.test CAP * ACK :sasl");
    await end.says(/^AUTHENTICATE PLAIN/);
    end.send("AUTHENTICATE +");
    await end.says(/^AUTHENTICATE [\w=]{10}/);
    await clock.advance(30_000);
    expect(codeOf(heard.link.state)).toBe("SaslFailed");
  });

  it("falls back to NickServ where SASL takes no password, unless SASL is required", async () => {
    const password = { nickServPassword: new Secret("hunter2") };
    const offer = async (): Promise<IrcEnd> => {
      const end = await server.next();
      await end.says(/^CAP LS/);
      end.send(":raw.test CAP * LS :sasl=EXTERNAL");
      await end.says(/^CAP REQ :sasl/);
      end.send(":raw.test CAP * ACK :sasl");
      await end.says(/^CAP END/);
      end.send(":raw.test 001 parley :Welcome", ":raw.test 422 parley :No message");
      return end;
    };
    await using heard = heardLink({ port: server.port, ...password, account: "team" });
    const end = await offer();
    await end.says(/^PRIVMSG NickServ :IDENTIFY team hunter2$/);
    end.send(":NickServ!s@services NOTICE parley :This nickname is registered and protected.");
    end.send(":NickServ!s@services NOTICE parley :You are now identified for \u0002parley\u0002.");
    expect(await heard.link.settled(never)).toEqual({ kind: "connected", nick: "parley" });

    await using strict = heardLink({ port: server.port, ...password, sasl: "required" });
    await offer();
    expect(codeOf(await strict.link.settled(never))).toBe("SaslFailed");
  });

  it("does not give the server's password to SASL", async () => {
    await using heard = heardLink({ port: server.port, password: new Secret("letmein") });
    const end = await server.next();
    await end.says(/^PASS letmein$/);
    end.send(":raw.test CAP * LS :sasl=PLAIN server-time");
    await end.says(/^CAP REQ :server-time$/);
    expect(heard.trace.map(({ line }) => line)).toContain("PASS [secret]");
  });

  it("goes on when NickServ says nothing, and does not when it is not there", async () => {
    const clock = fakeClock();
    const password = { nickServPassword: new Secret("hunter2") };
    await using heard = heardLink({ port: server.port, ...password }, clock);
    await (await server.welcome()).says(/IDENTIFY/);
    await clock.advance(5_000);
    expect(heard.link.state.kind).toBe("connected");

    await using alone = heardLink({ port: server.port, ...password });
    const end = await server.welcome();
    await end.says(/IDENTIFY/);
    end.send(":raw.test 401 parley NickServ :No such nick");
    expect(codeOf(await alone.link.settled(never))).toBe("NickServFailed");
  });

  it.each([
    { nick: "bad nick" },
    { nick: "x\r\nQUIT" },
    { username: "a\nb" },
    { realName: "a\r\nQUIT" },
    { server: "irc test" },
    { port: 0 },
    { password: new Secret("a\r\nQUIT") },
    { nickServPassword: new Secret("a\nb") },
    { nickServPassword: new Secret("a b") },
    { account: "a\0b" },
    { channels: [{ name: "#a\r\nQUIT" }] },
    { channels: [{ name: "#a,#b" }] },
    { channels: [{ name: "#a", key: new Secret("k\r\nQUIT") }] },
  ])("connects to nobody with %j", async (wrong) => {
    await using heard = heardLink({ port: server.port, ...wrong });
    expect((await heard.link.settled(never)).kind).toBe("error");
    expect(server.accepted).toBe(0);
  });
});

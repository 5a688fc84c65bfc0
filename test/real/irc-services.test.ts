import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Secret } from "#lib/redact/secret";
import { ircClient } from "#test/fakes/irc/client";
import { codeOf, heardLink } from "#test/fakes/irc/heard-link";
import { startInspircd, type Inspircd } from "#test/fakes/irc/inspircd";
import { never } from "#test/fakes/irc/raw-steps";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";

const talk = { name: "#talk" };
const nickServPassword = new Secret("wonder1and");
let server: Inspircd;

beforeAll(async () => {
  server = await startInspircd({ services: true });
  for (const nick of ["alice", "team"]) await server.register(nick, "wonder1and");
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
});

describe("logging in with services", () => {
  it("goes by SASL where it is offered, before anything else happens", async () => {
    using bob = await ircClient({ port: server.port, nick: "bob", channels: ["#talk"] });
    await using heard = heardLink({ port: server.port, nick: "alice", nickServPassword, channels: [talk] });
    expect(await heard.link.settled(never)).toEqual({ kind: "joined", nick: "alice" });
    const lines = heard.trace.map(({ line }) => line);
    expect(lines.findIndex((line) => / 903 /.test(line))).toBeLessThan(lines.findIndex((line) => / 001 /.test(line)));
    expect(lines.some((line) => line.includes("IDENTIFY"))).toBe(false);
    bob.send("WHOIS alice");
    await bob.says(/ 330 bob alice alice /);
  });

  it("can log in with the account of another name", async () => {
    await using heard = heardLink({ port: server.port, nick: "helper", account: "team", nickServPassword });
    expect((await heard.link.settled(never)).kind).toBe("connected");
    expect(heard.trace.some(({ line }) => / 900 helper \S+ team /.test(line))).toBe(true);
  });

  it("does not go on after SASL was refused", async () => {
    await using heard = heardLink({ port: server.port, nick: "alice", nickServPassword: new Secret("looking-glass"), channels: [talk] });
    expect(await heard.link.settled(never)).toMatchObject({ kind: "error", fault: { code: "SaslFailed", text: { key: "ircFaultSasl" } } });
    expect(heard.trace.some(({ line }) => line.startsWith("JOIN"))).toBe(false);
  });

  verifies("IRC-ENV-6", "goes by a word to NickServ without SASL, and joins only after its yes", async () => {
    await using heard = heardLink({ port: server.port, nick: "alice", nickServPassword, sasl: "off", channels: [talk] });
    expect(await heard.link.settled(never)).toEqual({ kind: "joined", nick: "alice" });
    const lines = heard.trace.map(({ line }) => line);
    const at = (pattern: RegExp): number => lines.findIndex((line) => pattern.test(line));
    expect(at(/^PRIVMSG NickServ :IDENTIFY \[secret\]$/)).toBeGreaterThan(at(/ 001 /));
    expect(at(/^JOIN #talk/)).toBeGreaterThan(at(/ 900 |Password accepted/));
  });

  it("does not go on after NickServ refused", async () => {
    await using heard = heardLink({ port: server.port, nick: "alice", nickServPassword: new Secret("looking-glass"), sasl: "off", channels: [talk] });
    expect(await heard.link.settled(never)).toMatchObject({
      kind: "error",
      fault: { code: "NickServFailed", values: { words: holding("Password incorrect") } },
    });
    await using unknown = heardLink({ port: server.port, nick: "nobody", nickServPassword, sasl: "off" });
    expect(codeOf(await unknown.link.settled(never))).toBe("NickServFailed");
  });

  it("shows the password nowhere", async () => {
    await using sasl = heardLink({ port: server.port, nick: "alice", nickServPassword });
    await sasl.link.settled(never);
    await sasl.link.quit();
    await using word = heardLink({ port: server.port, nick: "alice", nickServPassword, sasl: "off" });
    await word.link.settled(never);
    const shown = JSON.stringify([sasl.trace, word.trace, sasl.states, word.states, sasl.messages, word.messages]);
    expect(shown).not.toContain("wonder1and");
    expect(shown).not.toContain(Buffer.from("alice\0alice\0wonder1and").toString("base64"));
    expect(shown).toContain("AUTHENTICATE [secret]");
  });

  it("brings the account of whoever speaks, and the server's time", async () => {
    await using heard = heardLink({ port: server.port, nick: "listener", channels: [talk] });
    await heard.link.settled(never);
    await using speaker = heardLink({ port: server.port, nick: "alice", nickServPassword, channels: [talk] });
    await speaker.link.settled(never);
    await speaker.link.send("#talk", "hello", never);
    const [message] = await heard.heard(1, ({ target }) => target === "#talk");
    expect(message).toMatchObject({ nick: "alice", account: "alice", text: "hello", own: false });
    const stamp = heard.trace.map(({ line }) => /^@time=([^;\s]+)\S* :alice!\S+ PRIVMSG #talk /.exec(line)?.[1]).find((found) => found !== undefined);
    expect(message?.at).toBe(Date.parse(stamp ?? ""));
  });
});

describe("what services and operators do to a link", () => {
  it("tells that the nick was changed", async () => {
    using oper = await ircClient({ port: server.port, nick: "oper" });
    await using heard = heardLink({ port: server.port, nick: "squatter", channels: [talk] });
    await heard.link.settled(never);
    oper.send("OPER oper operator", "SANICK squatter Guest4711");
    expect(await heard.told((told) => codeOf(told) === "NickChanged")).toMatchObject({ kind: "joined", nick: "Guest4711" });
    expect(await heard.link.send("#talk", "still me", never)).toMatchObject({ ok: true });
  });

  it("tells that it was taken out of a channel", async () => {
    using oper = await ircClient({ port: server.port, nick: "oper" });
    await using heard = heardLink({ port: server.port, nick: "moved", channels: [talk] });
    await heard.link.settled(never);
    oper.send("OPER oper operator", "SAPART moved #talk");
    expect(await heard.told((told) => codeOf(told) === "Parted")).toMatchObject({ kind: "connected" });
    expect(heard.link.joined("#talk")).toBe(false);
  });

  it("tells that it was killed", async () => {
    using oper = await ircClient({ port: server.port, nick: "oper" });
    await using heard = heardLink({ port: server.port, nick: "victim" });
    await heard.link.settled(never);
    oper.send("OPER oper operator", "KILL victim :enough");
    expect(await heard.told(({ kind }) => kind === "error")).toMatchObject({ fault: { code: "Killed", values: { words: holding("enough") } } });
  });

  it("tells that the server has banned it", async () => {
    using oper = await ircClient({ port: server.port, nick: "oper" });
    oper.send("OPER oper operator", "KLINE rogue@* 1h :go away");
    await oper.synced();
    await using heard = heardLink({ port: server.port, nick: "banned", username: "rogue" });
    expect(await heard.link.settled(never)).toMatchObject({ kind: "error", fault: { code: "BannedFromServer", values: { words: holding("banned") } } });
  });

  it("compares names as the server does", async () => {
    await using heard = heardLink({ port: server.port, nick: "folder", channels: [{ name: "#Side[1]" }] });
    expect((await heard.link.settled(never)).kind).toBe("joined");
    expect(heard.link.joined("#side{1}")).toBe(true);
    expect(heard.link.same("Nick^", "nick~")).toBe(true);
  });

  verifies(
    "IRC-LIB-1",
    "carries what is ours and not the library's: spaces and characters at the borders of long lines, on this server as on ngircd",
    async () => {
      using bob = await ircClient({ port: server.port, nick: "reader", channels: ["#talk"] });
      await using heard = heardLink({ port: server.port, nick: "author", channels: [talk] });
      await heard.link.settled(never);
      const text = "字 👨‍👩‍👧‍👦  word   ".repeat(150).trimEnd();
      const sent = await heard.link.send("#talk", text, never);
      await bob.hears("#talk", sent.written);
      expect(bob.textsTo("#talk").join("")).toBe(text);
    },
  );
});

describe("a server that kills floods", () => {
  it("kills a client without a pace and lets ours live", async () => {
    await using strict = await startInspircd({ floodLimit: 10 });
    using hasty = await ircClient({ port: strict.port, nick: "hasty" });
    for (let line = 0; line < 40; line++) hasty.send(`PRIVMSG hasty :${line}`);
    await hasty.closed();
    expect(hasty.textsTo("hasty").length).toBeLessThan(40);
    // Twice as fast as ours by default.
    await using heard = heardLink({ port: strict.port, nick: "steady", pace: { burst: 5, everyMs: 1_000 } });
    await heard.link.settled(never);
    expect(await heard.link.send("steady", Array.from({ length: 10 }, (_, line) => `line ${line}`).join("\n"), never)).toEqual({ ok: true, written: 10 });
    expect(heard.link.state.kind).toBe("connected");
  });
});

describe("services that go away", () => {
  // Starts a network of its own, beside those of other test files.
  it("take SASL and NickServ with them, and the link says so", async () => {
    await using orphan = await startInspircd({ services: true });
    await orphan.register("alice", "wonder1and");
    await orphan.killServices();
    await using heard = heardLink({ port: orphan.port, nick: "alice", nickServPassword });
    expect(codeOf(await heard.link.settled(never))).toMatch(/^(?:NickServFailed|SaslFailed)$/);
    await using strict = heardLink({ port: orphan.port, nick: "alice", nickServPassword, sasl: "required" });
    expect(codeOf(await strict.link.settled(never))).toBe("SaslFailed");
  }, 180_000);
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthority, type Authority } from "#test/fakes/irc/certificates";
import { ircClient } from "#test/fakes/irc/client";
import { serverDir } from "#test/fakes/irc/daemon";
import { heardLink } from "#test/fakes/irc/heard-link";
import { startNgircd, type Ngircd } from "#test/fakes/irc/ngircd";
import { never } from "#test/fakes/irc/raw-steps";
import { verifies } from "#test/verifies";

const talk = { name: "#talk" };
const dir = serverDir();
let authority: Authority;
let server: Ngircd;

beforeAll(async () => {
  authority = createAuthority(dir.path);
  server = await startNgircd({ certificate: authority.issue() });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

describe("TLS to a real server", () => {
  verifies("IRC-ENV-2", "is used or not as it is asked for, and both ends meet in one channel", async () => {
    await using safe = heardLink({ port: server.tlsPort, tls: true, ca: authority.ca, nick: "safe", channels: [talk] });
    await using plain = heardLink({ port: server.port, tls: false, nick: "plain", channels: [talk] });
    expect((await safe.link.settled(never)).kind).toBe("joined");
    expect((await plain.link.settled(never)).kind).toBe("joined");
    expect(await safe.link.send("#talk", "你好 from TLS", never)).toMatchObject({ ok: true });
    expect(await plain.heard(1)).toMatchObject([{ nick: "safe", text: "你好 from TLS" }]);
  });

  it("works by name as well as by address", async () => {
    await using heard = heardLink({ server: "localhost", port: server.tlsPort, tls: true, ca: authority.ca, nick: "byname" });
    expect((await heard.link.settled(never)).kind).toBe("connected");
  });

  verifies("IRC-NG-4", "rejects an untrusted certificate with a code and what to do", async () => {
    await using heard = heardLink({ port: server.tlsPort, tls: true, nick: "doubter" });
    expect(await heard.link.settled(never)).toMatchObject({ kind: "error", fault: { code: "TlsFailed", text: { key: "ircFaultCertUnknown" } } });
  });

  it("rejects an expired certificate", async () => {
    await using expired = await startNgircd({ certificate: authority.issue({ days: -1 }) });
    await using heard = heardLink({ port: expired.tlsPort, tls: true, ca: authority.ca });
    expect(await heard.link.settled(never)).toMatchObject({ fault: { code: "TlsFailed", text: { key: "ircFaultCertExpired" } } });
  });

  it("rejects a certificate for another name", async () => {
    await using other = await startNgircd({ certificate: authority.issue({ name: "irc.example.com" }) });
    await using heard = heardLink({ port: other.tlsPort, tls: true, ca: authority.ca });
    expect(await heard.link.settled(never)).toMatchObject({ fault: { code: "TlsFailed", text: { key: "ircFaultCertName" } } });
  });

  it("to a plain port fails as TLS, and plain text to a TLS port as a lost link", async () => {
    await using late = heardLink({ port: server.port, tls: true, timings: { connectMs: 500 } });
    expect(await late.link.settled(never)).toMatchObject({ fault: { code: "TlsFailed", text: { key: "ircFaultPlainPort" } } });
    await using plain = heardLink({ port: server.tlsPort, tls: false });
    expect(await plain.link.settled(never)).toMatchObject({ kind: "error", fault: { code: "LinkLost" } });
  });

  it("carries many lines in both directions", async () => {
    await using heard = heardLink({ port: server.tlsPort, tls: true, ca: authority.ca, nick: "both", channels: [talk], pace: { burst: 5, everyMs: 2 } });
    await heard.link.settled(never);
    using carol = await ircClient({ port: server.tlsPort, ca: authority.ca, nick: "carol", channels: ["#talk"] });
    const lines = (way: string): readonly string[] => Array.from({ length: 200 }, (_, line) => `${way} ${line}`);
    const sending = heard.link.send("#talk", lines("out").join("\n"), never);
    for (const line of lines("in")) {
      carol.send(`PRIVMSG #talk :${line}`);
      await carol.synced();
    }
    expect(await sending).toEqual({ ok: true, written: 200 });
    expect((await heard.heard(200)).map(({ text }) => text)).toEqual(lines("in"));
    expect(await carol.hears("#talk", 200)).toEqual(lines("out"));
  });
});

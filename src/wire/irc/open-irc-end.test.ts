import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "#lib/redact/secret";
import { fakeClock } from "#test/fakes/clock";
import { codeOf, heardLink } from "#test/fakes/irc/heard-link";
import { rawIrcServer, type RawIrcServer } from "#test/fakes/irc/raw-server";
import { chan, confirm, never, upAndIn } from "#test/fakes/irc/raw-steps";

let server: RawIrcServer;

beforeEach(async () => {
  server = await rawIrcServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

describe("the end of a link", () => {
  it("says QUIT with the reason, waits for the server and tells closed", async () => {
    const heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    const quitting = heard.link.quit("gone\r\nfishing");
    await end.says(/^QUIT :gone fishing$/);
    end.send("ERROR :Closing link");
    end.hangUp();
    await quitting;
    expect(heard.states.at(-1)).toEqual({ kind: "closed" });
    await heard.link.quit();
    expect(heard.states.filter(({ kind }) => kind === "closed")).toHaveLength(1);
  });

  it("keeps a long reason within a line", async () => {
    const heard = heardLink({ port: server.port });
    const end = await server.welcome();
    await heard.link.settled(never);
    const quitting = heard.link.quit("再见".repeat(300));
    const [line] = await end.says(/^QUIT .*/);
    expect(Buffer.byteLength(line)).toBeLessThan(300);
    expect(line).toMatch(/^QUIT :(?:再见)+再?$/);
    end.hangUp();
    await quitting;
  });

  it("comes by the caller's signal too", async () => {
    const heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    heard.abort();
    await end.says(/^QUIT /);
    end[Symbol.dispose]();
    expect(await heard.told(({ kind }) => kind === "closed")).toEqual({ kind: "closed" });
  });

  it("comes before the beginning without a connection", async () => {
    const heard = heardLink({ port: server.port });
    await heard.link.quit();
    expect(heard.link.state).toEqual({ kind: "closed" });
    const aborted = heardLink({ port: server.port });
    aborted.abort();
    await aborted.link.quit();
    expect(server.accepted).toBe(0);
  });

  it("leaves no socket and no timer behind, however it came", async () => {
    const clock = fakeClock();
    const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = { sockets: sockets(), timers: timers() };

    const quiet = heardLink({ port: server.port, channels: [chan] }, clock);
    const end = await upAndIn(server, quiet);
    void quiet.link.send("#chan", "never confirmed\nby anybody", never);
    await end.says(/^PING :parley-sent/);
    const quitting = quiet.link.quit();
    await end.says(/^QUIT/);
    await clock.advance(2_000);
    await quitting;
    end[Symbol.dispose]();

    const refused = heardLink({ port: server.port }, clock);
    const other = await server.next();
    other.send(":raw.test 433 * parley :in use");
    await refused.told(({ kind }) => kind === "error");
    await refused.link.quit();
    await other.closed();

    const dialing = heardLink({ port: server.port }, clock);
    await clock.settle();
    await dialing.link.quit();

    await clock.settle();
    expect(clock.pending).toBe(0);
    expect({ sockets: sockets(), timers: timers() }).toEqual(before);
  });

  it("is never followed by another connection", async () => {
    const clock = fakeClock();
    const heard = heardLink({ port: server.port, channels: [chan] }, clock);
    (await upAndIn(server, heard))[Symbol.dispose]();
    await heard.told((state) => codeOf(state) === "LinkLost");
    await clock.advance(3_600_000);
    expect(server.accepted).toBe(1);
  });
});

describe("secrets", () => {
  it("stand in no state, no trace and no answer, even when the server repeats them", async () => {
    const secrets = ["server-pass-1", "nick-pass-22", "chan-key-333"];
    const [password = "", nickServPassword = "", key = ""] = secrets;
    const heard = heardLink({
      port: server.port,
      password: new Secret(password),
      nickServPassword: new Secret(nickServPassword),
      channels: [{ name: "#chan", key: new Secret(key) }],
    });
    const end = await server.welcome();
    await end.says(/IDENTIFY nick-pass-22/);
    end.send(":raw.test 900 parley a!b@c parley :yes", ":x!y@z NOTICE parley :unrelated");
    await end.says(/^JOIN #chan chan-key-333$/);
    end.send(":raw.test 475 parley #chan :not chan-key-333");
    await heard.told((state) => codeOf(state) === "BadChannelKey");
    const sent = heard.link.send("#chan", "hi", never);
    await end.says(/^PRIVMSG #chan/);
    end.send(":raw.test 404 parley #chan :no nick-pass-22");
    await confirm(end);
    const answer = await sent;
    end.send("ERROR :Closing link: your password server-pass-1 is old");
    end.hangUp();
    await heard.told(({ kind }) => kind === "error");
    const told = JSON.stringify([heard.states, heard.trace, answer, heard.messages]);
    for (const secret of secrets) expect(told).not.toContain(secret);
    expect(told).toContain("[secret]");
  });
});

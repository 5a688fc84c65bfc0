import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { codeOf, heardLink } from "#test/fakes/irc/heard-link";
import { rawIrcServer, type RawIrcServer } from "#test/fakes/irc/raw-server";
import { chan, upAndIn } from "#test/fakes/irc/raw-steps";
import { holding } from "#test/matching";

let server: RawIrcServer;

beforeEach(async () => {
  server = await rawIrcServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

describe("a link that is up", () => {
  it("reports each message as it came, in order", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    end.send(":alice!a@b PRIVMSG #chan :one", ":alice!a@b PRIVMSG parley :two", ":raw.test NOTICE parley :three", ":parley!p@h PRIVMSG #chan :four");
    const messages = await heard.heard(4);
    expect(messages.map(({ target, text, own }) => [target, text, own])).toEqual([
      ["#chan", "one", false],
      ["parley", "two", false],
      ["parley", "three", false],
      ["#chan", "four", true],
    ]);
  });

  it("reads lines that arrive in pieces, cut inside a character, and several in one packet", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    const bytes = Buffer.from(":alice!a@b PRIVMSG #chan :你好🙂\r\n:alice!a@b PRIVMSG #chan :there\n:bob!a@b PRIVMSG #chan :partial");
    for (const byte of bytes) end.write(Buffer.from([byte]));
    end.write("\r\n");
    expect((await heard.heard(3)).map(({ text }) => text)).toEqual(["你好🙂", "there", "partial"]);
  });

  it("stays up through garbage, malformed lines and a line without an end", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    end.write(Buffer.from([0, 255, 254, 10, 13, 10, 32, 10, 58, 10, 64, 10]));
    end.send("", ":", "@", "@=;;; :", ": PRIVMSG", ":x PRIVMSG", "PRIVMSG", "CAP", "CAP x", "AUTHENTICATE", "001", "005 x CHANTYPES CHANMODES", "900", "904");
    end.send(
      "KICK",
      "JOIN",
      "PART",
      "NICK",
      "KILL",
      "PONG",
      ":parley KICK",
      ":parley JOIN",
      "PING",
      "PING :a\0b",
      "BATCH",
      "@batch=x :a PRIVMSG #chan :in a batch",
      "ERROR",
    );
    end.write("x".repeat(200_000));
    end.send("", ":alice!a@b PRIVMSG #chan :still here");
    await heard.heard(1, ({ text }) => text === "still here");
    await end.says(/^PONG :ab$/);
    expect(heard.link.state).toMatchObject({ kind: "joined" });
  });

  it("says why it is not in a channel any more, and joins again when it is told to", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    end.send(":alice!a@b KICK #chan parley :out of\u0002 line");
    const state = await heard.told((told) => codeOf(told) === "Kicked");
    expect(state).toMatchObject({
      kind: "connected",
      fault: { text: { key: "ircFaultKicked" }, values: { by: "alice", channel: "#chan", words: '"out of⟨U+0002⟩ line"' } },
    });
    expect(heard.link.joined("#chan")).toBe(false);
    const again = heard.link.join(chan);
    await end.says(/^JOIN #chan$/, end.lines.length);
    end.send(":parley!p@h JOIN :#Chan");
    expect(await again).toEqual({ ok: true });
    expect(heard.link.state).toEqual({ kind: "joined", nick: "parley" });
  });

  it("says that the server took it out of a channel", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    (await upAndIn(server, heard)).send(":parley!p@h PART #chan :bye");
    expect(await heard.told((told) => codeOf(told) === "Parted")).toMatchObject({ kind: "connected" });
  });

  it("tells a nick that services changed, and knows itself by it", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    end.send(":parley!p@h NICK :Guest123");
    expect(await heard.told((told) => codeOf(told) === "NickChanged")).toMatchObject({ kind: "joined", nick: "Guest123" });
    end.send(":alice!a@b KICK #chan Guest123 :bye");
    await heard.told((told) => codeOf(told) === "Kicked");
  });

  it("tells that it was killed", async () => {
    await using heard = heardLink({ port: server.port, channels: [chan] });
    const end = await upAndIn(server, heard);
    end.send(":oper!o@h KILL parley :enough");
    end.hangUp();
    expect(await heard.told(({ kind }) => kind === "error")).toMatchObject({ fault: { code: "Killed", values: { words: holding("enough") } } });
  });

  it("answers PING, and asks a server that has gone quiet before it calls it lost", async () => {
    const clock = fakeClock();
    await using heard = heardLink({ port: server.port, channels: [chan] }, clock);
    const end = await upAndIn(server, heard);
    end.send("PING :with space");
    await end.says(/^PONG :with space$/);
    await clock.advance(60_000);
    await end.says(/^PING :parley-there$/);
    end.send("PONG raw.test :parley-there", ":a!b@c PRIVMSG #chan :alive");
    await heard.heard(1);
    await clock.advance(60_000);
    await clock.advance(30_000);
    expect(heard.link.state).toMatchObject({ kind: "error", fault: { code: "LinkLost", text: { key: "ircFaultSilent" } } });
    await end.closed();
  });
});

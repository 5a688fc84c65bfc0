import { ircLineParser, type ParsedLine } from "irc-framework";
import { describe, expect, it } from "vitest";
import { readMessage } from "./read-message.ts";

const reading = { isOwn: (nick: string) => nick === "parley", statusSigns: "@+", now: 1_000 };
const parse = (line: string): ParsedLine => ircLineParser(line);
const read = (line: string) => readMessage(parse(line), reading);

describe("reading what somebody said", () => {
  it("takes target, nick and text as they came", () => {
    expect(read(":alice!a@b PRIVMSG #Chan :  two  \u0002bold\u0002 ")).toEqual({
      target: "#Chan",
      nick: "alice",
      mask: "a@b",
      text: "  two  \u0002bold\u0002 ",
      kind: "message",
      own: false,
      at: 1_000,
    });
  });

  it("takes account and time from the server where it tells them", () => {
    expect(read("@time=2026-11-15T23:42:08.226Z;account=Alice :alice!a@b PRIVMSG parley :hi")).toMatchObject({
      account: "Alice",
      at: Date.parse("2026-11-15T23:42:08.226Z"),
    });
    expect(read("@time=yesterday;account= :alice!a@b PRIVMSG parley :hi")).not.toHaveProperty("account");
    expect(read("@time=yesterday :alice!a@b PRIVMSG parley :hi")?.at).toBe(1_000);
  });

  it.each([
    [":a!b@c NOTICE parley :hi", "notice", "hi"],
    [":a!b@c PRIVMSG parley :\u0001ACTION waves\u0001", "action", "waves"],
    [":a!b@c PRIVMSG parley :\u0001ACTION waves", "action", "waves"],
    [":a!b@c PRIVMSG parley :\u0001VERSION\u0001", "ctcp", "VERSION"],
    [":a!b@c NOTICE parley :\u0001VERSION mIRC\u0001", "ctcp", "VERSION mIRC"],
    [":a!b@c PRIVMSG parley :\u0001", "ctcp", ""],
    [":a!b@c PRIVMSG parley :", "message", ""],
  ])("calls %j a %s", (line, kind, text) => {
    expect(read(line)).toMatchObject({ kind, text });
  });

  it("names the server where it speaks itself", () => {
    expect(read(":irc.test.net NOTICE parley :hello")?.nick).toBe("irc.test.net");
  });

  it("knows our own nick", () => {
    expect(read(":parley!p@h PRIVMSG #c :me")?.own).toBe(true);
  });

  it("takes a message to the channel's operators for one to the channel", () => {
    expect(read(":a!b@c PRIVMSG @#ops :psst")?.target).toBe("#ops");
  });

  it.each([":a!b@c PRIVMSG", ":a!b@c PRIVMSG #c", "PING :x", ":a!b@c TAGMSG #c"])("finds no message in %j", (line) => {
    expect(read(line)).toBeUndefined();
  });
});

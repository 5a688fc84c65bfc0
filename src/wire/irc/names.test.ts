import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultOfChannel, faultOfKey, faultOfNick, faultOfPassword, faultOfTarget, faultOfText } from "./names.ts";
import { ircFaultTexts } from "./texts.ts";

const forbidden = fc.constantFrom("\r", "\n", "\r\nQUIT", "\u0000", " ", ",", "\u0007");
const around = fc.tuple(fc.string({ maxLength: 5 }), forbidden, fc.string({ maxLength: 5 })).map((parts) => parts.join(""));

describe("arguments of an IRC line", () => {
  it("have no line end, zero, space, comma or control character in them, wherever it stands", () => {
    fc.assert(
      fc.property(around, (word) => {
        expect(faultOfNick(word)?.code).toBe("BadNick");
        expect(faultOfChannel(`#${word}`)?.code).toBe("BadChannel");
        expect(faultOfKey(word)?.code).toBe("BadSetting");
        expect(faultOfTarget(word)?.code).toBe("BadTarget");
        expect(faultOfTarget(`#${word}`)?.code).toBe("BadTarget");
      }),
    );
  });

  it.each(["alice", "Al[i]ce", "_x", "^", "a-1"])("take %s for a nick", (nick) => {
    expect(faultOfNick(nick)).toBeUndefined();
  });

  it.each(["", "1st", "-x", "a b", "ä", "a:b", "a!b@c", "#a", "*"])("do not take %j for a nick of ours", (nick) => {
    expect(faultOfNick(nick)?.code).toBe("BadNick");
  });

  it.each(["alice", "Älice", "小明", "#chan", "&local", "NickServ"])("take %s for a target", (target) => {
    expect(faultOfTarget(target)).toBeUndefined();
  });

  it.each(["", ":alice", "$*", "$$irc.net", "a@b", "a!b", "*", "alice,bob", "@#ops", "-x", "irc.net", "a?", "%host"])(
    "do not take %j for a target",
    (target) => {
      expect(faultOfTarget(target)?.code).toBe("BadTarget");
    },
  );

  it("take for a channel only what begins as this server's channels do", () => {
    expect(faultOfChannel("&local", "#")?.code).toBe("BadChannel");
    expect(faultOfChannel("0")?.code).toBe("BadChannel");
    expect(faultOfChannel("#中文频道", "#")).toBeUndefined();
  });

  it("take no key that would begin a trailing argument", () => {
    expect(faultOfKey(":sesame")?.code).toBe("BadSetting");
    expect(faultOfKey("ses:ame")).toBeUndefined();
  });

  it("take a text with line ends and colours, but neither a zero nor a CTCP frame nor nothing", () => {
    expect(faultOfText("one\r\ntwo\u0003,4 red")).toBeUndefined();
    expect(faultOfText("a\u0000b")?.code).toBe("BadText");
    expect(faultOfText("\u0001DCC SEND x\u0001")?.code).toBe("BadText");
    expect(faultOfText(" \r\n ")?.code).toBe("BadText");
  });

  it("say nothing of the password that they refuse", () => {
    expect(JSON.stringify(faultOfPassword("hunter2\n", ircFaultTexts.ircFaultServerPassword))).not.toContain("hunter2");
  });
});

import { describe, expect, it } from "vitest";
import { Secret } from "#lib/redact/secret";
import { createRedact } from "./redact.ts";

const nothing = createRedact([]);

describe("lines that are fit to be shown", () => {
  it.each([
    ["PASS hunter2", "PASS [secret]"],
    ["PASS :two words", "PASS [secret]"],
    ["AUTHENTICATE YWxpY2UAYWxpY2UAaHVudGVyMg==", "AUTHENTICATE [secret]"],
    ["OPER root hunter2", "OPER [secret]"],
    ["JOIN #keyed sesame", "JOIN #keyed [secret]"],
    ["PRIVMSG NickServ :IDENTIFY hunter2", "PRIVMSG NickServ :IDENTIFY [secret]"],
    ["privmsg nickserv identify hunter2", "privmsg nickserv identify [secret]"],
    [":alice!a@b MODE #keyed +kn sesame", ":alice!a@b MODE #keyed +kn [secret]"],
    [":irc.test 324 parley #keyed +Pk sesame", ":irc.test 324 parley #keyed +Pk [secret]"],
  ])("show %j as %j without knowing the secret", (line, shown) => {
    expect(nothing.line(line)).toBe(shown);
  });

  it.each(["JOIN #open", ":alice!a@b JOIN #open", "PRIVMSG #open :pass me the salt", ":irc.test 001 parley :Welcome", "PING :x"])(
    "leave %j as it is",
    (line) => {
      expect(nothing.line(line)).toBe(line);
    },
  );

  it("show a known secret nowhere, whoever repeats it", () => {
    const redact = createRedact([new Secret("hunter2"), undefined]);
    expect(redact.line(":irc.test NOTICE parley :bad password xhunter2x")).toBe(":irc.test NOTICE parley :bad password x[secret]x");
    expect(redact.words("it said hunter2")).toBe("it said [secret]");
  });

  it("take out the longer of two secrets first", () => {
    const redact = createRedact([new Secret("sesame"), new Secret("sesame-street")]);
    expect(redact.words("sesame-street")).toBe("[secret]");
  });

  it("take out a short secret only where it stands alone", () => {
    const redact = createRedact([]);
    redact.add(new Secret("a"));
    expect(redact.line(":a!a@b PRIVMSG #banana :a banana")).toBe(":a!a@b PRIVMSG #banana :[secret] banana");
  });
});

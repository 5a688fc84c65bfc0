import { describe, expect, it } from "vitest";
import { foldName } from "#wire/irc/case-map";
import type { IrcMessage } from "#wire/irc/spec";
import { accountOf, decodeMessage, servicesAccount, type Speaker } from "./decode.ts";
import { createEventKeys } from "./event-keys.ts";

const fold = (name: string): string => foldName(name, "rfc1459");
const said = (text: string, more: Partial<IrcMessage> = {}): IrcMessage => ({
  target: "#Team",
  nick: "Annie",
  text,
  kind: "message",
  own: false,
  at: 5,
  ...more,
});
const decode = (message: IrcMessage, speaker: Speaker, channel = "irc") => decodeMessage(message, speaker, { channel, nick: "Parley", fold, key: () => "k" });

describe("a line of IRC", () => {
  it.each([
    ["parley: do it", true, "do it"],
    ["PARLEY,do it", true, "do it"],
    ["\u0002Parley\u0002: do it", true, "do it"],
    ["@parley: do it", true, "do it"],
    ["parley do it", false, "parley do it"],
    ["parley_: do it", false, "parley_: do it"],
    ["see parley: it is", false, "see parley: it is"],
  ])("%j in a channel: addressed %s", (line, addressed, text) => {
    expect(decode(said(line), "ann")).toMatchObject({ addressed, direct: false, from: { room: "#team" }, roomName: "#Team", what: { text } });
  });

  it("is not heard if it is ours, a notice, CTCP, empty, or for a whole server", () => {
    for (const more of [{ own: true }, { kind: "notice" }, { kind: "ctcp" }, { kind: "action" }, { target: "$*" }, { text: "parley: " }, { text: "" }] as const)
      expect(decode(said("words", more), "ann")).toBeUndefined();
  });

  it("belongs to the account that the server vouches for; a bare nick is unproven alone and nobody in a channel", () => {
    const direct = { target: "parley" };
    expect(decode(said("x", direct), "ann")).toMatchObject({ direct: true, from: { room: "ann" }, by: { kind: "account", account: "irc:ann", name: "Annie" } });
    expect(decode(said("x", direct), undefined)).toMatchObject({ from: { room: "~annie" }, by: { kind: "account", account: "irc:~Annie", unverified: true } });
    expect(decode(said("x"), undefined)?.by).toEqual({ kind: "outside", name: "Annie" });
    expect(decode(said("x", { isBot: true }), "ann")?.by).toMatchObject({ kind: "outside" });
  });

  it("of a second network belongs to another account", () => {
    expect(decode(said("x"), "ann", "irc-work")?.by).toMatchObject({ account: "irc:ann@work" });
    expect(servicesAccount("irc-work", accountOf("irc-work", "ann"))).toBe("ann");
    expect(servicesAccount("irc-work", "irc:ann")).toBeUndefined();
    expect(servicesAccount("irc", "irc:ann@work")).toBeUndefined();
    expect(servicesAccount("irc", "irc:~ann")).toBeUndefined();
  });
});

describe("the key of a line", () => {
  it("is the server's id, or stays the same when the server says the line again, or is new each time", () => {
    const key = createEventKeys("c1");
    expect(key(said("x", { id: "abc" }))).toBe("id:abc");
    const timed = { isServerTime: true as const, at: 7 };
    const [first, twin, other] = [key(said("x", timed)), key(said("x", timed)), key(said("x", { ...timed, at: 2_008 }))];
    expect(new Set([first, twin, other]).size).toBe(3);
    const later = createEventKeys("c2");
    expect([later(said("x", { ...timed, replay: "1" })), later(said("x", { ...timed, replay: "1" }))]).toEqual([first, twin]);
    expect(key(said("x"))).not.toBe(key(said("x")));
  });
});

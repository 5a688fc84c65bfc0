import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { explain } from "#config/explain";
import { Secret } from "#lib/redact/secret";
import { ConfigRoom } from "#test/config-room";
import { verifies } from "#test/verifies";

let room: ConfigRoom;
beforeEach(() => {
  room = new ConfigRoom();
});
afterEach(() => room[Symbol.dispose]());

const env = { A: "1:aaa", B: "2:bbb" };

function channelsIn(text: string) {
  return room
    .good(text, { env })
    .config.channels.map(({ id, platform, settings }) => [id, platform, settings["token"] instanceof Secret ? settings["token"].reveal() : undefined]);
}

describe("the bots of one platform", () => {
  verifies("C-9.1-16", "are one, a list or a map of names, each with an id of its own", () => {
    expect(channelsIn("bots: { telegram: { token: '${A}' } }")).toEqual([["telegram", "telegram", "1:aaa"]]);
    expect(channelsIn("bots: { telegram: [{ token: '${A}' }, { token: '${B}' }] }")).toEqual([
      ["telegram", "telegram", "1:aaa"],
      ["telegram-2", "telegram", "2:bbb"],
    ]);
    expect(channelsIn("bots: { telegram: { home: { token: '${A}' }, work: { token: '${B}', enabled: true } } }")).toEqual([
      ["telegram-home", "telegram", "1:aaa"],
      ["telegram-work", "telegram", "2:bbb"],
    ]);
  });

  it("can be turned off one by one, and then need nothing", () => {
    expect(channelsIn("bots: { telegram: [{ token: '${A}' }, { enabled: false, token: '${GONE}' }] }")).toEqual([["telegram", "telegram", "1:aaa"]]);
  });

  it("take their secrets from the environment by name, and show none", () => {
    const loaded = room.good("bots: { telegram: { home: { enabled: true } } }", { env: { PARLEY_BOTS_TELEGRAM_HOME_TOKEN: "1:aaa" } });
    expect(loaded.origin(["bots", "telegram", "home", "token"])).toEqual({ from: "environment", names: ["PARLEY_BOTS_TELEGRAM_HOME_TOKEN"] });
    const keys = explain(loaded).keys.filter(({ key }) => key.startsWith("bots.telegram"));
    expect(keys.map(({ key }) => key)).toContain("bots.telegram.home.api_root");
    expect(JSON.stringify(keys)).not.toContain("1:aaa");
  });

  it("warn when the token would travel unencrypted", () => {
    const { warnings } = room.good(
      "bots: { telegram: [{ token: '${A}', api_root: 'http://127.0.0.1:1' }, { token: '${B}', api_root: 'http://bots.example' }] }",
      { env },
    );
    expect(warnings.filter((line) => line.startsWith("bots."))).toEqual([expect.stringMatching(/^bots\.telegram\[1\]\.api_root: /)]);
  });

  it.each([
    ["a missing token in a list", "bots: { telegram: [{ token: '${A}' }, {}] }", "bots.telegram[1].token"],
    ["a missing token of a named one", "bots: { telegram: { home: { api_root: 'http://h' } } }", "bots.telegram.home.token"],
    ["an unknown key in a list", "bots: { telegram: [{ token: '${A}', tokn: 1 }] }", "bots.telegram[0].tokn"],
    ["an unknown key of a named one", "bots: { telegram: { home: { token: '${A}', prox: 1 } } }", "bots.telegram.home.prox"],
    ["a slip in the keys of a single one", "bots: { telegram: { tokn: x } }", "bots.telegram.tokn"],
    ["a name that cannot be part of an id", "bots: { telegram: { My-Bot: { token: '${A}' } } }", "bots.telegram.My-Bot"],
    ["the same bot twice", "bots: { telegram: [{ token: '${A}' }, { token: '${A}' }] }", "bots.telegram[1]"],
  ])("report %s at its place", (_what, text, path) => {
    expect(room.bad(text, { env }).some((line) => line.includes(`: ${path}: `))).toBe(true);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigRoom } from "#test/config-room";
import { verifies } from "#test/verifies";

let room: ConfigRoom;

beforeEach(() => {
  room = new ConfigRoom();
});

afterEach(() => room[Symbol.dispose]());

const sessions = "sessions: [{ name: coder, cli_type: scripted }, { name: reviewer, cli_type: scripted, thread_of: coder }]\n";
const withRules = (rules: string): string => `${sessions}routing: { rules: [${rules}] }`;

describe("routing", () => {
  verifies("C-14.2-4", "is rules in their order; without any, nothing is routed and nobody is invited", () => {
    expect(room.good("").config.routing).toMatchObject({ rules: [], invitations: { enabled: false } });
    const { config, redLines } = room.good(
      withRules(
        "{ name: reviews, keywords: [review*], session: reviewer }, { addresses: ['irc:#ops', 'matrix:!r:example.org'], kinds: [code], session: coder }",
      ),
    );
    expect(config.routing.rules).toEqual([
      { name: "reviews", keywords: ["review*"], to: { session: "reviewer" } },
      { name: "2", addresses: ["irc:#ops", "matrix:!r:example.org"], kinds: ["code"], to: { session: "coder" } },
    ]);
    expect(redLines).toEqual([]);
  });

  it("with a session that is not there is a warning", () => {
    expect(room.good(withRules("{ keywords: [x], session: nobody }")).redLines).toEqual([
      expect.objectContaining({ what: "routing.rules[0]", why: expect.stringContaining("nobody") as string }),
    ]);
  });

  it("that invites while invitations are off is a warning", () => {
    const invites = "{ mention: true, invite: claude }";
    expect(room.good(withRules(invites)).redLines).toEqual([expect.objectContaining({ what: "routing.rules[0]" })]);
    expect(room.good(`routing: { invitations: { enabled: true }, rules: [${invites}] }`).redLines).toEqual([]);
  });

  it.each([
    ["no target", "{ keywords: [x] }"],
    ["two targets", "{ keywords: [x], session: coder, invite: claude }"],
    ["an invitation by every message", "{ invite: claude }"],
    ["an invitation by a kind alone", "{ kinds: [code], invite: claude }"],
    ["a mention of a session", "{ mention: true, session: coder }"],
    ["a kind that nobody described", "{ kinds: [reviews], session: coder }"],
    ["an empty keyword", "{ keywords: [' '], session: coder }"],
    ["no keyword", "{ keywords: [], session: coder }"],
    ["a keyword of a whole page", `{ keywords: [${"x".repeat(65)}], session: coder }`],
    ["an address without a channel", "{ addresses: [':x'], session: coder }"],
    ["a key that is not there", "{ keyword: [x], session: coder }"],
    ["too many rules", Array.from({ length: 101 }, () => "{ session: coder }").join(",")],
  ])("is rejected with %s", (_what, rules) => {
    expect(room.bad(withRules(rules))).toHaveLength(1);
  });

  it("knows kinds of the file's own", () => {
    const { config } = room.good(`${withRules("{ kinds: [deploy], session: coder }").slice(0, -1)}, kinds: { deploy: { words: [上线], files: [.tf] } } }`);
    expect(config.routing.kinds).toMatchObject({ deploy: { words: ["上线"] }, review: {} });
  });
});

describe("thread_of", () => {
  it("names a configured session that has a thread of its own", () => {
    const session = (name: string, other: string): string => `{ name: ${name}, cli_type: scripted, thread_of: ${other} }`;
    expect(room.good(sessions).config.sessions.map(({ threadOf }) => threadOf)).toEqual([undefined, "coder"]);
    for (const other of ["a", "nobody"]) expect(room.bad(`sessions: [${session("a", other)}]`)).toHaveLength(1);
    expect(room.bad(`sessions: [{ name: a, cli_type: scripted }, ${session("b", "a")}, ${session("c", "b")}]`)[0]).toContain("thread_of: a");
  });
});

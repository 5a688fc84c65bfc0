import { describe, expect, it } from "vitest";
import type { Link } from "#web/state/stream/model.ts";
import { colourOf } from "./link-color.ts";

const since = "2026-11-15T12:00:00Z";
const link = (state: Link["state"], was?: Link["state"]): Link => ({
  id: "irc",
  platform: "irc",
  reason: "",
  since,
  state,
  ...(was === undefined ? {} : { was }),
});
const after = (ms: number): number => Date.parse(since) + ms;

describe("the light of a link", () => {
  it("is green, yellow or red by state", () => {
    expect([
      colourOf(link("connected"), after(0)),
      colourOf(link("degraded"), after(0)),
      colourOf(link("connecting"), after(0)),
      colourOf(link("error"), after(0)),
      colourOf(link("closed"), after(0)),
      colourOf(link("impaired"), after(0)),
    ]).toEqual(["green", "yellow", "yellow", "red", "red", "red"]);
  });

  it("stays green for two seconds when a link that held connects again", () => {
    expect(colourOf(link("connecting", "connected"), after(1_900))).toBe("green");
    expect(colourOf(link("connecting", "connected"), after(2_000))).toBe("yellow");
    expect(colourOf(link("connecting", "error"), after(100))).toBe("yellow");
  });
});

import { describe, expect, it } from "vitest";
import type { LightWire } from "#protocol/runs";
import { verifies } from "#test/verifies";
import { ircColour } from "./irc-light.ts";

const me = { id: "per_mara", name: "Mara", role: "owner" as const };
const light = (session: string, state: LightWire["state"], name = "irc"): LightWire => ({ session, name, state });
const colour = (lights: readonly LightWire[], session: string | null, linksSetUp: readonly string[] = ["irc"]): string | undefined =>
  ircColour({ lights, linksSetUp, me }, { default_session: session });

describe("the light of IRC", () => {
  verifies("IRC-UI-2", "is green when connected and joined, yellow while connecting, red for everything else", () => {
    expect(colour([light("ses_1", "connected")], "ses_1")).toBe("green");
    expect(colour([light("ses_1", "connecting")], "ses_1")).toBe("yellow");
    expect(colour([light("ses_1", "error")], "ses_1")).toBe("red");
    expect(colour([light("ses_1", "closed")], "ses_1")).toBe("red");
    expect(colour([], "ses_1")).toBe("red");
    expect(colour([light("ses_1", "connected", "mail")], "ses_1")).toBe("red");
  });

  it("is not shown where IRC is neither set up nor was used", () => {
    expect(colour([], "ses_1", [])).toBeUndefined();
    expect(colour([light("ses_1", "connected", "mail"), light("ses_2", "connected")], "ses_1", ["mail"])).toBeUndefined();
    expect(colour([light("ses_1", "closed")], "ses_1", [])).toBe("red");
  });

  verifies("REQ-0028-031", "is of the open thread's session, otherwise of the reader's own", () => {
    const lights = [light("ses_1", "connecting"), light("per_mara", "connected")];
    expect(colour(lights, "ses_1")).toBe("yellow");
    expect(colour(lights, null)).toBe("green");
    expect(colour(lights, "ses_2")).toBe("red");
  });
});

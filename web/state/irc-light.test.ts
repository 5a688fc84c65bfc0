import { describe, expect } from "vitest";
import type { LightWire } from "#protocol/runs";
import { verifies } from "#test/verifies";
import { ircColour } from "./irc-light.ts";

const me = { id: "per_mara", name: "Mara", role: "owner" as const };
const light = (session: string, state: LightWire["state"], name = "irc"): LightWire => ({ session, name, state });
const colour = (lights: readonly LightWire[], session: string | null): string => ircColour({ lights, me }, { default_session: session });

describe("the light of IRC", () => {
  verifies("IRC-UI-2", "is green when connected and joined, yellow while connecting, red for everything else and for nothing", () => {
    expect(colour([light("ses_1", "connected")], "ses_1")).toBe("green");
    expect(colour([light("ses_1", "connecting")], "ses_1")).toBe("yellow");
    expect(colour([light("ses_1", "error")], "ses_1")).toBe("red");
    expect(colour([light("ses_1", "closed")], "ses_1")).toBe("red");
    expect(colour([], "ses_1")).toBe("red");
    expect(colour([light("ses_1", "connected", "mail")], "ses_1")).toBe("red");
  });

  verifies("REQ-0028-031", "is of the open thread's session, else of the reader's own", () => {
    const lights = [light("ses_1", "connecting"), light("per_mara", "connected")];
    expect(colour(lights, "ses_1")).toBe("yellow");
    expect(colour(lights, null)).toBe("green");
    expect(colour(lights, "ses_2")).toBe("red");
  });
});

import { describe, expect, it } from "vitest";
import { endInWords, faultOf, sentFrom } from "./outcome.ts";

const denied = (status: number, code = 0, message = "") => ({ how: "denied", denial: { status, code, message } }) as const;

describe("what Discord denies", () => {
  it.each([
    [4_004, "BadToken"],
    [4_010, "NotSupported"],
    [4_011, "NotSupported"],
    [4_012, "NotSupported"],
    [4_013, "NotAllowed"],
    [4_014, "NotAllowed"],
    [4_000, "Timeout"],
    [1_006, "Timeout"],
  ])("a gateway that closes with %i ends the connection as %s", (code, fault) => {
    expect(endInWords({ code, reason: "", isSessionLost: false }).code).toBe(fault);
  });

  it.each([
    [401, "BadToken"],
    [403, "NotAllowed"],
    [404, "BadConfig"],
    [429, "Timeout"],
    [500, "Timeout"],
  ])("HTTP %i ends it as %s", (status, fault) => {
    expect(faultOf(denied(status)).code).toBe(fault);
  });

  it.each([10_003, 10_004, 50_001, 50_007, 50_013, 50_278])(
    "code %i, for a bot that was banned or shut out, refuses the message in words of our own",
    (code) => {
      const sent = sentFrom(denied(403, code, "words of Discord's"), { receipt: () => "r" });
      expect(sent).toMatchObject({ ok: false, why: "refused" });
      expect(sent.ok ? "" : sent.reason).not.toContain("words of Discord's");
    },
  );
});

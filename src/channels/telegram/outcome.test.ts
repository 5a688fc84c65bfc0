import { describe, expect, it } from "vitest";
import { faultOf, sentFrom, type SentOptions } from "./outcome.ts";

const denied = (code: number, description: string) => ({ how: "denied", denial: { code, description } }) as const;
const about: SentOptions<unknown> = { receipt: () => "r", scope: () => "address" };

describe("what Telegram denies", () => {
  it.each([
    [401, "Unauthorized", "BadToken"],
    [404, "Not Found", "BadToken"],
    [409, "Conflict: terminated by other getUpdates request", "NotAllowed"],
    [409, "Conflict: can't use getUpdates method while webhook is active", "NotAllowed"],
    [429, "Too Many Requests", "Timeout"],
    [502, "Bad Gateway", "Timeout"],
  ])("%i %s ends the connection as %s", (code, description, fault) => {
    expect(faultOf(denied(code, description)).code).toBe(fault);
  });

  it.each([
    "Forbidden: bot was kicked from the supergroup chat",
    "Forbidden: bot was blocked by the user",
    "Forbidden: bot is not a member of the channel chat",
    "Forbidden: user is deactivated",
    "Bad Request: not enough rights to send text messages to the chat",
    "Bad Request: CHAT_RESTRICTED",
  ])("%s refuses the message for good, in words of our own", (description) => {
    const sent = sentFrom(denied(description.startsWith("Forbidden") ? 403 : 400, description), about);
    expect(sent).toMatchObject({ ok: false, why: "refused" });
    expect(sent.ok ? "" : sent.reason).not.toContain(description);
  });

  it("a wrong token and a limit leave the message for later", () => {
    expect(sentFrom(denied(401, "Unauthorized"), about)).toMatchObject({ why: "later" });
    expect(sentFrom({ how: "denied", denial: { code: 429, description: "", retryAfterMs: 7_000 } }, about)).toMatchObject({ why: "later", afterMs: 7_000 });
  });
});

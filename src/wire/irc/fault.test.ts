import { describe, expect, it } from "vitest";
import { say } from "#lib/words/words";
import { fault, quoted, sayFault } from "./fault.ts";
import { faultOfClosing } from "./server-fault.ts";
import { faultOfSocketError } from "./socket-fault.ts";
import { ircFaultTexts } from "./texts.ts";

describe("what went wrong", () => {
  it("is a code and values, and a sentence in the reader's language", () => {
    const refused = faultOfSocketError(Object.assign(new Error("no"), { code: "ECONNREFUSED" }), "dialing", { host: "irc.test", port: 6667, tls: false });
    expect(refused).toEqual({ code: "ConnectionRefused", text: ircFaultTexts.ircFaultRefused, values: { host: "irc.test", port: 6667 } });
    expect(sayFault("en", refused)).toBe(say("en", ircFaultTexts.ircFaultRefused, { host: "irc.test", port: 6667 }));
    expect(sayFault("zh-CN", refused)).toBe(say("zh-CN", ircFaultTexts.ircFaultRefused, { host: "irc.test", port: 6667 }));
  });

  it("says so if the server gave no reason", () => {
    expect(sayFault("en", faultOfClosing("", true))).toBe(say("en", ircFaultTexts.ircFaultClosed, { words: say("en", ircFaultTexts.ircFaultNoReason) }));
    expect(sayFault("zh-CN", faultOfClosing("", true))).toBe(
      say("zh-CN", ircFaultTexts.ircFaultClosed, { words: say("zh-CN", ircFaultTexts.ircFaultNoReason) }),
    );
    expect(sayFault("zh-CN", faultOfClosing("Ping timeout", true))).toContain('"Ping timeout"');
  });

  it("includes the error message if the system gave no code", () => {
    const broke = faultOfSocketError(new Error("odd"), "open", { host: "irc.test", port: 6697, tls: true });
    expect(sayFault("en", broke)).toContain('("odd")');
    expect(sayFault("en", faultOfSocketError(new Error(""), "open", { host: "irc.test", port: 6697, tls: true }))).toContain("(Error)");
  });

  it("makes hidden characters in the server's text visible, and does not expand braces in it", () => {
    const kicked = fault("Kicked", ircFaultTexts.ircFaultKicked, { by: "eve", channel: "#a", words: quoted("{by}\u202e") });
    expect(sayFault("en", kicked)).toContain('"{by}⟨U+202E⟩"');
  });
});

import { describe, expect, it } from "vitest";
import { fault, quoted, sayFault } from "./fault.ts";
import { faultOfClosing } from "./server-fault.ts";
import { faultOfSocketError } from "./socket-fault.ts";

describe("what went wrong", () => {
  it("is a code and values, and a sentence only in the language of whoever reads it", () => {
    const refused = faultOfSocketError(Object.assign(new Error("no"), { code: "ECONNREFUSED" }), "dialing", { host: "irc.test", port: 6667, tls: false });
    expect(refused).toEqual({ code: "ConnectionRefused", word: "ircFaultRefused", values: { host: "irc.test", port: 6667 } });
    expect(sayFault("en", refused)).toBe("Nobody accepts connections at irc.test port 6667. Check the port, and whether the server runs.");
    expect(sayFault("zh-CN", refused)).toBe("irc.test 端口 6667 拒绝连接。请检查端口，以及服务器是否在运行。");
  });

  it("says so where the server gave no reason", () => {
    expect(sayFault("en", faultOfClosing("", true))).toBe("The server closed the link: no reason. Connect again.");
    expect(sayFault("zh-CN", faultOfClosing("", true))).toBe("服务器关闭了连接：未说明原因。请重新连接。");
    expect(sayFault("zh-CN", faultOfClosing("Ping timeout", true))).toBe('服务器关闭了连接："Ping timeout"。请重新连接。');
  });

  it("names what broke where the system gave no code for it", () => {
    const broke = faultOfSocketError(new Error("odd"), "open", { host: "irc.test", port: 6697, tls: true });
    expect(sayFault("en", broke)).toContain('("odd")');
    expect(sayFault("en", faultOfSocketError(new Error(""), "open", { host: "irc.test", port: 6697, tls: true }))).toContain("(Error)");
  });

  it("shows what hides in words of others, and does not take braces there for values", () => {
    const kicked = fault("Kicked", "ircFaultKicked", { by: "eve", channel: "#a", words: quoted("{by}\u202e") });
    expect(sayFault("en", kicked)).toBe('eve removed us from #a: "{by}⟨U+202E⟩". Ask there before you join again.');
  });
});

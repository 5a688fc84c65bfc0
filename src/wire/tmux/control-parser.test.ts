import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ControlParser, unescapeOutput, type ControlEvent } from "./control-parser.ts";

function parsed(text: string): readonly ControlEvent[] {
  return new ControlParser().push(Buffer.from(text, "utf8"));
}

describe("the control protocol", () => {
  it.each<readonly [string, string, ControlEvent]>([
    ["a window that closed", "%window-close @3\n", { kind: "notice", name: "window-close", words: ["@3"] }],
    ["a notice without words", "%sessions-changed\n", { kind: "notice", name: "sessions-changed", words: [] }],
    ["a session's name in UTF-8", "%session-changed $1 项目\n", { kind: "notice", name: "session-changed", words: ["$1", "项目"] }],
    ["a pane that was paused", "%pause %7\n", { kind: "notice", name: "pause", words: ["%7"] }],
    ["a pane that goes on", "%continue %7\n", { kind: "notice", name: "continue", words: ["%7"] }],
    ["a new layout", "%layout-change @1 b25f,80x24,0,0,1 b25f *\n", { kind: "notice", name: "layout-change", words: ["@1", "b25f,80x24,0,0,1", "b25f", "*"] }],
    ["the end", "%exit\n", { kind: "exit", reason: "" }],
    ["the end with a reason", "%exit server exited\n", { kind: "exit", reason: "server exited" }],
    ["output with escapes", "%output %12 a\\033[1m\\134\\015\\012\n", { kind: "output", pane: "%12", bytes: Buffer.from("a\x1b[1m\\\r\n") }],
    ["output that begins with spaces", "%output %1   x\n", { kind: "output", pane: "%1", bytes: Buffer.from("  x") }],
    ["output that is late", "%extended-output %1 250 : late\\012\n", { kind: "output", pane: "%1", bytes: Buffer.from("late\n") }],
    ["an answer", "%begin 17 4 1\none\n\ntwo\n%end 17 4 1\n", { kind: "reply", isOwn: true, isOk: true, lines: ["one", "", "two"] }],
    ["an error", "%begin 17 4 1\nunknown command\n%error 17 4 1\n", { kind: "reply", isOwn: true, isOk: false, lines: ["unknown command"] }],
    ["an answer to another client", "%begin 17 4 0\n%end 17 4 0\n", { kind: "reply", isOwn: false, isOk: true, lines: [] }],
  ])("has %s", (_what, text, event) => {
    expect(parsed(text)).toEqual([event]);
  });

  it("lets nothing that a pane shows end an answer early", () => {
    const shown = ["%end 17 5 1", "%error 17 4 0", "%begin 18 9 1", "%output %1 x", "%exit"];
    expect(parsed(`%begin 17 4 1\n${shown.join("\n")}\n%end 17 4 1\n`)).toEqual([{ kind: "reply", isOwn: true, isOk: true, lines: shown }]);
  });

  it("ignores what is none of its lines", () => {
    expect(parsed("hello\n\n%\n% x\n")).toEqual([]);
  });

  it("reads the same however the bytes are cut", () => {
    const text = "%begin 1 2 1\n你好 😀\n%end 1 2 1\n%output %1 \\344\\275\\240é\\012\n%window-close @2\n";
    const whole = parsed(text);
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 20 }), (cuts) => {
        const bytes = Buffer.from(text, "utf8");
        const parser = new ControlParser();
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
        const events = places.slice(1).flatMap((place, i) => parser.push(bytes.subarray(places[i], place)));
        expect(events).toEqual(whole);
      }),
    );
  });

  it("takes every byte back out of its escapes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const escaped = Array.from(bytes, (byte) => (byte < 32 || byte === 0x5c ? `\\${byte.toString(8).padStart(3, "0")}` : String.fromCharCode(byte))).join(
          "",
        );
        expect(unescapeOutput(escaped)).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

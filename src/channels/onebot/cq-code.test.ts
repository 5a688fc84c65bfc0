import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeCqCodes } from "#test/fakes/onebot/write-cq-codes";
import { parseCqCodes } from "./cq-code.ts";

describe("CQ codes", () => {
  it("are read into segments, with their escapes undone once", () => {
    expect(parseCqCodes("a &#91;b&#93; &amp;#91;[CQ:at,qq=7] c[CQ:share,url=http://x/?a=1&amp;b=2,title=x&#44;y&#91;1&#93;][CQ:shake]")).toEqual([
      { type: "text", data: { text: "a [b] &#91;" } },
      { type: "at", data: { qq: "7" } },
      { type: "text", data: { text: " c" } },
      { type: "share", data: { url: "http://x/?a=1&b=2", title: "x,y[1]" } },
      { type: "shake", data: {} },
    ]);
  });

  it("that somebody types are text, because an implementation escapes them", () => {
    const typed = "[CQ:at,qq=10000] do it";
    expect(parseCqCodes(writeCqCodes([{ type: "text", data: { text: typed } }]))).toEqual([{ type: "text", data: { text: typed } }]);
  });

  it("that are broken stay text, and nothing is lost", () => {
    for (const broken of ["[CQ:]", "[CQ:at,qq=7", "CQ:at]", "[", "]", "[CQ"]) expect(parseCqCodes(broken)).toEqual([{ type: "text", data: { text: broken } }]);
  });

  it("any message comes back as it was written", () => {
    const hard = fc.array(fc.oneof(fc.constantFrom("&", "[", "]", ",", "=", "&amp;", "&#91;", "[CQ:at,qq=1]", "你好", "😀", "\n"), fc.string()), {
      maxLength: 8,
    });
    const text = hard.map((list) => list.join(""));
    const name = fc.stringMatching(/^[a-z_]{1,8}$/);
    const other = fc.record({ type: name.filter((type) => type !== "text"), data: fc.dictionary(name, text, { maxKeys: 3 }) });
    // Two texts beside each other are one.
    const message = fc.array(other, { maxLength: 4 }).chain((codes) =>
      fc
        .array(
          text.filter((one) => one !== ""),
          { minLength: codes.length + 1, maxLength: codes.length + 1 },
        )
        .map((words) => words.flatMap((word, i) => [{ type: "text", data: { text: word } }, ...codes.slice(i, i + 1)])),
    );
    fc.assert(
      fc.property(message, (segments) => {
        expect(parseCqCodes(writeCqCodes(segments))).toEqual(segments);
      }),
      { numRuns: 500 },
    );
  });
});

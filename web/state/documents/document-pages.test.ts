import { describe, expect, it } from "vitest";
import { pagesOf } from "./document-pages.ts";

describe("pages of a document", () => {
  it("begin where a comment says so, and the comment is not shown", () => {
    expect(pagesOf("<!-- page 1 -->\n\none\n\n<!-- page 2 -->\n\ntwo")).toEqual([
      { page: 1, text: "\n\none\n\n" },
      { page: 2, text: "\n\ntwo" },
    ]);
  });

  it("go on in a piece that begins in the middle of one", () => {
    expect(pagesOf("rest\n\n<!-- page 3 -->")).toEqual([
      { page: null, text: "rest\n\n" },
      { page: 3, text: "" },
    ]);
    expect(pagesOf("a <!-- page 3 --> b")).toEqual([{ page: null, text: "a <!-- page 3 --> b" }]);
  });
});

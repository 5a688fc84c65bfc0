import { describe, expect, it } from "vitest";
import { onlyWithFile } from "./file-pieces.ts";

describe("a delivery that is about its file", () => {
  const words = { body: "words about it" };
  const text = { body: "caption", instead: { body: "plain caption" } };

  it("keeps every way to upload it and drops the words in its place", () => {
    const file = { body: "photo", bytes: 9, instead: { body: "document", bytes: 9, instead: words } };
    expect(onlyWithFile([text, file])).toEqual([text, { body: "photo", bytes: 9, instead: { body: "document", bytes: 9 } }]);
  });

  it("is nothing where the platform takes no such file", () => {
    expect(onlyWithFile([text, words])).toBeUndefined();
  });
});

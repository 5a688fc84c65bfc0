import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodedTextLimit } from "#channels/kit/clean-text";
import { decodeEvent } from "./decode.ts";

const folder = join(import.meta.dirname, "fixtures");

interface Fixture {
  readonly frame: { readonly what: object };
  readonly inbound: object | null;
}

function fixture(name: string): Fixture {
  return JSON.parse(readFileSync(join(folder, name), "utf8")) as Fixture;
}

describe("decodeEvent", () => {
  it.each(readdirSync(folder))("reads %s", (name) => {
    const { frame, inbound } = fixture(name);
    expect(decodeEvent("chat1", frame) ?? null).toEqual(inbound);
  });

  it("bounds what was said and what it was edited to, and says how much is missing", () => {
    for (const name of ["said-direct.json", "edited.json"]) {
      const { frame } = fixture(name);
      const event = decodeEvent("chat1", { ...frame, what: { ...frame.what, text: "字".repeat(decodedTextLimit + 7) } });
      expect(event?.what).toMatchObject({ text: `${"字".repeat(decodedTextLimit)}\n[7 of ${decodedTextLimit + 7} characters left out]` });
    }
  });
});

import { expect, it } from "vitest";
import { originOf } from "./third-party.ts";

it("tells a third party's words by their mark, whatever of the origin is missing", () => {
  expect(originOf({ metadata: null })).toBeNull();
  expect(originOf({ metadata: { event: "invited" } })).toBeNull();
  expect(originOf({ metadata: { third_party: { platform: "irc", room: "#x", name: "kestrel" } } })).toEqual({ platform: "irc", room: "#x", name: "kestrel" });
  expect(originOf({ metadata: { third_party: true } })).toEqual({ platform: "", room: "", name: "" });
});

import { expect, it } from "vitest";
import { askerOf } from "./asker.ts";

it("names the session that waits for the answer, and nobody where the hub asks", () => {
  expect(askerOf({ session: "ses_1", session_name: "gateway" })).toBe("gateway");
  expect(askerOf({ session: null, session_name: "Parley" })).toBe("");
});

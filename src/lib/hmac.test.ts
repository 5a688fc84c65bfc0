import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hmacSha256 } from "./hmac.ts";

it("signs as HMAC-SHA-256 does, with any key and any text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: "binary", maxLength: 300 }), (key, text) => {
      expect(hmacSha256(key)(text)).toBe(createHmac("sha256", key).update(text).digest("base64url"));
    }),
  );
});

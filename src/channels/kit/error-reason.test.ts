import { describe, expect, it } from "vitest";
import { whyInWords } from "#channels/kit/error-reason";
import { ParleyError } from "#domain/errors";

describe("whyInWords", () => {
  it("says our own sentences as they are", () => {
    expect(whyInWords(new ParleyError("Timeout", "The server did not answer."))).toBe("The server did not answer.");
  });

  it("finds the system's code under a library's wrapping", () => {
    const cause = Object.assign(new Error("x"), { code: "ENOTFOUND" });
    expect(whyInWords(new TypeError("fetch failed", { cause: new Error("inner", { cause }) }))).toBe("The server's name is not known (DNS).");
  });

  it("names a code that it has no words for, and never repeats a message, which may hold a token", () => {
    expect(whyInWords(Object.assign(new Error("https://api/bot123:SECRET/getUpdates"), { code: "UND_ERR_SOCKET" }))).toBe(
      "The connection failed (UND_ERR_SOCKET).",
    );
    expect(whyInWords(new Error("https://api/bot123:SECRET/getUpdates"))).toBe("The connection failed.");
    expect(whyInWords(Object.assign(new Error("x"), { code: "secret=SECRET" }))).toBe("The connection failed.");
    expect(whyInWords("SECRET")).toBe("The connection failed.");
  });
});

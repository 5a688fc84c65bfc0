import { describe, expect, it } from "vitest";
import { blankMessage } from "#test/fakes/page-scenario";
import { openQuotes } from "./quotes.ts";

const message = { ...blankMessage, id: "m1", thread_id: "t", seq: 1, rev: 1, created_at: "", author_name: "Lin", content: "as it stands" };

describe("a line that is answered and not here", () => {
  it("is asked for once, and then known", async () => {
    const asked: string[] = [];
    const quotes = openQuotes(async (id) => {
      asked.push(id);
      return message;
    });
    quotes.want("m1");
    quotes.want("m1");
    expect(quotes.of("m1")).toBeUndefined();
    await expect.poll(() => quotes.of("m1")).toEqual({ id: "m1", thread: "t", seq: 1, author: "hub", name: "Lin", text: "as it stands" });
    expect(asked).toEqual(["m1"]);
  });

  it("is known to be missing when the hub has none to show", async () => {
    const quotes = openQuotes(() => Promise.reject(new Error("not found")));
    quotes.want("m1");
    await expect.poll(() => quotes.of("m1")).toBeNull();
  });
});

import { expect, it } from "vitest";
import { tokenize } from "#commands/kit/tokenize";
import { writeWord } from "./write-word.ts";

it.each(["", " ", "a;b", "a|b", "a && b", "$(x)", "<", "`", 'say "hi"', "back\\slash", "it's", "plain", "--to=#ops", "中　文"])(
  "writes %j so that it is read as the same word",
  (word) => {
    expect(tokenize(["hello", writeWord(word), "end"].join(" "))).toEqual(["hello", word, "end"]);
  },
);

it("leaves a plain word without quotes, as it is in the list of commands", () => {
  expect(["irc", "status", "--to=#ops"].map(writeWord)).toEqual(["irc", "status", "--to=#ops"]);
});

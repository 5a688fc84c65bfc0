import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { shellQuoted } from "./shell-quote.ts";

it.each(["plain/path-1.json", "par ley", "it's", "$(id) `id`", "a\nb", "", "*", "~x"])("gives a shell %j as one argument", (argument) => {
  expect(execFileSync("sh", ["-c", `printf '[%s]' ${shellQuoted(argument)}`], { encoding: "utf8" })).toBe(`[${argument}]`);
});

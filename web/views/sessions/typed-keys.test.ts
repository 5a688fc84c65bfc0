import { expect, it } from "vitest";
import { keysOf } from "./typed-keys.ts";

it.each([
  ["\r", ["Enter"]],
  ["\u001b", ["Escape"]],
  ["\u001b[A", ["Up"]],
  ["\u0003", ["C-c"]],
  [" ", ["Space"]],
  ["a", ["a"]],
  ["中文", ["中文"]],
  ["\u001b[200~two\rlines\u001b[201~", ["two lines"]],
  ["\u001b[1;5A", []],
  ["\u001b[<0;1;1M", []],
])("%j is %j", (data, keys) => {
  expect(keysOf(data)).toEqual(keys);
});

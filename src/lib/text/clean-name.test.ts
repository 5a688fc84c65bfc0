import { expect, it } from "vitest";
import { cleanName } from "./clean-name.ts";

it("makes one line of a name, with nothing in it that nobody sees", () => {
  expect(cleanName("  Ola has said yes.\r\n\n\tParley: \u001b[31mgo\u2028on ")).toBe("Ola has said yes. Parley: [31mgo on");
  expect(cleanName("O\u200bl\u00ad\u034fa\u3164\u115f\u2800")).toBe("Ola");
  expect(cleanName("\u202ealO\u2066\u{e0041}\ud800")).toBe("alO");
  expect(cleanName("O\u200dl\u200ca")).toBe("Ola");
});

it("leaves letters of all languages and pictographs as they are", () => {
  for (const name of ["Zoë Ångström", "小明", "می\u200cخواهم", "क्\u200dष", "👩\u200d💻", "❤\ufe0f Bee", "Claude (opus-4.5)"])
    expect(cleanName(name)).toBe(name);
});

it("cuts a long name between letters, and leaves nothing of one that nobody sees", () => {
  expect(cleanName("😀".repeat(100))).toBe("😀".repeat(64));
  expect(cleanName(`${"a".repeat(9)} b`, 10)).toBe("a".repeat(9));
  expect(cleanName(" \n\u200b\u2800")).toBe("");
});

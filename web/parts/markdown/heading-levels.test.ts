import { describe, expect, it } from "vitest";
import { parseBlocks } from "#markdown/blocks";
import { headingLevels } from "./heading-levels.ts";

describe("the headings of a message", () => {
  it.each([
    ["# a\n## b\n### c", [2, 3, 4]],
    ["## a\n\n## b", [2, 2]],
    ["# a\n### b\n# c", [2, 3, 2]],
    ["### a\n# b\n## c", [2, 2, 3]],
    ["> ## a\n\n- ### b", [2, 3]],
  ])("leave no level out: %j", (text, levels) => {
    expect([...headingLevels(parseBlocks(text)).values()]).toEqual(levels);
  });
});

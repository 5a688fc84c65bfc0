import { describe, expect, it } from "vitest";
import type { Part } from "#domain/channel";
import { renderIrc, textOf } from "./encode.ts";
import { selfContained, withoutCodes } from "./formatting.ts";
import { verifies } from "#test/verifies";

const render = (parts: readonly Part[], lines = 12): readonly string[] => renderIrc(parts, { language: "en", lines }).map(textOf);
const text = (markdown: string): Part => ({ kind: "text", markdown });
const [b, i, s] = ["\u0002", "\u001d", "\u001e"];

describe("Markdown on IRC", () => {
  verifies(["C-3.2-2", "C-14.1-1"], "is shown with the codes that clients know; code and tables are plain lines", () => {
    expect(render([text("# Head\n\nsome **bold**, *slanted*, ~~struck~~ `code` and [a link](https://x.example)")])).toEqual([
      `${b}Head${b}\n\nsome ${b}bold${b}, ${i}slanted${i}, ${s}struck${s} \`code\` and a link (https://x.example)`,
    ]);
    expect(render([text("```sh\nls -l\nrm x\n```")])).toEqual(["ls -l\nrm x"]);
    expect(render([text("| a | long |\n| - | - |\n| 数 | 1 |")])).toEqual(["a  | long\n---+-----\n数 | 1"]);
  });

  it("keeps control characters of the agent's words out: they would be read as styles or as CTCP", () => {
    expect(render([text("a\u0001b\u0003" + "04red\u0002c\u001b[31m\u0000d\te")])).toEqual(["abredc[31md    e"]);
  });

  it("opens a style again on each line that it covers", () => {
    expect(selfContained([`${b}one`, `two${b} three`])).toEqual([`${b}one${b}`, `${b}two${b} three`]);
    expect(selfContained(selfContained([`${b}one`, "two"]))).toEqual([`${b}one${b}`, `${b}two${b}`]);
  });

  it("shows a few lines of a long text and says how many more there are, and a question always whole", () => {
    const long = text(Array.from({ length: 40 }, (_, n) => `line ${n}`).join("\n\n"));
    const shown = render([long], 5)
      .join("\n")
      .split("\n")
      .filter((line) => line !== "");
    expect(shown.slice(0, 4)).toEqual(["line 0", "line 1", "line 2", "line 3"]);
    expect(shown[4]).toMatch(/36 more lines.*page/);
    const asked = render([long, { kind: "buttons", question: "que_1", options: [{ id: "y", label: "Yes", data: "q:abcde:0" }] }], 5);
    expect(withoutCodes(asked.join("\n"))).toMatch(/line 39\s+1\. Yes/);
  });
});

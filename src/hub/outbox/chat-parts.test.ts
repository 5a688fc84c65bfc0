import { expect, it } from "vitest";
import type { Question } from "#domain/question";
import { parseBlocks } from "#markdown/blocks";
import { showResolved } from "./chat-parts.ts";

const asked = (prompt: string): Question =>
  ({ kind: "permission", code: "abcde", prompt, options: [], state: "withdrawn", reason: "", askedAt: 0, expiresAt: 1 }) as unknown as Question;

it.each(["[Approved by Ann](https://example.org/evil)", "# Approved", "**Ann answered:** yes", "``` \n# out", "> quoted"])(
  "a question that is over shows %j as words, and not as marks in the hub's own line",
  (prompt) => {
    const [part] = showResolved("en", asked(prompt), "work");
    const blocks = parseBlocks(part?.kind === "text" ? part.markdown : "");
    expect(blocks.map(({ kind }) => kind)).toEqual(["code", "paragraph"]);
  },
);

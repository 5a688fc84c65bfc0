import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonLines } from "./ndjson.ts";

it("gives each line once, wherever the stream is cut", () => {
  const values = [{ run_id: "run_1" }, { progress: "half\nway" }, { exit_code: 0, stdout: "a\n\nb" }];
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join("");
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
      const read = jsonLines();
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      expect(at.slice(1).flatMap((end, index) => read(text.slice(at[index], end)))).toEqual(values);
    }),
  );
});

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rule } from "#protocol/field-rules";
import { dataOf, explainIssues, sayProblems } from "./explain-issues.ts";

const schema = z.object({
  name: z.string().min(1).max(5),
  code: z.string().min(3),
  count: z.number().int().min(1).max(9).optional(),
  kind: z.enum(["a", "b"]).optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  on: z.boolean().optional(),
  words: z.string().regex(/\S/, rule("notBlank")).optional(),
  shape: z.string().regex(/^x/).optional(),
  of: z.union([z.object({ person: z.string() }), z.object({ agent: z.string(), may: z.string() })]).optional(),
});
const good = { name: "ann", code: "abc" };

function problems(value: unknown) {
  const { error } = schema.safeParse(value);
  return explainIssues(error?.issues ?? [], value);
}

describe("what is wrong with a request", () => {
  it.each<[change: Record<string, unknown>, problem: string, values: Record<string, unknown>]>([
    [{ name: undefined }, "fieldMissing", { field: "name" }],
    [{ name: 7 }, "fieldWrongType", { field: "name", kind: "text" }],
    [{ name: "" }, "fieldEmpty", { field: "name" }],
    [{ name: "annabel" }, "fieldTooLong", { field: "name", max: 5 }],
    [{ code: "a" }, "fieldTooShort", { field: "code", min: 3 }],
    [{ count: "many" }, "fieldWrongType", { field: "count", kind: "a number" }],
    [{ count: 1.5 }, "fieldWrongType", { field: "count", kind: "a whole number" }],
    [{ count: 0 }, "fieldTooSmall", { field: "count", min: 1 }],
    [{ count: 10 }, "fieldTooBig", { field: "count", max: 9 }],
    [{ kind: "c" }, "fieldNotAChoice", { field: "kind", choices: "a, b" }],
    [{ list: [] }, "fieldTooFew", { field: "list", min: 1 }],
    [{ list: ["a", "b", "c"] }, "fieldTooMany", { field: "list", max: 2 }],
    [{ list: ["a", 2] }, "fieldWrongType", { field: "list.1", kind: "text" }],
    [{ on: "yes" }, "fieldWrongType", { field: "on", kind: "true or false" }],
    [{ words: " " }, "fieldBlank", { field: "words" }],
    [{ shape: "y" }, "fieldMalformed", { field: "shape" }],
    [{ of: { persons: "ann" } }, "fieldMissing", { field: "of.person" }],
  ])("%j is %s", (change, key, values) => {
    const found = problems({ ...good, ...change });
    expect(found.map(({ text }) => text.key)).toEqual([key]);
    expect(dataOf(found)).toMatchObject({ problem: key, ...values });
    for (const language of ["en", "zh-CN"] as const) expect(sayProblems(found, language)).not.toMatch(/Invalid|expected|received|Too (?:big|small)|\{/);
  });

  it("names every field that is wrong, and what the request must be where it is none of it", () => {
    expect(problems({}).map(({ values }) => values["field"])).toEqual(["name", "code"]);
    expect(dataOf(problems("text"))).toEqual({ problem: "bodyWrongType", kind: "an object" });
  });
});

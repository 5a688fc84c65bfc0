import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Option, Question } from "#domain/question";
import { answersCode, codesIn, matchAnswer } from "./match-answer.ts";

const permission: readonly Option[] = [
  { id: "once", label: "Allow once", grants: "allow" },
  { id: "session", label: "Allow in this session", grants: "allow" },
  { id: "deny", label: "Deny", grants: "deny" },
];
const colours: readonly Option[] = [
  { id: "r", label: "Red" },
  { id: "b", label: "深蓝 Blue" },
];

function question(code: string, kind: Question["kind"], options: readonly Option[] = []): Question {
  return {
    id: `que_${code}`,
    code,
    kind,
    options,
    key: code,
    prompt: "?",
    thread: "thr_1",
    asker: { kind: "turn" },
    session: "ses_1",
    turn: "trn_1",
    digest: "",
    state: "open",
    askedAt: 0,
    expiresAt: 1,
    beganBy: "per_1",
  };
}

const may = question("abcde", "permission", permission);
const which = question("fghij", "choice", colours);
const name = question("mnopq", "text");
const none = { kind: "none" };

describe("one open question", () => {
  it.each([
    ...["y", "yes", "OK", "allow", "是", "好", "同意", "允许", " Yes ", "1", "once", "ALLOW ONCE"].map((word) => [word, "once"]),
    ...["2", "session", "allow in this session"].map((word) => [word, "session"]),
    ...["n", "No", "deny", "否", "不", "拒绝", "esc", "3"].map((word) => [word, "deny"]),
  ])("%j chooses %s", (text, id) => {
    expect(matchAnswer(text, [may])).toEqual({ kind: "answer", question: may, option: permission.find((option) => option.id === id) });
  });

  it.each(["yes please delete it", "yes.", "0", "4", "-1", "1.", "01", "yess", "al", "", "  ", "allow onc", "yes no"])("%j is no answer", (text) => {
    expect(matchAnswer(text, [may])).toEqual(none);
  });

  it("without a yes among its options takes no yes", () => {
    expect(matchAnswer("yes", [which])).toEqual(none);
    expect(matchAnswer("深蓝 blue", [which])).toEqual({ kind: "answer", question: which, option: colours[1] });
  });

  it("for text takes any text as typed", () => {
    expect(matchAnswer("  my-branch\n", [name])).toEqual({ kind: "answer", question: name, text: "  my-branch\n" });
    expect(matchAnswer("   ", [name])).toEqual(none);
  });
});

describe("options that contradict what the word means", () => {
  const ask = (options: readonly Option[]): Question => question("abcde", "permission", options);

  it("make a yes that would deny no answer", () => {
    const trap = ask([
      { id: "yes", label: "Yes", grants: "deny" },
      { id: "go", label: "Go", grants: "allow" },
    ]);
    expect(matchAnswer("yes", [trap])).toEqual(none);
    expect(matchAnswer("2", [trap])).toMatchObject({ option: { id: "go" } });
  });

  it("make a number that names two options no answer", () => {
    const numbers = question("abcde", "choice", [
      { id: "a", label: "2" },
      { id: "b", label: "3" },
    ]);
    expect(matchAnswer("2", [numbers])).toEqual(none);
    expect(matchAnswer("3", [numbers])).toMatchObject({ option: { id: "b" } });
  });

  it("prefer the option that is called so to the first that allows", () => {
    const always = ask([
      { id: "always", label: "Always allow", grants: "allow" },
      { id: "one", label: "Yes", grants: "allow" },
    ]);
    expect(matchAnswer("yes", [always])).toMatchObject({ option: { id: "one" } });
    expect(matchAnswer("ok", [always])).toMatchObject({ option: { id: "always" } });
  });
});

describe("several open questions", () => {
  it.each(["yes", "no", "1", "Red", "Allow once"])("a bare %s needs the code", (text) => {
    expect(matchAnswer(text, [may, which])).toMatchObject({ kind: "needs-code" });
  });

  it("names only the questions that the word could answer", () => {
    expect(matchAnswer("yes", [may, which])).toEqual({ kind: "needs-code", questions: [may] });
    expect(matchAnswer("1", [may, which])).toEqual({ kind: "needs-code", questions: [may, which] });
  });

  it("leave other text alone, so that it becomes a prompt", () => {
    expect(matchAnswer("what are you doing", [may, name])).toEqual(none);
  });

  it.each<[string, Question, object]>([
    ["yes abcde", may, { option: permission[0] }],
    ["NO ABCDE", may, { option: permission[2] }],
    ["2 abcde", may, { option: permission[1] }],
    ["Allow in this session abcde", may, { option: permission[1] }],
    ["session　abcde", may, { option: permission[1] }],
    ["abcde yes", may, { option: permission[0] }],
    ["r fghij", which, { option: colours[0] }],
    ["mnopq feature/x and more", name, { text: "feature/x and more" }],
    ["feature/x mnopq", name, { text: "feature/x" }],
  ])("%j goes to its question", (text, asked, what) => {
    expect(matchAnswer(text, [may, which, name])).toEqual({ kind: "answer", question: asked, ...what });
  });

  it.each(["abcde", "yes please abcde", "9 abcde", "yes zzzzz", "abcde fghij"])("%j is no answer", (text) => {
    expect(matchAnswer(text, [may, which])).toEqual(none);
  });

  it("asks again when two codes could each be meant", () => {
    const other = question("rstuv", "text");
    expect(matchAnswer("mnopq rstuv", [name, other])).toMatchObject({ kind: "needs-code" });
  });
});

describe("the code in an answer", () => {
  it.each([
    ["yes abcde", true],
    ["NO Abcde", true],
    ["2 abcde", true],
    ["abcde yes", true],
    ["yes hello", false],
    ["yes", false],
    ["abcde", false],
    ["fix abcde", false],
    ["yes abcde now", false],
  ])("of %j counts: %s, whether it is open or not", (text, counts) => {
    expect(answersCode(text, "abcde")).toBe(counts);
  });

  it("may come first or last, and only in a text of two words", () => {
    expect(codesIn(" Yes ABCDE")).toEqual(["abcde"]);
    expect(codesIn("abcde yes")).toEqual(["abcde"]);
    expect(codesIn("check abcde")).toEqual(["abcde", "check"]);
    expect(codesIn("yes hello")).toEqual([]);
    expect(codesIn("yes abcde now")).toEqual([]);
  });
});

describe("any text", () => {
  const pool = [may, which, name, question("rstuv", "permission", permission)];
  const open = fc.uniqueArray(fc.constantFrom(...pool), { selector: ({ id }) => id });
  const words = fc.array(fc.constantFrom("yes", "no", "1", "2", "red", "abcde", "fghij", "mnopq", "rstuv", "please", "好"), { minLength: 1, maxLength: 4 });
  const text = fc.oneof(
    words.map((list) => list.join(" ")),
    fc.string({ maxLength: 20 }),
  );

  it("answers only a question that is open, and only with one of its options or with text for a text question", () => {
    fc.assert(
      fc.property(text, open, (typed, questions) => {
        const match = matchAnswer(typed, questions);
        fc.pre(match.kind === "answer");
        const { question: asked, option } = match;
        expect(questions).toContain(asked);
        const fits = option === undefined ? asked.kind === "text" && typed.includes(match.text ?? "\0") : asked.options.includes(option);
        expect(fits).toBe(true);
      }),
    );
  });

  it("without a code answers nothing while several wait", () => {
    const bare = text.filter((typed) => !pool.some(({ code }) => typed.toLowerCase().includes(code)));
    const several = open.filter((questions) => questions.length > 1);
    fc.assert(
      fc.property(bare, several, (typed, questions) => {
        expect(matchAnswer(typed, questions).kind).not.toBe("answer");
      }),
    );
  });

  it("with nothing open is never an answer", () => {
    fc.assert(
      fc.property(text, (typed) => {
        expect(matchAnswer(typed, [])).toEqual(none);
      }),
    );
  });

  it("of one choice with words beyond an option's own is never an answer", () => {
    const answer = fc.constantFrom("yes", "no", "1", "Allow once");
    fc.assert(
      fc.property(answer, fc.constantFrom("please", "now", "delete it", ".", "。"), (word, more) => {
        expect(matchAnswer(`${word} ${more}`, [may])).toEqual(none);
      }),
    );
  });
});

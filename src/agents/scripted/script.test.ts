import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ParleyError } from "#domain/errors";
import { demo } from "./demo.ts";
import { parseScript } from "./script.ts";

const parse = (source: string) => parseScript(source, "a.script");

/** Undefined when it is read. */
function refusal(source: string): unknown {
  try {
    parse(source);
    return undefined;
  } catch (cause) {
    return cause;
  }
}

/** What the parser may do with anything: read it, or refuse it with the file and a line that is there. */
function expectFair(source: string): void {
  const cause = refusal(source) ?? new ParleyError("BadConfig", "a.script, line 1: expected nothing.", { data: { line: 1 } });
  expect(cause).toBeInstanceOf(ParleyError);
  const { code, message, data } = cause as ParleyError;
  expect(code).toBe("BadConfig");
  expect(message).toMatch(/^a\.script, line \d+: expected .+\.$/su);
  expect(data?.["line"]).toBeLessThanOrEqual(source.split(/\r\n|\n|\r/).length);
}

describe("a script", () => {
  it("is blocks of actions, with their words in a fixed order", () => {
    const script = parse(`# a comment
desk after 500ms "typed"
on "hello" /^hi\\b/i      # matches either
  say "short" every 40ms by 3 words
  step run "npm test" failed "1 of 3" after 2s
  wait 1m
  expect "x"
  desk "again"
  hang
otherwise
  fail "no \\"idea\\""
`);
    expect(script).toEqual({
      desk: [{ afterMs: 500, text: "typed" }],
      blocks: [
        {
          matches: [{ text: "hello" }, { source: "^hi\\b", flags: "i" }],
          actions: [
            { do: "say", text: "short", everyMs: 40, words: 3 },
            { do: "step", verb: "run", what: "npm test", state: "failed", detail: "1 of 3", afterMs: 2_000 },
            { do: "wait", ms: 60_000 },
            { do: "expect", match: { text: "x" } },
            { do: "desk", text: "again", isNow: false },
            { do: "hang" },
          ],
        },
      ],
      otherwise: [{ do: "fail", reason: 'no "idea"' }],
      begins: [],
      gone: [],
      hooks: [],
      screen: [],
      facts: undefined,
      conversations: [],
    });
  });

  it("asks with a subject, labels, an expiry, a name and branches", () => {
    const script = parse(`otherwise
  ask permission "Push?" "Yes" "No" argv ["git", "push"] in "/w" env PATH HOME_2 detail "a diff" expires 30s as push
    when "allow"
      run-approved argv ["git", "push"] in "/w" env PATH HOME_2 detail "a diff" as push
    when expired
      hang
    otherwise
      ask choice "Which?" "A" "B"
  ask text "Why?"
`);
    const subject = { argv: ["git", "push"], directory: "/w", environment: ["PATH", "HOME_2"], detail: "a diff" };
    expect(script.otherwise).toEqual([
      {
        do: "ask",
        kind: "permission",
        prompt: "Push?",
        labels: ["Yes", "No"],
        subject,
        expiresMs: 30_000,
        name: "push",
        branches: [
          { when: { answer: "allow" }, actions: [{ do: "run-approved", subject, name: "push" }] },
          { when: "expired", actions: [{ do: "hang" }] },
          { when: "otherwise", actions: [{ do: "ask", kind: "choice", prompt: "Which?", labels: ["A", "B"], branches: [] }] },
        ],
      },
      { do: "ask", kind: "text", prompt: "Why?", labels: [], branches: [] },
    ]);
  });

  it("keeps the lines below say and make as they stand, empty and indented ones included", () => {
    const script = parse(
      'otherwise\n  say\n    | # Title\n    |\n    |   indented "as is" # no comment\n    ||x|\n  make "a.md" mime "text/markdown" "A file" times 3\n    | one\n',
    );
    expect(script.otherwise).toMatchObject([
      { do: "say", text: '# Title\n\n  indented "as is" # no comment\n|x|' },
      { do: "make", name: "a.md", mime: "text/markdown", description: "A file", times: 3, content: "one\n" },
    ]);
  });

  it("may have Windows line ends, a byte order mark and blank lines", () => {
    expect(parse('\uFEFFon "a"\r\n\r\n  say "b"\r\n').blocks).toHaveLength(1);
  });

  it.each([
    ["", 1, "at least one block"],
    ["otherwise\n  status sleeping", 2, "working, retrying, rate_limited, compacting or stalled after status, found sleeping"],
    ['otherwise\n  plan later "x"', 2, "todo, doing or done, found later"],
    ['otherwise\n  usage "m" in 1 out 2 cost "much"', 2, 'dollars in double quotes after cost, like "0.25"'],
    ['otherwise\n  call "echo" with ["text"]', 2, "a value for each name after with"],
    ['begin "x" maybe "y"', 1, "busy, refused or unknown, found maybe"],
    ['hook "x"\n  say "y"', 2, "reply or ask permission below hook"],
    ["say hello", 1, "on, otherwise, desk, begin, gone, hook, screen, facts or conversation, found say"],
    ['hello "x"', 1, "on, otherwise, desk, begin, gone, hook, screen, facts or conversation, found hello"],
    ["on hello\n  hang", 1, "a text or a pattern after on"],
    ['on "a" b\n  hang', 1, "another text or pattern, or the end of the line, found b"],
    ['on "a"', 1, "at least one line further in"],
    ['on "a"\n  | text', 1, "put say above them"],
    ["| text", 1, "above the first |"],
    ["otherwise\n  hang\notherwise\n  hang", 3, "only one otherwise"],
    ["otherwise\n\thang", 2, 'spaces at the beginning of the line, found "\\t"'],
    ["otherwise\n    hang\n  hang", 3, "4 spaces as on line 2, found 2"],
    [
      "otherwise\n  sing",
      2,
      "say, step, ask, run-approved, exec, call, make, deliver, open, history, status, plan, usage, remember, env, secret, gone, fail, hang, wait, expect or desk, found sing",
    ],
    ["otherwise\n  constructor", 2, "found constructor"],
    ["otherwise\n  say", 2, "a text in double quotes after say, or lines that begin with |"],
    ['otherwise\n  say "a"\n    | b', 2, "no lines with | below"],
    ['otherwise\n  say "a"\n    hang', 3, "nothing below line 2"],
    ["otherwise\n  say\n  | b", 3, "| further in than line 2"],
    ['otherwise\n  say "a', 2, 'a closing " for the text'],
    ['otherwise\n  say "\\q"', 2, "a text in double quotes with escapes"],
    ['otherwise\n  say "a"every 5ms', 2, 'a space after "a"'],
    ['otherwise\n  say "a" every 5', 2, "a time after every, like 40ms, found 5"],
    ['otherwise\n  say "a" by 0 words', 2, "at least 1"],
    ['otherwise\n  say "a" by 3', 2, "words after by 3"],
    ["otherwise\n  wait 25h", 2, "at most 24h"],
    ["otherwise\n  wait soon", 2, "a time after wait, like 200ms, found soon"],
    ['otherwise\n  step "x" done', 2, "what the step does"],
    ['otherwise\n  step run "x"', 2, "done or failed"],
    ["otherwise\n  expect /[/", 2, "a closing / for the pattern"],
    ["otherwise\n  expect /(/", 2, "does not compile"],
    ["otherwise\n  expect /a/g", 2, "the flags i, m, s, u"],
    ['otherwise\n  ask "x"', 2, "permission, choice or text after ask"],
    ['otherwise\n  ask mercy "x"', 2, "permission, choice or text after ask, found mercy"],
    ['otherwise\n  ask choice "x" "A"', 2, "at least two choices"],
    ['otherwise\n  ask choice "x" "A" "A"', 2, "differ from each other"],
    ['otherwise\n  ask text "x" "A"', 2, "no choices"],
    ['otherwise\n  ask permission "x"', 2, "argv with a list"],
    ['otherwise\n  ask permission "x" "Yes" argv ["a"]', 2, "the one that allows and the one that denies"],
    ['otherwise\n  ask permission "x" argv []', 2, "found an empty one"],
    ['otherwise\n  ask permission "x" argv ["a" "b"]', 2, 'a list like ["git", "push"]'],
    ['otherwise\n  ask permission "x" argv ["a"] env path', 2, "names in capitals after env, like PATH HOME, found path"],
    ['otherwise\n  ask text "x"\n    say "y"', 3, 'when "answer", when expired or otherwise below ask'],
    ['otherwise\n  ask text "x"\n    when later\n      hang', 3, "an answer in double quotes, or expired"],
    ['otherwise\n  ask text "x"\n    when "a"\n      hang\n    when "a"\n      hang', 5, 'each answer once, found "a" again'],
    ['otherwise\n  make "a.md" "text/markdown"', 2, "mime after the file name"],
    ['otherwise\n  make "a.md" mime "text/markdown" "A file"', 2, "the content below make"],
    ['desk after "x"', 1, "a time after after"],
    ['desk "x"\n  hang', 2, "nothing below line 1"],
  ])("says for %j that on line %i it expected %s", (source, line, expected) => {
    expect(() => parse(source)).toThrow(ParleyError);
    expect(() => parse(source)).toThrow(`a.script, line ${line}: expected `);
    expect(() => parse(source)).toThrow(expected);
  });

  it("is what its page shows", () => {
    const page = readFileSync("docs/agents/scripted.md", "utf8");
    const example = /## A script\n+```\n([^`]+)```/.exec(page)?.[1] ?? "";
    expect(parse(example)).toMatchObject({ blocks: [{ actions: [{ do: "step" }, { do: "ask" }] }], otherwise: [{ do: "say", everyMs: 40, words: 3 }] });
  });

  it("may be nested only so deep, and only so long", () => {
    const deep = Array.from({ length: 40 }, (_, i) => `${" ".repeat(2 * i)}otherwise`).join("\n");
    expect(() => parse(deep)).toThrow("levels of indentation");
    expect(() => parse("#".repeat(300_000))).toThrow("longer than");
  });
});

describe("whatever is in the file", () => {
  // Pieces of the language in any order come much further into the parser than random text does.
  const piece = fc.constantFrom(
    ..."on|otherwise|desk|say|step|ask|permission|choice|text|when|expired|argv|in|env|PATH|detail|expires|as|every|by|words|done|failed|after|make|mime|run-approved|expect|wait|hang|fail".split(
      "|",
    ),
    '"text"',
    '"\\n"',
    '"',
    "/re/i",
    "/[",
    "[",
    '["a", "b"]',
    "200ms",
    "3",
    "|",
    "#",
    "\n",
    "\n  ",
    "\n    ",
    "\t",
    "\u0000",
    "\u202e",
    "\ud800",
  );
  const likely = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(" "));

  it("is read, or refused with the file and a line", () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), likely), expectFair), { numRuns: 3_000 });
  });

  it("is read in one go, also when a quarter of a megabyte of it never closes", () => {
    for (const unit of ['"', "\\", "[", "/", "/[", '["a",', " ", "a", "1", '"a" ', "\n ", "|\n"]) {
      const body = unit.repeat(Math.floor(200_000 / unit.length));
      for (const source of [body, `on ${body}`, `otherwise\n  say ${body}`, `otherwise\n  ask permission "x" argv [${body}`]) {
        expectFair(source);
      }
    }
  });

  it("breaks the demo only with an error that names a line of it", () => {
    const lines = demo.split("\n");
    fc.assert(
      fc.property(fc.nat(lines.length - 1), fc.string({ maxLength: 20 }), (at, typo) => {
        expectFair(lines.with(at, typo).join("\n"));
      }),
      { numRuns: 500 },
    );
  });
});

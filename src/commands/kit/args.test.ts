import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type NamedArgs, parseArgs } from "#commands/kit/args";
import { commandTexts } from "#commands/kit/texts";
import type { Speech } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { say } from "#lib/words/words";

const speech: Speech = { language: "en", prefix: "!!" };
const summary = { en: "for a test", "zh-CN": "用于测试" };
const text = { kind: "text", placeholder: "PATH", summary } as const;
const spec = {
  name: "new",
  positionals: [
    { name: "name", summary },
    { name: "cli", summary },
    { name: "note", summary, optional: true },
  ],
  flags: { dir: text, quiet: { kind: "switch", summary } },
} as const;
const usage = "new <name> <cli> [note] [--dir PATH] [--quiet]";

const refusalOf = (argv: readonly string[], of: NamedArgs = spec): ParleyError => {
  try {
    parseArgs(of, argv, speech);
  } catch (error) {
    if (error instanceof ParleyError) return error;
    throw error;
  }
  throw new Error(`accepted: ${argv.join(" ")}`);
};

const dataOf = (of: NamedArgs, argv: readonly string[]): unknown => refusalOf(argv, of).data;

describe("arguments that fit", () => {
  it("come back by name, typed by the declaration", () => {
    const args = parseArgs(spec, ["api", "--dir", "/srv", "claude", "--quiet"], speech);
    expect(args).toEqual({ name: "api", cli: "claude", dir: "/srv", quiet: true });
    expectTypeOf(args.name).toEqualTypeOf<string>();
    expectTypeOf(args.note).toEqualTypeOf<string | undefined>();
    expectTypeOf(args.dir).toEqualTypeOf<string | undefined>();
    expectTypeOf(args.quiet).toEqualTypeOf<boolean>();
  });

  it("may be one of some words, or a whole number within bounds", () => {
    const format = { kind: "choice", choices: ["summary", "full"], summary } as const;
    const kinds = { name: "x", flags: { format, limit: { kind: "number", min: 1, max: 200, summary } } } as const;
    const args = parseArgs(kinds, ["--format", "full", "--limit", "50"], speech);
    expect(args).toEqual({ format: "full", limit: 50 });
    expectTypeOf(args.format).toEqualTypeOf<"summary" | "full" | undefined>();
    expectTypeOf(args.limit).toEqualTypeOf<number | undefined>();
    for (const wrong of [
      ["--format", "long"],
      ["--limit", "0"],
      ["--limit", "201"],
      ["--limit", "1e2"],
      ["--limit", "-5"],
      ["--limit", "５"],
    ])
      expect(dataOf(kinds, wrong)).toMatchObject({
        problem: "flagBadValue",
        wanted: wrong[0] === "--format" ? "summary | full" : say("en", commandTexts.wholeNumber, { min: 1, max: 200 }),
      });
  });

  it("must be given where a flag is mandatory", () => {
    const needy = { name: "x", flags: { in: { ...text, required: true }, out: text } } as const;
    const args = parseArgs(needy, ["--in", "a.pdf"], speech);
    expectTypeOf(args.in).toEqualTypeOf<string>();
    expectTypeOf(args.out).toEqualTypeOf<string | undefined>();
    expect(args).toEqual({ in: "a.pdf" });
    expect(dataOf(needy, ["--out", "b"])).toEqual({ problem: "flagMissing", flag: "--in", usage: "x --in PATH [--out PATH]" });
  });

  it("may be left out where they are optional", () => {
    expect(parseArgs(spec, ["api", "claude"], speech)).toEqual({ name: "api", cli: "claude", quiet: false });
  });

  it("are exactly one where the spec says one of several", () => {
    const either = { name: "x", flags: { to: text, text, stdin: { kind: "switch", summary } }, oneOf: ["text", "stdin"] } as const;
    expect(parseArgs(either, ["--text", "hi"], speech)).toEqual({ text: "hi", stdin: false });
    expect(parseArgs(either, ["--stdin"], speech)).toEqual({ stdin: true });
    for (const wrong of [[], ["--text", "hi", "--stdin"]])
      expect(dataOf(either, wrong)).toEqual({ problem: "flagOneOf", flags: "`--text`, `--stdin`", usage: "x [--to PATH] (--text PATH | --stdin)" });
  });

  it("are the rest of the line, flags included, where a positional takes it", () => {
    const rest = { name: "exec", positionals: [{ name: "command", summary, rest: true }] } as const;
    expect(parseArgs(rest, ["ls", "-la", "--token", "x"], speech)).toEqual({ command: "ls -la --token x" });
    expect(dataOf(rest, [])).toEqual({ problem: "argMissing", arg: "command", usage: "exec <command …>" });
  });

  it("may be empty, negative, Chinese, or a lone dash", () => {
    expect(parseArgs(spec, ["", "-5", "-"], speech)).toEqual({ name: "", cli: "-5", note: "-", quiet: false });
    expect(parseArgs(spec, ["后端", "claude"], speech).name).toBe("后端");
  });
});

describe("arguments that do not fit", () => {
  it.each<[string[], string, Record<string, string>]>([
    [[], "argMissing", { arg: "name" }],
    [["api"], "argMissing", { arg: "cli" }],
    [["a", "b", "c", "d"], "argExtra", { arg: "d" }],
    [["a", "b", "--dri", "/x"], "flagUnknownNear", { flag: "--dri", nearest: "--dir" }],
    [["a", "b", "--force"], "flagUnknown", { flag: "--force" }],
    [["a", "b", "--"], "flagUnknown", { flag: "--" }],
    [["a", "b", "-q"], "flagUnknown", { flag: "-q" }],
    [["a", "b", "-dir", "/x"], "flagUnknownNear", { flag: "-dir", nearest: "--dir" }],
    [["a", "b", "--dir"], "flagNeedsValue", { flag: "--dir" }],
    [["a", "b", "--dir", "--quiet"], "flagNeedsValue", { flag: "--dir" }],
    [["a", "b", "--dir", "--token=x"], "flagNeedsValue", { flag: "--dir" }],
    [["a", "b", "--dir", "-x.pdf"], "flagValueDash", { flag: "--dir", value: "-x.pdf" }],
    [["a", "b", "--dir", "x", "--dir", "y"], "flagTwice", { flag: "--dir" }],
    [["a", "b", "--quiet", "--quiet"], "flagTwice", { flag: "--quiet" }],
    [["a", "b", "--dir=/x"], "flagEquals", { flag: "--dir" }],
  ])("%j", (argv, problem, values) => {
    const refused = refusalOf(argv);
    expect(refused.code).toBe("InvalidArgs");
    expect(refused.data).toEqual({ problem, usage, ...values });
    expect(refused.message).toContain(`\`!!${usage}\``);
  });

  it.each(["--password", "--key", "--token", "--secret", "--api-key", "--apiKey", "--bot_token", "--passwd", "--client-secret", "--TOKEN"])(
    "%s is forbidden, and its value is not repeated",
    (flag) => {
      for (const argv of [["a", "b", flag, "hunter2"], [`${flag}=hunter2`]]) {
        const refused = refusalOf(argv);
        expect(refused.code).toBe("ForbiddenArg");
        expect(refused.message).toContain(flag);
        expect(`${refused.message} ${JSON.stringify(refused.data)}`).not.toContain("hunter2");
      }
    },
  );

  it("a declared secret is forbidden too", () => {
    expect(refusalOf(["--token", "t"], { name: "x", flags: { token: text } }).code).toBe("ForbiddenArg");
  });

  it.each(["--monkey", "--keys", "--compass"])("%s only looks like a secret", (flag) => {
    expect(refusalOf(["a", "b", flag]).code).toBe("InvalidArgs");
  });
});

describe("any words", () => {
  const word = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom("--dir", "--quiet", "--token", "-x", "a", "b"));
  /** How many of the words are accounted for, or the code of the refusal. */
  const outcome = (argv: readonly string[]): unknown => {
    try {
      const { quiet, ...values } = parseArgs(spec, argv, speech);
      return Object.keys(values).length + (quiet ? 1 : 0) + (values.dir === undefined ? 0 : 1);
    } catch (error) {
      return error instanceof ParleyError ? error.code : error;
    }
  };

  it("are either refused with a code or all accounted for", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (argv) => {
        expect(outcome(argv)).toBeOneOf([argv.length, "InvalidArgs", "ForbiddenArg"]);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxLineChars, tokenize } from "#commands/kit/tokenize";
import { ParleyError } from "#domain/errors";

const refusalOf = (line: string): ParleyError => {
  try {
    tokenize(line);
  } catch (error) {
    if (error instanceof ParleyError) return error;
    throw error;
  }
  throw new Error(`accepted: ${line}`);
};

const outcome = (line: string): unknown => {
  try {
    return tokenize(line).length > 0 ? "words" : "nothing";
  } catch (error) {
    return error instanceof ParleyError ? error.code : error;
  }
};

describe("a line that is accepted", () => {
  it.each<[string, string[]]>([
    ["sessions", ["sessions"]],
    ["  use   backend-test  ", ["use", "backend-test"]],
    ["use\tbackend-test", ["use", "backend-test"]],
    ["use　后端测试", ["use", "后端测试"]],
    ['use "my project"', ["use", "my project"]],
    ['use my" "project', ["use", "my project"]],
    ["use my\\ project", ["use", "my project"]],
    ['say ""', ["say", ""]],
    ['say "a \\"quoted\\" word and a \\\\"', ["say", 'a "quoted" word and a \\']],
    ['say "C:\\new"', ["say", "C:\\new"]],
    ['say "a; b | c && d > e < f `g` $(h)"', ["say", "a; b | c && d > e < f `g` $(h)"]],
    ["say a\\;b \\$(x) \\`", ["say", "a;b", "$(x)", "`"]],
    ["say *.ts ~/x $HOME ${HOME} R&D it's", ["say", "*.ts", "~/x", "$HOME", "${HOME}", "R&D", "it's"]],
    ["say 😀 “智能引号”", ["say", "😀", "“智能引号”"]],
  ])("%s", (line, words) => {
    expect(tokenize(line)).toEqual(words);
  });
});

describe("a line that is refused", () => {
  it.each([
    ["ls; rm x", "lineForbidden", { what: ";", at: 3 }],
    ["ls | wc", "lineForbidden", { what: "|", at: 4 }],
    ["ls || wc", "lineForbidden", { what: "|", at: 4 }],
    ["ls && wc", "lineForbidden", { what: "&&", at: 4 }],
    ["ls > out", "lineForbidden", { what: ">", at: 4 }],
    ["ls >> out", "lineForbidden", { what: ">", at: 4 }],
    ["cat < in", "lineForbidden", { what: "<", at: 5 }],
    ["say `id`", "lineForbidden", { what: "`", at: 5 }],
    ["say $(id)", "lineForbidden", { what: "$(", at: 5 }],
    ['say "a";b', "lineForbidden", { what: ";", at: 8 }],
    ["说 😀; x", "lineForbidden", { what: ";", at: 4 }],
    ["use a\nuse b", "lineBroken", { at: 6 }],
    ["use a\r", "lineBroken", { at: 6 }],
    ['say "a\nb"', "lineBroken", { at: 7 }],
    ["say a\\\nb", "lineBroken", { at: 7 }],
    ["say a\u2028b", "lineBroken", { at: 6 }],
    ["say \0", "lineControl", { at: 5, code: "0000" }],
    ['say "\u001b[2J"', "lineControl", { at: 6, code: "001B" }],
    ['say "open', "lineQuoteOpen", { at: 5 }],
    ['say "a" "', "lineQuoteOpen", { at: 9 }],
    ['say "open\\"', "lineQuoteOpen", { at: 5 }],
    ["say \\", "lineEscapeOpen", { at: 5 }],
    ["", "lineEmpty", {}],
    ["   ", "lineEmpty", {}],
    ["x".repeat(maxLineChars + 1), "lineTooLong", { length: maxLineChars + 1, max: maxLineChars }],
  ])("%j", (line, problem, values) => {
    const refused = refusalOf(line);
    expect(refused.code).toBe("InvalidCommand");
    expect(refused.data).toEqual({ problem, ...values });
  });

  it("names the place in the language of the one who typed", () => {
    expect(refusalOf("ls | wc").message).toContain("`|` at character 4");
    expect(() => tokenize("ls | wc", "zh-CN")).toThrow("第 4 个字符的 `|` 是 shell 语法");
  });
});

describe("any line", () => {
  const visible = fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => !/[\n\r\u0085\u2028\u2029]|[^\P{Cc}\t]/u.test(text));
  const quoted = (word: string): string => `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

  it("gives back the words that were quoted into it", () => {
    fc.assert(
      fc.property(fc.array(visible, { minLength: 1, maxLength: 8 }), (words) => {
        expect(tokenize(words.map(quoted).join(" "))).toEqual(words);
      }),
    );
  });

  const shell = fc.string({ unit: fc.constantFrom(..."a b ; | & > < ` $ ( * ~ '".split(" "), " ", "\t"), maxLength: 30 });
  const hasOperator = (line: string): boolean => /;|\||&&|>|<|`|\$\(/.test(line);

  it("with shell syntax is refused", () => {
    fc.assert(
      fc.property(shell.filter(hasOperator), (line) => {
        expect(refusalOf(line).code).toBe("InvalidCommand");
      }),
    );
  });

  it("without shell syntax, quotes and escapes is taken whole, but for the gaps", () => {
    fc.assert(
      fc.property(
        shell.filter((line) => !hasOperator(line) && line.trim() !== ""),
        (line) => {
          expect(tokenize(line)).toEqual(line.trim().split(/[ \t]+/));
        },
      ),
    );
  });

  it("never throws anything but a refusal", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (line) => {
        expect(outcome(line)).toBeOneOf(["words", "InvalidCommand"]);
      }),
    );
  });
});

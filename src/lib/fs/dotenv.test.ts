import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDotenv } from "./dotenv.ts";

function read(text: string): Record<string, string> {
  const found = parseDotenv(text);
  if (!found.ok) throw new Error(`line ${found.line}: ${found.problem}`);
  return Object.fromEntries(found.values);
}

describe("a file of names and values", () => {
  it("is read line by line, comments and empty lines left out", () => {
    expect(read("# head\n\nA=1\n  B = two words  \nexport C=3\nD=\n\t# tail\n")).toEqual({ A: "1", B: "two words", C: "3", D: "" });
  });

  it("may begin with a byte order mark and end its lines as other systems do", () => {
    expect(read("\ufeffA=1\r\nB=2\rC=3")).toEqual({ A: "1", B: "2", C: "3" });
  });

  it("begins a comment behind white space only, so that a room keeps its sign", () => {
    expect(read("IRC_CHANNEL=#lemon\nA=b#c\nB=b #c\nC= # nothing\nD=#a #b")).toEqual({ IRC_CHANNEL: "#lemon", A: "b#c", B: "b", C: "", D: "#a" });
  });

  it("takes quoted values as they are, and the few escapes in double quotes", () => {
    expect(read(`A='a # "b" $HOME \\n'\nB="x \\"y\\" \\\\ \\n\\t\\$Z \\q" # c\nC=''\nD="=#"`)).toEqual({
      A: 'a # "b" $HOME \\n',
      B: 'x "y" \\ \n\t$Z \\q',
      C: "",
      D: "=#",
    });
  });

  it("lets the last of two lines with one name win, and knows no names of its own", () => {
    expect(read("A=1\nA=2")).toEqual({ A: "2" });
    const found = parseDotenv("__proto__=x\nconstructor=y");
    expect(found.ok && [...found.values]).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });

  it.each([
    ["A=1\nhunter2", 2, "noEquals"],
    ["A=1\n\n2B=hunter2", 3, "badName"],
    ["=hunter2", 1, "badName"],
    ["a b=hunter2", 1, "badName"],
    ['A="hunter2', 1, "openQuote"],
    ["A='hunter2", 1, "openQuote"],
    ['A="hun"ter2', 1, "afterQuote"],
    ["A='hun'#ter2", 1, "afterQuote"],
    ["A=hun\u0000ter2", 1, "control"],
    ["A=hun\u001bter2", 1, "control"],
  ] as const)("with the bad line of %j is refused by its number, and nothing of the line is told", (text, line, problem) => {
    const found = parseDotenv(text);
    expect(found).toEqual({ ok: false, line, problem });
    expect(JSON.stringify(found)).not.toContain("hun");
  });

  it("never breaks, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const found = parseDotenv(text);
        return found.ok || found.line >= 1;
      }),
    );
  });

  it("gives back every value that was written in double quotes", () => {
    const escaped = (value: string): string => value.replaceAll(/["\\$]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`);
    fc.assert(
      fc.property(
        fc.string().filter((value) => !/[^\P{Cc}\t\n]/u.test(value)),
        (value) => read(`A="${escaped(value)}"`)["A"] === value,
      ),
    );
  });
});

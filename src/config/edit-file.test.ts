import { describe, expect, it } from "vitest";
import { parseDotenv } from "#lib/fs/dotenv";
import { withBot, withVariables } from "./edit-file.ts";

describe("a bot that is added to a file", () => {
  it("leaves comments, order and other bots as they are", () => {
    const text = "# top\nbots:\n  telegram: { token: '${A}' } # mine\nlanguage: en\n";
    expect(withBot(text, "irc", { server: "h" })).toBe("# top\nbots:\n  telegram: { token: '${A}' } # mine\n  irc:\n    server: h\nlanguage: en\n");
  });

  it.each(["", "bots:\n", "bots: {}\n", "# nothing\n"])("fits into %j", (text) => {
    expect(withBot(text, "irc", { server: "h" })).toContain("server: h");
  });

  it("is not added twice", () => {
    expect(withBot("bots: { irc: { server: h } }", "irc", {})).toBeUndefined();
  });
});

describe("variables in a .env", () => {
  it("replace earlier ones, and are read back as they were written", () => {
    const values = { TOKEN: "a b#c$d", QUOTED: 'it\'s "x" \\n $Y', PLAIN: "1:abc-_" };
    const text = withVariables("# mine\nTOKEN=old\nexport PLAIN=old\nOTHER=1\n", values);
    expect(text.split("\n").slice(0, 2)).toEqual(["# mine", "OTHER=1"]);
    const parsed = parseDotenv(text);
    expect(parsed.ok && Object.fromEntries(parsed.values)).toEqual({ OTHER: "1", ...values });
  });
});

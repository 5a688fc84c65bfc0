import { describe, expect, it } from "vitest";
import type { TaskAsk } from "#domain/task";
import { say } from "#lib/words/words";
import { checkSource } from "./check-source.ts";
import { taskTexts } from "./texts.ts";
import { defined } from "#lib/defined";

const check = (ask: Omit<TaskAsk, "prompt">) => checkSource({ prompt: "a script", ...ask }, "en");

describe("the source of a delivery", () => {
  it.each([
    "https://example.org/app.git",
    "https://example.org:8443/a/b",
    "ssh://git@example.org/app.git",
    "git://example.org/app",
    "git@example.org:team/app.git",
    "HTTPS://example.org/app.git",
  ])("may be the repository %s", (url) => {
    expect(check({ gitUrl: url })).toEqual({ type: "git", url });
    expect(check({ sourceType: "git", gitUrl: url, gitRef: "" })).toEqual({ type: "git", url });
  });

  it.each([
    "http://example.org/app.git",
    "http://127.0.0.1/app.git",
    "file:///etc",
    "/etc",
    "../app",
    "ext::sh -c id",
    "ext::id",
    "ftp://example.org/app",
    "-oProxyCommand=id",
    "--upload-pack=id",
    "-u@example.org:app",
    "ssh://-oProxyCommand=id/app",
    "ssh://git@-oProxyCommand=id/app",
    "git@-oProxyCommand=id:app",
    "https://example.org/a b",
    "https://example.org/'a",
    "https://example.org/a\n--upload-pack=id",
    `https://example.org/${"a".repeat(2_000)}`,
  ])("is never %s", (url) => {
    expect(() => check({ gitUrl: url })).toThrow(
      expect.objectContaining({ code: "InvalidArgs", message: say("en", taskTexts.badGitUrl, { url: url.slice(0, 100) }) }),
    );
  });

  it.each(["main", "v1.2", "feature/x", "release+1", "0123456789abcdef0123456789abcdef01234567"])("may be at %s", (ref) => {
    expect(check({ gitUrl: "https://example.org/app", gitRef: ref })).toMatchObject({ ref });
  });

  it.each(["--upload-pack=id", "-b", "a..b", "../main", "/main", ".git", "main;id", "main branch", "a".repeat(201)])("is never at %s", (ref) => {
    expect(() => check({ gitUrl: "https://example.org/app", gitRef: ref })).toThrow(
      expect.objectContaining({ code: "InvalidArgs", message: say("en", taskTexts.badGitRef, { ref: ref.slice(0, 100) }) }),
    );
  });

  it("is empty without an address, and never both", () => {
    expect([check({}), check({ sourceType: "empty" }), check({ sourceType: "empty", gitUrl: "" })]).toEqual([
      { type: "empty" },
      { type: "empty" },
      { type: "empty" },
    ]);
    expect(() => check({ sourceType: "empty", gitUrl: "https://example.org/app" })).toThrow(say("en", taskTexts.urlWithoutGit));
    for (const gitUrl of [undefined, ""]) expect(() => check({ sourceType: "git", ...defined({ gitUrl }) })).toThrow(say("en", taskTexts.needsGitUrl));
  });
});

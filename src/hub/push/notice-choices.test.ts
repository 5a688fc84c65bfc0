import { describe, expect, it } from "vitest";
import type { Question, Subject } from "#domain/question";
import { noticeQuestion } from "./notice-choices.ts";

const options: Question["options"] = [
  { id: "allow", label: "Allow once", grants: "allow" },
  { id: "session", label: "Allow in this session", grants: "allow" },
  { id: "deny", label: "Deny", grants: "deny" },
];
const question = (subject: Subject | undefined, some: Partial<Question> = {}): Question => ({
  key: "k",
  kind: "permission",
  prompt: "May I?",
  options,
  id: "que_1",
  code: "abcde",
  thread: "thr_1",
  asker: { kind: "turn" },
  digest: "d",
  state: "open",
  askedAt: 0,
  expiresAt: 1,
  beganBy: "per_1",
  ...(subject && { subject }),
  ...some,
});
const offered = (one: Question): readonly string[] => noticeQuestion(one).choices.map(({ id }) => id);

describe("a permission in a notification", () => {
  it("is allowed once or denied where all of it is shown, each argument apart", () => {
    const one = question({ argv: ["git", "push", "origin", "a b"], directory: "/srv/app", environment: ["HOME"] });
    expect(noticeQuestion(one)).toEqual({
      text: 'git push origin "a b" (/srv/app, HOME)',
      choices: [
        { id: "allow", label: "Allow once" },
        { id: "deny", label: "Deny" },
      ],
    });
  });

  it.each<[string, Question]>([
    ["is too long", question({ argv: ["echo", "x".repeat(200)] })],
    ["has a diff", question({ argv: ["edit"], detail: "+line" })],
    ["has a line break", question({ argv: ["sh", "-c", "a\nb"] })],
    ["has spaces that would be lost", question({ argv: ["rm", "a  b"] })],
    ["carries a secret", question({ argv: ["curl", "-H", "Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789"] })],
    ["was read off a screen", question({ argv: ["ls"] }, { guessed: true })],
    ["names no command", question({ directory: "/srv" })],
    ["has no subject", question(undefined)],
    ["has a label that would be cut", question({ argv: ["ls"] }, { options: [{ id: "allow", label: "y".repeat(60), grants: "allow" }, ...options.slice(2)] })],
  ])("is only denied there when it %s", (_, one) => {
    expect(offered(one)).toEqual(["deny"]);
  });

  it("shows hidden characters, and cannot pretend to be in another directory", () => {
    expect(noticeQuestion(question({ argv: ["rm", "a\u202Eb (/tmp)"], directory: "/" })).text).toBe('rm "a⟨U+202E⟩b (/tmp)" (/)');
  });

  it.each(["choice", "text"] as const)("a %s is answered in the page", (kind) => {
    expect(offered(question(undefined, { kind }))).toEqual([]);
  });
});

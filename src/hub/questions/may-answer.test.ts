import { describe, expect, it } from "vitest";
import type { Actor } from "#domain/people";
import type { Right } from "#domain/policy";
import type { Asker, Question } from "#domain/question";
import { createPolicy } from "#policy/decide";
import { createDirectory } from "#policy/directory";
import { mayAllow, mayAnswer } from "./may-answer.ts";

const policy = createPolicy({ directory: createDirectory(), allowEveryone: false });
const person = (role: "owner" | "admin" | "member"): Actor => ({ kind: "person", id: `per_${role}`, name: role, role });
const run = (...needs: readonly Right[]): Asker => ({ kind: "run", run: "run_1", needs });

function question(asker: Asker, beganBy: string): Question {
  return {
    id: "que_1",
    code: "abcde",
    key: "k",
    kind: "permission",
    prompt: "?",
    options: [],
    thread: "thr_1",
    asker,
    digest: "",
    state: "open",
    askedAt: 0,
    expiresAt: 1,
    beganBy,
  };
}

describe("allowing what one has caused", () => {
  it.each<[string, "owner" | "admin" | "member", Asker, boolean]>([
    ["a risky command", "owner", run("run.risky"), true],
    ["a risky command", "admin", run("run.risky"), false],
    ["a file that is replaced", "admin", run("run.replace"), true],
    ["a file that is replaced by a risky command", "admin", run("run.risky", "run.replace"), false],
    ["a file that is replaced", "member", run("run.replace"), false],
    ["a command of an older file, whose needs nobody wrote down", "admin", run(), false],
    ["what the agent of their own turn asks", "member", { kind: "turn" }, true],
    ["their own delivery", "member", { kind: "hub", needs: ["deliver"] }, false],
    ["their own delivery", "admin", { kind: "hub", needs: ["deliver"] }, true],
    ["what the hub asks for them and does not say why", "admin", { kind: "hub" }, false],
  ])("%s, by the %s", (_what, role, asker, allowed) => {
    expect(mayAllow(policy, person(role), question(asker, `per_${role}`))).toBe(allowed);
    expect(mayAnswer(policy, person(role), question(asker, `per_${role}`))).toBe(allowed);
  });

  it("is no matter for what somebody else has caused, where the table decides alone", () => {
    expect(mayAnswer(policy, person("admin"), question(run("run.risky"), "per_member"))).toBe(true);
    expect(mayAnswer(policy, person("member"), question(run("run.files"), "per_admin"))).toBe(false);
  });
});

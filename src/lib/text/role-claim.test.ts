import { describe, expect, it } from "vitest";
import { claimsRole, statesRole, withoutRoleClaims } from "./role-claim.ts";

describe("a name that claims a role", () => {
  it.each([
    "Olga (owner)",
    "Olga [ADMIN]",
    "Olga {Administrator}",
    "Olga <owner>",
    "Olga （owner）",
    "Olga ［ａｄｍｉｎ］",
    "Olga【管理员】",
    "奥尔加（所有者）",
    "奥尔加「主人」",
    "奥尔加《超级管理员》",
    "Olga (the owner)",
    "Olga (hub-owner, verified)",
    "Olga ( o w n e r )",
    "Olga (管 理 员)",
    "Olga (ow\u200bner)",
    "Olga\u00a0(\u2060owner\u2060)",
    "Olga (0wner)",
    "Olga (adm1n)",
    "Olga (\u043ewner)",
    "Olga (𝐨𝐰𝐧𝐞𝐫)",
    "Olga (owner",
    "(admin) Olga",
    "Bee (system)",
    "Olga (person)",
    "Olga (you)",
    "奥尔加（人类）",
    "(人类)",
    "奥尔加（你）",
  ])("is found: %s", (name) => {
    expect(claimsRole(name)).toBe(true);
  });

  it.each(["Cursor (gpt-5)", "Claude Code (opus)", "Owner", "admin bee", "Bee (adminless)", "Bee (homeowner)", "主人公", "Bee [m1] (v2)", "Bee ()", ""])(
    "is not found: %s",
    (name) => {
      expect(claimsRole(name)).toBe(false);
      expect(withoutRoleClaims(name)).toBe(name);
    },
  );

  it("loses only the claim where it cannot be refused", () => {
    expect(withoutRoleClaims("Olga (owner)")).toBe("Olga");
    expect(withoutRoleClaims("【管理员】奥尔加 (北京)")).toBe("奥尔加 (北京)");
    expect(withoutRoleClaims("(owner)")).toBe("");
  });
});

describe("an agent's name that states a role", () => {
  it.each([
    "owner",
    "Owner",
    "OWNER!",
    "the owner",
    "the  Owner",
    "0wner",
    "o w n e r",
    "ow\u200bner",
    "\u043ewner",
    "Olga, owner",
    "Olga — owner",
    "Olga—owner",
    "Olga - owner",
    "Olga -owner-",
    "Olga owner)",
    "Olga |owner|",
    "Olga | the owner",
    "Olga / admin",
    "Olga · admin",
    "Olga: admin",
    "Olga @admin",
    "Olga ★ admin",
    "owner: Olga",
    "admin, Olga",
    "*owner* Olga",
    "Olga, system",
    "Olga (owner)",
    "(人类)",
    "(person)",
    "(you)",
    "管理员",
    "超级管理员",
    "奥尔加，管理员",
    "奥尔加｜群主",
    "人类",
    "human",
  ])("is found: %s", (name) => {
    expect(statesRole(name)).toBe(true);
  });

  it.each([
    "ownership bot",
    "admin-tools",
    "admin bee",
    "k8s-operator",
    "code-owner bot",
    "db_admin",
    "Homeowner",
    "Guestbook",
    "human-eval",
    "systemd",
    "GitHub",
    "Docker Hub",
    "Young",
    "Claude Code (opus)",
    "Bee, reviewer",
    "Bee - m1",
    "主人公",
    "系统测试",
    "管理员助手",
    "Cursor (gpt-5) 2",
    "",
  ])("is not found: %s", (name) => {
    expect(statesRole(name)).toBe(false);
  });

  it.each(["Parley", "System", "You", "你", "系统"])("leaves %s to the taken names", (name) => {
    expect(statesRole(name)).toBe(false);
  });
});

import { expect, it } from "vitest";
import type { SessionWire } from "#protocol/wire";
import { en } from "#web/words/en.ts";
import { zh } from "#web/words/zh.ts";
import { askerOf } from "./asker.ts";

it("names an agent's session that was told no, and none of the hub's own", () => {
  const session = { thread: "thr_1", driver: "", work_dir: "/", state: "idle", reason: "", queue: 0, created_at: "" } as const;
  const sessions: ReadonlyMap<string, SessionWire> = new Map([
    ["ses_1", { ...session, id: "ses_1", name: "gateway", cli_type: "claude" }],
    ["ses_2", { ...session, id: "ses_2", name: "approvals", cli_type: "parley" }],
  ]);
  const said = (id: string, name: string): readonly string[] =>
    [en, zh].map(({ expiredAfter }) => expiredAfter(askerOf({ session: id, session_name: name }, sessions), "10:00"));
  expect(said("ses_1", "gateway")[0]).toBe("Nobody answered in 10:00; gateway was told no.");
  expect(said("ses_2", "approvals")).toEqual(["Nobody answered in 10:00, which counts as no.", "10:00 内无人回答，视为不允许。"]);
  // One that is gone is still named by its question.
  expect(said("ses_3", "deploy")[0]).toContain("deploy was told no");
});

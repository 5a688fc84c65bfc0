import { describe, expect, it } from "vitest";
import { pageScenario } from "#test/fakes/page-scenario";
import { mayInvite, mayLead, mayStop, takesPart } from "./permissions.ts";

const { entries, snapshot } = pageScenario(0);
const thread = { ...snapshot.threads[0]!, created_by: "per_lin" };
const said = entries["thr_gateway"] ?? [];
const member = (id: string) => ({ id, name: id, role: "member" as const });

describe("what is offered", () => {
  it.each([
    ["the owner", { ...member("per_x"), role: "owner" as const }, [true, true, true]],
    ["an admin", { ...member("per_x"), role: "admin" as const }, [true, true, true]],
    ["the member who opened the thread", member("per_lin"), [false, true, true]],
    ["a member who spoke in it", member("per_mara"), [false, false, true]],
    ["a member who never did", member("per_new"), [false, false, false]],
    ["nobody", null, [false, false, false]],
  ])("to %s: inviting, renaming, closing", (_who, me, expected) => {
    expect([mayInvite(me), mayLead(me, thread), takesPart(me, thread, said)]).toEqual(expected);
  });

  it("is a stop to whoever began the run, an admin or the owner", () => {
    const run = { who: "per_lin" };
    expect([member("per_lin"), { ...member("per_x"), role: "admin" as const }].map((me) => mayStop(me, run))).toEqual([true, true]);
    expect([member("per_x"), null].map((me) => mayStop(me, run))).toEqual([false, false]);
  });
});

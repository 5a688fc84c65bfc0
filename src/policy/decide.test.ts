import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import type { Actor, Person } from "#domain/people";
import { createPolicy } from "./decide.ts";
import { createDirectory } from "./directory.ts";

const mia: Person = { id: "per_m", name: "mia", role: "member", accounts: ["telegram:123", "irc:mia"], source: "config" };
const ada: Person = { id: "per_a", name: "ada", role: "admin", accounts: ["telegram:7"], source: "config" };
const directory = createDirectory([mia, ada]);
const policy = createPolicy({ directory, allowEveryone: false });
const agent: Actor = { kind: "agent", id: "agt_b", name: "bee", may: [] };

function as(person: Person): Actor {
  return { kind: "person", id: person.id, name: person.name, role: person.role };
}

describe("who somebody is", () => {
  it("comes from the account, whatever name was sent with it", () => {
    expect(policy.identify({ kind: "account", account: "irc:mia", name: "ada" })).toEqual({
      kind: "person",
      id: "per_m",
      name: "mia",
      role: "member",
      account: "irc:mia",
    });
  });

  verifies("C-5.1-13", "an id counts only when it is exactly the one listed, and a platform without entries lets nobody in", () => {
    for (const account of ["telegram:0123", "telegram:123 ", "telegram:12", "Telegram:123", "discord:123"] as const) {
      expect(policy.identify({ kind: "account", account, name: "mia" })).toMatchObject({ kind: "stranger", account });
    }
  });

  verifies("C-5.1-12", "with everyone allowed, somebody without an entry is a guest who may prompt and not approve", () => {
    const everyone = createPolicy({ directory, allowEveryone: true });
    const guest = everyone.identify({ kind: "account", account: "irc:gus", name: "gus" });
    expect(guest.kind).toBe("guest");
    expect(everyone.decide(guest, "prompt")).toEqual({ verdict: "allow" });
    expect(everyone.decide(guest, "answer", { beganBy: "irc:gus" })).toEqual({ verdict: "deny", code: "NotAllowed" });
    expect(everyone.decide(guest, "session.new")).toEqual({ verdict: "deny", code: "NotAllowed" });
  });

  it("stays outside for a third party, even with the account of somebody who is allowed", () => {
    const actor = policy.identify({ kind: "outside", name: "mia", account: "telegram:123" });
    expect(actor).toEqual({ kind: "outside", name: "mia", account: "telegram:123" });
    expect(policy.decide(actor, "answer", { beganBy: "telegram:123" })).toEqual({ verdict: "deny", code: "NotAllowed" });
  });

  it("follows the directory when its people are replaced", () => {
    const changing = createDirectory([mia]);
    const gate = createPolicy({ directory: changing, allowEveryone: false });
    changing.replace([{ ...mia, role: "admin", accounts: ["irc:mia"] }]);
    expect(gate.identify({ kind: "account", account: "irc:mia", name: "m" })).toMatchObject({ role: "admin" });
    expect(gate.identify({ kind: "account", account: "telegram:123", name: "m" }).kind).toBe("stranger");
    expect(changing.byName("mia")?.role).toBe("admin");
    expect(changing.byId("per_m")?.role).toBe("admin");
    expect(changing.people()).toHaveLength(1);
  });
});

describe("a refusal", () => {
  it("says why: agents never answer, others' questions need an approver, strangers are not allowed", () => {
    expect(policy.decide(agent, "answer", { beganBy: "agt_b" })).toEqual({ verdict: "deny", code: "AgentsNeverAnswer" });
    expect(policy.decide(as(mia), "answer", { beganBy: "per_a" })).toEqual({ verdict: "deny", code: "NotAnApprover" });
    expect(policy.decide(as(mia), "answer")).toEqual({ verdict: "deny", code: "NotAnApprover" });
    expect(policy.decide({ kind: "stranger", account: "irc:x", name: "x" }, "speak")).toEqual({ verdict: "deny", code: "NotAllowed" });
    expect(policy.decide(as(mia), "people")).toEqual({ verdict: "deny", code: "NotAllowed" });
  });

  it("meets an agent whose token was granted something else", () => {
    expect(policy.decide({ ...agent, may: ["prompt"] }, "invite")).toEqual({ verdict: "deny", code: "NotAllowed" });
    expect(policy.decide({ ...agent, may: ["invite"] }, "invite")).toEqual({ verdict: "allow" });
    expect(policy.decide({ ...agent, may: ["invite"], only: "thr_1" }, "invite")).toEqual({ verdict: "deny", code: "NotAllowed" });
  });
});

describe("an agent whose token a person made", () => {
  const madeBy = ({ id, role }: Person): Actor => ({ ...agent, may: ["invite"], maker: { id, role } });

  it("may nothing that this person may not", () => {
    expect(policy.decide(madeBy(mia), "run.files")).toEqual({ verdict: "ask" });
    expect(policy.decide(madeBy(mia), "run.network")).toEqual({ verdict: "ask" });
    expect(policy.decide(madeBy(mia), "invite")).toEqual({ verdict: "deny", code: "NotAllowed" });
    expect(policy.decide(madeBy(mia), "speak")).toEqual({ verdict: "allow" });
  });

  it("stops no other turns than its own and this person's, where they may stop only their own", () => {
    const granted: Actor = { ...agent, may: ["prompt"], maker: { id: mia.id, role: mia.role } };
    const verdicts = [agent.id, mia.id, ada.id].map((beganBy) => policy.decide(granted, "turn.stop", { beganBy }).verdict);
    expect(verdicts).toEqual(["allow", "allow", "deny"]);
  });

  it("stops no other turns than those, whatever this person may stop, and only its own if no person made it", () => {
    const verdicts = (by: Actor) => [agent.id, ada.id, mia.id].map((beganBy) => policy.decide(by, "turn.stop", { beganBy }).verdict);
    expect(verdicts({ ...agent, may: ["prompt"], maker: { id: ada.id, role: ada.role } })).toEqual(["allow", "allow", "deny"]);
    expect(verdicts({ ...agent, may: ["prompt"] })).toEqual(["allow", "deny", "deny"]);
  });

  it("gets nothing from them that agents never have", () => {
    expect(policy.decide(madeBy(ada), "run.files")).toEqual({ verdict: "allow" });
    expect(policy.decide(madeBy(ada), "run.replace")).toEqual({ verdict: "ask" });
    expect(policy.decide(madeBy(ada), "answer")).toEqual({ verdict: "deny", code: "AgentsNeverAnswer" });
  });
});

describe("approvers", () => {
  const narrowed = createPolicy({ directory, allowEveryone: false, approvers: ["mia"] });

  it("take the answer away from whoever is not named, admins and the operator included", () => {
    expect(narrowed.decide(as(ada), "answer", { beganBy: "per_a" })).toEqual({ verdict: "deny", code: "NotAnApprover" });
    expect(narrowed.decide({ kind: "operator" }, "answer")).toEqual({ verdict: "deny", code: "NotAnApprover" });
  });

  it("give nobody more than the table: a named member still answers only for turns they began", () => {
    expect(narrowed.decide(as(mia), "answer", { beganBy: "per_m" })).toEqual({ verdict: "allow" });
    expect(narrowed.decide(as(mia), "answer", { beganBy: "per_a" })).toEqual({ verdict: "deny", code: "NotAnApprover" });
  });

  it("never open the answer to an agent of that name", () => {
    expect(narrowed.decide({ ...agent, name: "mia" }, "answer")).toEqual({ verdict: "deny", code: "AgentsNeverAnswer" });
  });

  it("let the shell answer when the operator is named", () => {
    const shell = createPolicy({ directory, allowEveryone: false, approvers: ["operator"] });
    expect(shell.decide({ kind: "operator" }, "answer")).toEqual({ verdict: "allow" });
  });
});

describe("what somebody sees", () => {
  it("is everything for owners, admins, the operator and the hub", () => {
    expect(policy.reader(as(ada))).toEqual({ sees: "all", who: "per_a" });
    expect(policy.reader(as({ ...ada, role: "owner" }))).toEqual({ sees: "all", who: "per_a" });
    expect(policy.reader({ kind: "operator" })).toEqual({ sees: "all", who: "operator" });
    expect(policy.reader({ kind: "hub" })).toEqual({ sees: "all", who: "hub" });
  });

  it("is open threads and their own for members and agents, one thread for an invited agent", () => {
    expect(policy.reader(as(mia))).toEqual({ sees: "some", who: "per_m", open: true });
    expect(policy.reader(agent)).toEqual({ sees: "some", who: "agt_b", open: true });
    expect(policy.reader({ ...agent, only: "thr_1" })).toEqual({ sees: "one", who: "agt_b", thread: "thr_1" });
  });

  it("is only what they take part in for guests, strangers and third parties", () => {
    expect(policy.reader({ kind: "guest", account: "irc:g", name: "g" })).toEqual({ sees: "some", who: "irc:g", open: false });
    expect(policy.reader({ kind: "stranger", account: "irc:s", name: "s" })).toEqual({ sees: "some", who: "irc:s", open: false });
    expect(policy.reader({ kind: "outside", name: "w" })).toEqual({ sees: "some", who: "outside:w", open: false });
  });
});

import axe from "axe-core";
import { describe, expect, it } from "vitest";
import type { QuestionWire } from "#protocol/wire";
import { verifies } from "#test/verifies";
import { ask, expectGone, expectShown, expectText, setStage, signIn } from "./page-stage.ts";
import { en as words } from "#web/words/en.ts";
import { en } from "#web/words/en.ts";

const stage = setStage();
const page = () => stage.page;
const hub = () => stage.hub;
const side = () => page().getByRole("complementary", { name: words.panel });
const opener = () => page().getByRole("button", { name: "Invite agent" });
const list = () => page().getByRole("dialog", { name: "Invite agent" });
const row = (name: string) => list().getByRole("listitem").filter({ hasText: name });
const invitations = () => hub().asked.filter(({ what }) => what === "POST /api/agents/invite");

async function openList(): Promise<void> {
  await signIn(stage);
  await opener().click();
  await expectShown(list());
}

describe("inviting", () => {
  verifies(["FR-2", "FR-2-1"], "lists in the thread the agents that can be invited, by their shown names, with description, state and last run", async () => {
    await openList();
    await expectShown(row("Codex").getByText("Reviews what others wrote"));
    await expectShown(row("Codex").getByText(/Last run .*: exit 0, 4\.2 s/));
    await expectShown(row("Copilot CLI").getByText("copilot is not on the path of the hub."));
    await expectShown(row("Copilot CLI").getByText(/exit 127, command not found, 61 ms/));
    await expectShown(row("Night shift").getByText(en.switchedOff));
    await expectShown(row("shelly").getByText(/Its command has a pipe outside quotes/));
    await expectShown(row("Fresh").getByText("fresh --thread {thread_id}"));
    expect(
      await list()
        .getByRole("button", { name: /^Invite / })
        .count(),
    ).toBe(2);
  });

  verifies("FR-2-2", "invites with one click into the open thread, and shows how it starts, joins and leaves", async () => {
    await openList();
    await row("Codex").getByRole("button", { name: "Invite Codex into this thread" }).click();
    await expectShown(row("Codex").getByText("Starting"));
    expect(invitations()).toMatchObject([{ body: { agent_name: "codex", thread_id: "thr_gateway" } }]);
    hub().bus.go("codex", { state: "running" });
    await expectShown(row("Codex").getByText("Started, not joined yet"));
    hub().bus.go("codex", { state: "joined" });
    await expectShown(row("Codex").getByRole("button", { name: "Here", disabled: true }));
    await row("Codex").getByRole("button").click({ force: true });
    expect(invitations()).toHaveLength(1);
    hub().bus.go("codex", { state: "ended", exit_code: 3, duration_ms: 61_000, ended_at: new Date().toISOString(), output: "no key\n" });
    await expectShown(row("Codex").getByText(/exit 3, 1:01/));
    await expectShown(row("Codex").getByRole("button", { name: "Invite Codex into this thread" }));
  });

  it("says why an invitation was refused, in the list and beside the agent", async () => {
    await openList();
    await row("Copilot CLI")
      .getByRole("button", { name: /Invite/ })
      .click();
    await expectShown(row("Copilot CLI").getByText("copilot is not on the path of the hub. Install it, then invite again."));
    await page().keyboard.press("Escape");
    await expectShown(side().getByText("copilot is not on the path of the hub. Install it, then invite again."));
  });

  it("shows what a failed run wrote only to whoever opens it", async () => {
    await openList();
    const output = row("Copilot CLI").getByText("sh: copilot: not found");
    expect(await output.isVisible()).toBe(false);
    await row("Copilot CLI").getByText(en.itsOutput).click();
    await expectShown(output);
  });

  it("can be used with the keyboard alone, and gives the focus back", async () => {
    await signIn(stage);
    await opener().focus();
    await page().keyboard.press("Enter");
    await expectFocus("Invite Codex into this thread");
    await page().keyboard.press("ArrowDown");
    await expectFocus("Invite Copilot CLI into this thread");
    await page().keyboard.press("ArrowUp");
    await page().keyboard.press("Enter");
    await expectShown(row("Codex").getByText("Starting"));
    await page().keyboard.press("Escape");
    await expectGone(list());
    await expectFocus("Invite agent");
  });

  describe("an entry that waits for an admin's yes", () => {
    const options = [
      { id: "allow", label: "Allow once", grants: "allow" as const },
      { id: "deny", label: "Deny", grants: "deny" as const },
    ];
    const subject = { argv: ["fresh", "--thread", "{thread_id}", "a b"], directory: "/srv/work", environment: ["API_KEY"] };

    /** The hub has asked about it, as it does when the file has changed. */
    async function openWaiting(some: Partial<QuestionWire> = {}, isPaused = false): Promise<void> {
      await page().clock.install();
      await openList();
      if (isPaused) await page().clock.pauseAt(Date.now() + 10_000);
      ask(stage, { id: "que_fresh", turn: "trn_9", session_name: "approvals", options, subject, ...some });
      hub().bus.asks("fresh", "que_fresh");
      await expectShown(row("Fresh").getByText(en.waitsForApproval));
    }

    it("shows all of what would run, and is allowed right there by the answer to its question", async () => {
      await openWaiting();
      expect(await row("Fresh").locator(".argv > span").allTextContents()).toEqual(subject.argv);
      await expectShown(row("Fresh").getByText("API_KEY"));
      await page().clock.runFor(400);
      await row("Fresh").getByRole("button", { name: "Allow once" }).click();
      await expectShown(row("Fresh").getByRole("button", { name: "Invite Fresh into this thread" }));
      expect(hub().asked.at(-1)).toMatchObject({ what: "POST /api/questions/que_fresh/answer", body: { choice: "allow" } });
    });

    it("takes no click in its first moment", async () => {
      await openWaiting({}, true);
      await row("Fresh").getByRole("button", { name: "Allow once" }).dispatchEvent("click");
      await page().clock.runFor(400);
      expect(hub().asked.filter(({ what }) => what.includes("/answer"))).toEqual([]);
    });

    it("says after a no what can be done", async () => {
      await openWaiting();
      await page().clock.runFor(400);
      await row("Fresh").getByRole("button", { name: "Deny" }).click();
      await expectShown(row("Fresh").getByText(en.approvalOver));
      expect(await row("Fresh").getByRole("button").count()).toBe(0);
    });

    it("has no buttons for whoever may not answer", async () => {
      await openWaiting({ may_answer: false });
      await expectShown(row("Fresh").getByText(en.mayNotAnswer));
      expect(await row("Fresh").getByRole("button").count()).toBe(0);
    });

    it("tells a member that others decide", async () => {
      await signIn(stage, { role: "member" });
      hub().bus.asks("fresh", "que_fresh");
      await opener().click();
      await expectShown(row("Fresh").getByText(en.waitsForApproval));
      await expectShown(row("Fresh").getByText("An admin or the owner decides."));
    });

    it("has nothing that stands in the way of assistive technology", async () => {
      await openWaiting();
      await page().evaluate(axe.source);
      const found = (await page().evaluate("axe.run()")) as axe.AxeResults;
      expect(found.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ""}`)).toEqual([]);
    });
  });

  it("closes when something else is clicked", async () => {
    await openList();
    await page().getByRole("textbox", { name: "Message" }).click();
    await expectGone(list());
  });

  it("is offered to no member, who is told who may", async () => {
    await signIn(stage, { role: "member" });
    await opener().click();
    await expectShown(list().getByText(en.mayNotInvite));
    expect(
      await page()
        .getByRole("button", { name: /^Invite .* into/ })
        .count(),
    ).toBe(0);
    await expectShown(side().getByText("Offline").first());
  });

  it("has nothing in the open list that stands in the way of assistive technology", async () => {
    await openList();
    await page().evaluate(axe.source);
    const found = (await page().evaluate("axe.run()")) as axe.AxeResults;
    expect(found.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ""}`)).toEqual([]);
  });
});

describe("the right side", () => {
  const agents = () => side().getByRole("region", { name: "Agents" });
  const runs = () => side().getByRole("region", { name: "Runs in this thread" });

  it("lists agents with what they are, and invites from there too", async () => {
    await signIn(stage);
    await expectShown(agents().getByText("Online"));
    await expectShown(agents().getByText("Offline"));
    await agents().getByRole("button", { name: "Invite Codex into this thread" }).click();
    await expectShown(agents().getByText("Starting"));
    // The page says so before the hub has answered.
    await expect.poll(() => invitations()).toHaveLength(1);
  });

  it("shows at once that an agent has come", async () => {
    await signIn(stage);
    const { agents: all, invitable, invalid_agents } = hub().bus.agents();
    hub().tell("agents", { agents: [...all, { ...all[0]!, id: "agt_new", name: "Fresh mind" }], invitable, invalid_agents });
    await expectShown(agents().getByText("Fresh mind"));
    await expectText(agents().locator(".agent-item", { hasText: "Fresh mind" }).locator(".end"), "Online");
  });

  it("shows who is in the thread and who writes, and takes both back", async () => {
    await signIn(stage);
    const { agents: all, invitable, invalid_agents } = hub().bus.agents();
    const tell = (threads: string[]) =>
      hub().tell("agents", { agents: all.map((one) => (one.id === "agt_steward" ? { ...one, threads } : one)), invitable, invalid_agents });
    tell(["thr_gateway"]);
    await expectShown(page().getByText(en.presentHere(["Steward"], 0)));
    await expectText(agents().locator(".agent-item", { hasText: "Steward" }).locator(".end"), "In this thread");
    hub().tell("typing", { thread: "thr_gateway", who: "agt_steward", name: "Steward", is_typing: true });
    await expectShown(page().getByText(en.isTyping([en.agentNamed("Steward")])));
    hub().tell("typing", { thread: "thr_empty", who: "agt_old", name: "Cursor", is_typing: true });
    hub().tell("typing", { thread: "thr_gateway", who: "agt_steward", name: "Steward", is_typing: false });
    await expectGone(page().getByText("is typing"));
    tell([]);
    await expectGone(page().getByText(en.presentHere(["Steward"], 0)));
  });

  it("shows the runs of this thread with how long they took and how they ended", async () => {
    await signIn(stage);
    await expectShown(runs().getByText("exit 0, 4.2 s"));
    await expectShown(runs().getByText("exit 127, command not found, 61 ms"));
    await runs().getByText(en.itsOutput).click();
    await expectShown(runs().getByText("sh: copilot: not found"));
    await page()
      .getByRole("link", { name: /Waiting times/ })
      .click();
    await expectGone(runs());
  });
});

async function expectFocus(name: string): Promise<void> {
  await expect.poll(() => page().evaluate("document.activeElement?.getAttribute('aria-label')"), { timeout: 10_000 }).toBe(name);
}

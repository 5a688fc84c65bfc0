import { describe, expect, it } from "vitest";
import { inboxWords } from "#web/words/inbox.ts";
import { en as words } from "#web/words/en.ts";
import { verifies } from "#test/verifies";
import { ask, expectGone, expectShown, expectText, setStage, signIn } from "./page-stage.ts";

const stage = setStage();
const page = () => stage.page;
const inbox = inboxWords.en;
const list = () => page().getByRole("navigation", { name: inbox.list });
const detail = () => page().getByRole("main", { name: inbox.detail });
const answers = (): readonly unknown[] => stage.hub.asked.filter(({ what }) => what.endsWith("/answer")).map(({ what, body }) => [what, body]);
const hash = (): string => new URL(page().url()).hash;

async function openInbox(): Promise<void> {
  await page().goto(`${stage.hub.url}/#questions`);
  await expectShown(list());
  await expect.poll(() => detail().locator("[data-option]").first().isEnabled()).toBe(true);
}

describe("the questions inbox", () => {
  it("has what waits with the exact command, who asked, since when and until when, and where else it was asked", async () => {
    await signIn(stage);
    await openInbox();
    await expectShown(detail().getByText(words.asksToRun("gateway")));
    expect(await detail().locator(".argv > span").allTextContents()).toEqual(["git", "push", "origin", "fix/limiter-burst"]);
    await expectShown(detail().getByText("HOME PATH SSH_AUTH_SOCK"));
    await expectShown(detail().getByText(inbox.asked, { exact: true }));
    await expectShown(detail().getByText(inbox.by, { exact: true }));
    await expectShown(detail().getByText(/Feishu, not delivered: link is down/));
    await expectShown(list().getByText(/林薇 answered “Allow in this session” in Feishu/));
  });

  it("answers the chosen question with a digit wherever the focus is, but not in a field", async () => {
    await signIn(stage);
    await openInbox();
    await page().locator(".brand").click();
    const reason = detail().getByRole("textbox", { name: words.reasonIfDenied });
    await expectShown(reason);
    await reason.press("1");
    expect(answers()).toEqual([]);
    await reason.fill("");
    await page().getByRole("link", { name: words.destination.questions }).focus();
    await expect.poll(async () => (await page().keyboard.press("2"), answers())).toEqual([["POST /api/questions/que_1/answer", { choice: "session" }]]);
    await expectShown(detail().getByText(/You answered “Allow in this session” on this page/));
  });

  it("answers from a field with Alt and the digit", async () => {
    await signIn(stage);
    await openInbox();
    const reason = detail().getByRole("textbox", { name: words.reasonIfDenied });
    await reason.fill("../cache is outside");
    await expect
      .poll(async () => (await reason.press("Alt+3"), answers()))
      .toEqual([["POST /api/questions/que_1/answer", { choice: "deny", reason: "../cache is outside" }]]);
    await expectShown(detail().getByText(/Reason: “..\/cache is outside”/));
  });

  it("moves with J and K, opens the thread with Enter, and the diff's files with V", async () => {
    await signIn(stage);
    const diff =
      `--- a/one.ts\n+++ b/one.ts\n@@ -1,1 +1,1 @@\n-a\n+b\n`.repeat(1) +
      Array.from({ length: 90 }, (_, n) => `@@ -${n + 2},1 +${n + 2},1 @@\n same`).join("\n");
    ask(stage, {
      id: "que_2",
      subject: { detail: `${diff}\n--- a/two.ts\n+++ b/two.ts\n@@ -1,1 +1,1 @@\n-c\n+d\n` },
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await openInbox();
    await page().keyboard.press("j");
    await expect.poll(hash).toBe("#questions=que_2");
    await expectShown(detail().locator(".head-line").getByText("one.ts"));
    // A long diff is drawn gradually: its second file may not be there yet.
    const isSecondInView = "(document.querySelectorAll('.one-question .head-line')[1]?.getBoundingClientRect().top ?? Infinity) < innerHeight";
    await expect.poll(async () => (await page().keyboard.press("v"), page().evaluate(isSecondInView))).toBe(true);
    await page().keyboard.press("k");
    await expect.poll(hash).toBe("#questions=que_1");
    await page().keyboard.press("Enter");
    await expect.poll(hash).toBe("#thread=thr_gateway");
    await page().goBack();
    await expect.poll(hash).toMatch(/^#questions/);
  });

  verifies("C-14.2-1", "keeps who answered what, where, after how long", async () => {
    await signIn(stage);
    await openInbox();
    await page().getByRole("button", { name: inbox.filter.answered }).click();
    await expectGone(list().getByText("git push"));
    await list().getByText("npm test -- limiter").click();
    await expectText(detail().locator(".outcome b"), words.allowed);
    expect(await detail().locator("[data-option]").count()).toBe(0);
  });
});

describe("the questions inbox on a phone", () => {
  it("shows one question at a time, with its answers at the lower edge, and Back leads to the list", async () => {
    await page().setViewportSize({ width: 390, height: 780 });
    await signIn(stage);
    await page().goto(`${stage.hub.url}/#questions`);
    await list().getByText("git push origin").click();
    await expectShown(detail());
    const [foot, main] = await Promise.all([detail().locator(".question-foot").boundingBox(), detail().locator(".button.main").boundingBox()]);
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeCloseTo(780, 0);
    expect(main?.height).toBeGreaterThanOrEqual(44);
    expect(await page().getByRole("navigation", { name: words.navigation }).isVisible()).toBe(false);
    await page().getByRole("button", { name: inbox.back }).click();
    await expectShown(list());
    expect(hash()).toBe("#questions");
  });
});

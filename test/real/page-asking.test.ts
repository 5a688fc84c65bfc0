import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { en as words } from "#web/words/en.ts";
import { signInWords } from "#web/words/sign-in.ts";
import { zh } from "#web/words/zh.ts";
import { ask, expectShown, expectText, expectValue, setStage, signIn } from "./page-stage.ts";
import { en } from "#web/words/en.ts";

const stage = setStage();
const page = () => stage.page;
const hub = () => stage.hub;
const log = () => page().getByRole("log");

describe("signing in", () => {
  it("takes the secret out of the address and uses the link only when asked to", async () => {
    await page().goto(`${hub().url}/#login=good`);
    await expectShown(page().getByRole("button", { name: "Sign in" }));
    expect(page().url()).toBe(`${hub().url}/`);
    expect(hub().asked).toEqual([]);
    await page().getByRole("button", { name: "Sign in" }).click();
    await expectShown(log());
    await page().reload();
    await expectShown(log());
  });

  it("claims the hub under the name that is given", async () => {
    await page().goto(`${hub().url}/#claim=good`);
    await page().getByLabel("Your name").fill("Mara");
    await page().getByRole("button", { name: "Claim this hub" }).click();
    await expectShown(log());
    expect(hub().asked[0]?.body).toEqual({ secret: "good", name: "Mara" });
  });

  it.each([
    ["used", signInWords.en.linkUsed],
    ["old", "This link has expired"],
  ])("says what to do about a link that is %s", async (secret, sentence) => {
    await page().goto(`${hub().url}/#login=${secret}`);
    await page().getByRole("button", { name: "Sign in" }).click();
    await expectShown(page().getByText(sentence));
    await expectShown(page().getByText("npm run -s parley -- login --home '/srv/par ley'"));
  });

  it("forgets the token when signing out", async () => {
    await signIn(stage);
    await page().getByRole("button", { name: "Mara, Owner" }).click();
    await page().getByRole("button", { name: "Sign out" }).click();
    await expectShown(page().getByText("You are signed out here."));
    await page().reload();
    await expectShown(page().getByText("npm run -s parley -- login"));
    expect(hub().asked.map(({ what }) => what)).toContain("POST /api/logout");
  });
});

describe("the language of the page", () => {
  it("is the browser's before and after signing in, until another one is chosen, and then that one", async () => {
    await using context = await page().context().browser()!.newContext({ locale: "zh-CN" });
    const other = await context.newPage();
    await other.goto(`${hub().url}/#login=good`);
    await other.getByRole("button", { name: signInWords["zh-CN"].signIn }).click();
    await expectShown(other.getByRole("button", { name: zh.send, exact: true }));
    await other.reload();
    await expectShown(other.getByRole("button", { name: zh.send, exact: true }));
    await other.getByRole("button", { name: `Mara, ${zh.role["owner"]}` }).click();
    await other.getByRole("button", { name: "English" }).click();
    await expectShown(other.getByRole("button", { name: words.send, exact: true }));
    await other.reload();
    await expectShown(other.getByRole("button", { name: words.send, exact: true }));
  });
});

describe("questions", () => {
  it("shows every argument in its own box and hidden characters by name", async () => {
    await signIn(stage);
    ask(stage, { id: "que_2", turn: "trn_2", subject: { argv: ["rm", "-rf", "a b", "x\u202Ey", ""] } });
    const card = page().getByRole("group", { name: "Question from gateway" }).last();
    await expectShown(card.getByText("U+202E"));
    expect(await card.locator(".argv > span").allTextContents()).toEqual(["rm", "-rf", "a b", "xU+202Ey", "empty"]);
  });

  it("takes no click in its first moment, then takes one, then says who answered", async () => {
    await page().clock.install();
    await signIn(stage);
    await page().clock.pauseAt(Date.now() + 10_000);
    ask(stage, { id: "que_2", turn: "trn_2", prompt: "Second one", session_name: "second" });
    const card = page().getByRole("group", { name: "Question from second" });
    const allow = card.getByRole("button", { name: "Allow once" });
    await expectShown(allow);
    await page().clock.runFor(399);
    await allow.dispatchEvent("click");
    await page().clock.runFor(1);
    expect(hub().asked.filter(({ what }) => what.includes("/answer"))).toEqual([]);
    await allow.dispatchEvent("click");
    await expectShown(card.getByText("You answered “Allow once” on this page"));
    expect(hub().asked.at(-1)).toMatchObject({ what: "POST /api/questions/que_2/answer", body: { choice: "once" } });
  });

  it("takes a digit for the only question in view, wherever the focus is, but not from a field and not in its first moment", async () => {
    await page().clock.install();
    // High enough for both of them.
    await page().setViewportSize({ width: 1440, height: 1800 });
    await signIn(stage);
    const answers = (): readonly unknown[] => hub().asked.filter(({ what }) => what.endsWith("/answer"));
    await page().clock.runFor(1_000);
    await page().getByRole("textbox", { name: words.message }).press("1");
    await expectValue(page().getByRole("textbox", { name: words.message }), "1");
    await page().getByRole("heading", { name: "Bursts get 429 at the gateway" }).click();
    await page().clock.pauseAt(Date.now() + 10_000);
    // Two are open: it is not clear which one is meant.
    const second = ask(stage, { id: "que_2", turn: "trn_9", session_name: "second" });
    await expectShown(page().getByRole("group", { name: words.questionFrom("second") }));
    await page().clock.runFor(1_000);
    await page().keyboard.press("1");
    hub().tell("question", { ...second, state: "expired" });
    await expectShown(page().getByText(words.expired));
    // On its way when the other one went.
    await page().keyboard.press("3");
    await page().clock.runFor(399);
    await page().keyboard.press("3");
    expect(answers()).toEqual([]);
    await page().clock.runFor(1);
    await page().keyboard.press("3");
    await expect.poll(answers).toMatchObject([{ what: "POST /api/questions/que_1/answer", body: { choice: "deny" } }]);
  });

  it("announces a new question once, aloud", async () => {
    await signIn(stage);
    await expectText(page().getByRole("alert"), "");
    ask(stage, { id: "que_2", turn: "trn_2", session_name: "second" });
    await expectText(page().getByRole("alert"), "second asks: git push origin fix/limiter-burst");
  });

  it("takes a written answer", async () => {
    await signIn(stage);
    ask(stage, { id: "que_3", turn: "trn_3", kind: "text", prompt: "Which time zone?", subject: null, options: [], session_name: "asker" });
    const card = page().getByRole("group", { name: "Question from asker" });
    await card.getByRole("textbox").fill("Asia/Shanghai");
    await card.getByRole("button", { name: "Answer" }).click();
    await expectShown(card.getByText("You answered “Asia/Shanghai” on this page"));
  });

  it("says who was faster", async () => {
    await page().clock.install();
    await signIn(stage);
    const question = ask(stage, { id: "que_2", turn: "trn_2", session_name: "second", state: "open" });
    const card = page().getByRole("group", { name: "Question from second" });
    await page().route("**/api/questions/*/answer", (route) =>
      route.fulfill({ status: 409, json: { error: "AlreadyAnswered", detail: "林薇 answered this in Feishu." } }),
    );
    await expectShown(card);
    await page().clock.runFor(400);
    await card.getByRole("button", { name: "Deny" }).click();
    await expectShown(card.getByText("林薇 answered this in Feishu."));
    hub().tell("question", { ...question, state: "expired" });
    await expectShown(card.getByText("Expired, nothing ran"));
  });

  it("offers no button to whoever may not answer", async () => {
    await signIn(stage);
    ask(stage, { id: "que_2", turn: "trn_2", session_name: "second", may_answer: false });
    const card = page().getByRole("group", { name: "Question from second" });
    await expectShown(card.getByText(en.mayNotAnswer));
    expect(await card.getByRole("button").count()).toBe(0);
  });
});

describe("for everybody", () => {
  it.each(["light", "dark"] as const)("has nothing that stands in the way of assistive technology, %s", async (colorScheme) => {
    await page().emulateMedia({ colorScheme });
    await signIn(stage);
    await page().evaluate(axe.source);
    const found = (await page().evaluate("axe.run()")) as axe.AxeResults;
    expect(found.violations.map(({ id, impact, nodes }) => `${impact} ${id} ${nodes[0]?.html ?? ""}`)).toEqual([]);
  });

  it("writes no style into the document that the policy would refuse", async () => {
    await signIn(stage);
    const response = await page().request.get(hub().url);
    expect(await response.text()).not.toMatch(/<style|style=|<script(?![^>]*src=)/);
  });
});

import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { ask, expectShown, expectText, setStage, signIn } from "./page-stage.ts";

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
    ["used", "This link was used already."],
    ["old", "This link has expired"],
  ])("says what to do about a link that is %s", async (secret, sentence) => {
    await page().goto(`${hub().url}/#login=${secret}`);
    await page().getByRole("button", { name: "Sign in" }).click();
    await expectShown(page().getByText(sentence));
    await expectShown(page().getByText("npm run -s parley -- login"));
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
    await expectShown(card.getByText("Whoever began the turn, an admin or the owner may answer"));
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

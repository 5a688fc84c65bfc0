import { describe, expect, it } from "vitest";
import { en as words } from "#web/words/en.ts";
import { setRealStage } from "./page-documents-stage.ts";
import { expectGone, expectShown } from "./page-stage.ts";

const stage = setRealStage();
const page = () => stage.page;
const log = () => page().getByRole("log");

async function send(text: string): Promise<void> {
  await page().getByRole("textbox", { name: words.message }).fill(text);
  await page().getByRole("button", { name: words.send }).click();
}

/** As the person who is signed in sees it. */
async function unread(): Promise<unknown> {
  return page().evaluate(`fetch("/api/events", { headers: { authorization: "Bearer " + localStorage.getItem("parley.token") } }).then(async (response) => {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("\\n\\n")) text += (await reader.read()).value;
    await reader.cancel();
    return JSON.parse(/^data: (.*)$/m.exec(text)[1]).threads.map((thread) => thread.unread);
  })`);
}

describe("an answer on a real hub", () => {
  it("that was watched is read, here and after a reload", async () => {
    await send("hello");
    await expectShown(log().locator("article.agent[id]").getByText("demo agent"));
    await expect.poll(unread, { timeout: 10_000 }).toEqual([0]);
    await page().getByRole("button", { name: words.newThread }).click();
    await page().getByLabel(words.topic).fill("Another one");
    await page().keyboard.press("Enter");
    await expectShown(page().getByRole("heading", { name: "Another one" }));
    await expectShown(page().locator(".thread-row", { hasText: "demo" }));
    await expectGone(page().locator(".thread-row.unread"));
    await page().reload();
    await expectShown(page().locator(".thread-row", { hasText: "demo" }));
    await expectGone(page().locator(".thread-row.unread"));
  });

  it("shows its question below the steps that led to it, while it is open and when it is answered", async () => {
    await send("ask me");
    const card = log().getByRole("group", { name: words.questionFrom("demo") });
    await expectShown(card);
    const order = (): Promise<unknown> =>
      page().evaluate(`[...document.querySelectorAll(".steps, .question, .text")].map((one) => one.className.split(" ")[0])`);
    await expect.poll(order).toEqual(["text", "steps", "question"]);
    // A question takes no click in its first moment.
    await expect
      .poll(async () => {
        const allow = card.getByRole("button").first();
        if ((await allow.count()) > 0) await allow.click({ timeout: 1_000 }).catch(() => undefined);
        return card.locator(".question-foot").count();
      })
      .toBe(0);
    await expectShown(log().locator("article.agent[id]"));
    await expect.poll(order).toEqual(["text", "steps", "question", "text"]);
    await page().reload();
    await expect.poll(order, { timeout: 10_000 }).toEqual(["text", "steps", "question", "text"]);
  });
});

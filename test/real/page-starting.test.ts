import { mkdirSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { en } from "#web/words/en.ts";
import { sessionWindowWords } from "#web/words/session-window.ts";
import { startWords } from "#web/words/start.ts";
import { zh } from "#web/words/zh.ts";
import { setRealStage } from "./page-documents-stage.ts";
import { expectGone, expectShown } from "./page-stage.ts";

describe("starting work", () => {
  const own = startWords.en;
  const stage = setRealStage();
  const page = () => stage.page;
  const step = (name: string) => page().getByRole("region", { name: own.title }).getByRole("listitem", { name });

  it("shows the next three things to do with this hub's own paths, and marks each that is done", async () => {
    await expectShown(step(own.chat).getByText(own.done, { exact: true }));
    await expectShown(step(own.cli).getByText(own.toDo, { exact: true }));
    const { home } = stage.parley;
    await step(own.agent).getByText(own.agent).click();
    await expectShown(step(own.agent).getByText(`cp config/available-agents.example.json ${join(home, "config/available-agents.json")}`));
    await expectShown(step(own.agent).getByText(`token create --agent my-agent --home ${home}`));
    expect(await page().getByRole("region", { name: own.title }).locator("dd").allTextContents()).toEqual([join(home, "parley.yaml"), home, home]);
    await page().evaluate(axe.source);
    const { violations } = (await page().evaluate("axe.run('.columns')")) as axe.AxeResults;
    expect(violations).toEqual([]);
    await look("first-run");
    await page().setViewportSize({ width: 390, height: 844 });
    await look("first-run-phone");
    expect(await page().evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page().setViewportSize({ width: 1440, height: 1000 });
    await step(own.cli).getByRole("button", { name: own.newSession }).click();
    await expectShown(page().getByRole("dialog", { name: sessionWindowWords.en.newSession }));
    await page().keyboard.press("Escape");
    await page().goto(`${stage.parley.url}/#settings=start`);
    await expectShown(step(own.agent));
  });

  it("opens a thread with a CLI that is installed, by keys alone, and leads to the sessions that there are", async () => {
    await page().getByRole("heading", { name: "demo" }).click();
    await page().keyboard.press("n");
    const form = page().locator("form.new-thread");
    await page().getByRole("textbox", { name: en.topic }).fill("Fix the gateway");
    const who = form.getByLabel(own.who);
    await expectShown(who);
    expect(await who.locator("option").allTextContents()).toContain("scripted");
    await who.selectOption("cli scripted");
    await form.getByLabel(own.sessionName).fill("gate");
    await form.getByLabel(sessionWindowWords.en.directory).fill(".");
    await look("new-thread");
    await page().keyboard.press("Enter");
    await expectShown(page().getByRole("heading", { name: "Fix the gateway" }));
    const session = await stage.parley.session("gate");
    expect([session.cli_type, session.thread]).toEqual(["scripted", await stage.parley.threadOf("gate")]);
    await expectGone(form);
    await page().getByRole("button", { name: en.newThread }).click();
    await form.getByRole("region", { name: own.orGoOn }).getByRole("link", { name: "demo" }).click();
    await expectShown(page().getByRole("heading", { name: "demo", exact: true }));
    await expectGone(form);
  });

  it("goes on with the same thread when the session could not be made, and a thread alone needs a topic only", async () => {
    await page().getByRole("button", { name: en.newThread }).click();
    const form = page().locator("form.new-thread");
    await page().getByRole("textbox", { name: en.topic }).fill("Twice");
    await form.getByLabel(own.who).selectOption("cli scripted");
    await form.getByLabel(own.sessionName).fill("demo");
    await form.getByRole("button", { name: en.openIt }).click();
    await expectShown(form.getByRole("alert"));
    await form.getByLabel(own.sessionName).fill("other");
    await form.getByRole("button", { name: en.openIt }).click();
    await expectShown(page().getByRole("heading", { name: "Twice" }));
    const { body } = await stage.parley.api("GET", "/api/threads");
    expect((body as unknown as { threads: { topic: string }[] }).threads.filter(({ topic }) => topic === "Twice")).toHaveLength(1);
  });

  async function look(name: string): Promise<void> {
    await shoot(page(), name);
  }
});

describe("starting work, in Chinese", () => {
  const own = startWords["zh-CN"];
  const stage = setRealStage("language: zh-CN\n", "zh-CN", zh);

  it("speaks Chinese", async () => {
    await expectShown(stage.page.getByRole("region", { name: own.title }).getByRole("listitem", { name: own.chat }));
    await stage.page.getByRole("button", { name: zh.newThread }).click();
    await expectShown(stage.page.getByLabel(own.who));
    await shoot(stage.page, "first-run-zh");
  });
});

/** A picture is kept where a folder for them is named: PARLEY_SHOTS=/tmp/shots vitest run test/real/page-starting.test.ts */
async function shoot(page: ReturnType<typeof setRealStage>["page"], name: string): Promise<void> {
  const folder = process.env["PARLEY_SHOTS"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

import { mkdirSync } from "node:fs";
import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { en } from "#web/words/en.ts";
import { searchWords } from "#web/words/search.ts";
import { give, setRealStage } from "./page-documents-stage.ts";
import { expectGone, expectShown } from "./page-stage.ts";

const own = searchWords.en;

describe("searching", () => {
  const stage = setRealStage();
  const page = () => stage.page;
  const results = () => page().getByRole("navigation", { name: en.threads }).locator(".found");

  it("finds topics, words, file names and people, and keeps to a thread, a person, files and days, by keys alone", async () => {
    await give(page(), [{ name: "harvest.txt", mimeType: "text/plain", buffer: Buffer.from("x") }]);
    await expectShown(page().getByRole("log").getByText("harvest.txt").first());
    const other = (await stage.parley.api("POST", "/api/threads", { topic: "The harvest" })).body["id"];
    const bo = await stage.parley.person("Bo", "member");
    await stage.parley.api("POST", `/api/threads/${String(other)}/messages`, { content: "harvest begins" }, bo);
    await page().getByRole("heading", { name: "demo" }).click();
    await page().keyboard.press("/");
    await page().keyboard.type("harvest");
    await expect
      .poll(() => results().allInnerTexts())
      .toEqual(expect.arrayContaining([expect.stringMatching(/^The harvest/), expect.stringContaining("Bo: harvest begins")]));
    expect((await results().allInnerTexts()).join(" ")).toContain("harvest.txt");
    const group = page().getByRole("group", { name: own.keepTo });
    await look("search");
    await page().evaluate(axe.source);
    const { violations } = (await page().evaluate("axe.run('.side.left')")) as axe.AxeResults;
    expect(violations).toEqual([]);
    // The filters are the next stops of the Tab key.
    await page().keyboard.press("Tab");
    await page().keyboard.press("Tab");
    expect(await page().evaluate("document.activeElement.textContent")).toBe(own.thisThread);
    await page().keyboard.press("Enter");
    await expect.poll(async () => (await results().allInnerTexts()).every((text) => text.startsWith("demo"))).toBe(true);
    await group.getByRole("button", { name: own.clear }).click();
    await group.getByRole("button", { name: own.withFiles }).click();
    await expect.poll(() => results().count()).toBe(1);
    await group.getByRole("button", { name: own.withFiles }).click();
    await group.getByLabel(own.by).selectOption({ label: "Bo" });
    await expect.poll(() => results().allInnerTexts()).toEqual([expect.stringContaining("harvest begins")]);
    await group.getByLabel(own.to).fill("2020-01-01");
    await expectShown(page().getByText(en.foundNone("harvest")));
    await look("search-none");
    await group.getByRole("button", { name: own.clear }).click();
    await page().getByRole("searchbox", { name: en.search }).fill("Bo");
    await expectShown(page().getByRole("heading", { name: own.people }));
    await page().getByRole("searchbox", { name: en.search }).press("Escape");
    await expectGone(group);
  });

  async function look(name: string): Promise<void> {
    const folder = process.env["PARLEY_SHOTS"];
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page().screenshot({ path: `${folder}/${name}.png` });
    await page().setViewportSize({ width: 390, height: 844 });
    await page().screenshot({ path: `${folder}/${name}-phone.png` });
    await page().setViewportSize({ width: 1440, height: 1000 });
  }
});

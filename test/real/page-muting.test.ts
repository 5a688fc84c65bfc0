import { expect, it } from "vitest";
import { en } from "#web/words/en.ts";
import { settingsWords } from "#web/words/settings.ts";
import { setRealStage } from "./page-documents-stage.ts";
import { expectGone, expectShown } from "./page-stage.ts";

const stage = setRealStage();

it("a thread is muted once, for the person: in its menu, in the settings, and in another browser", async () => {
  const { page, parley } = stage;
  const thread = await parley.threadOf("demo");
  await page.getByRole("button", { name: en.threadMenu }).click();
  await page.getByRole("button", { name: en.mute, exact: true }).click();
  const row = page.getByRole("navigation", { name: en.threads }).getByRole("link", { name: /demo/ });
  await expectShown(row.getByRole("img", { name: en.muted }));
  const token = await page.evaluate("localStorage.getItem('parley.token')");
  const { body } = await parley.api("GET", "/api/me/settings", undefined, String(token));
  expect(body["muted"]).toEqual([thread]);
  // As another browser of the same person: nothing is kept here but the sign-in.
  await page.evaluate(`{ const token = localStorage.getItem("parley.token"); localStorage.clear(); localStorage.setItem("parley.token", token); }`);
  await page.goto(`${parley.url}/#settings=you`);
  await page.reload();
  await page.getByRole("button", { name: settingsWords.en.unmute("demo") }).click();
  await expectGone(page.getByRole("button", { name: settingsWords.en.unmute("demo") }));
  await page.goto(`${parley.url}/#thread=${thread}`);
  await expectShown(row);
  await expectGone(row.getByRole("img", { name: en.muted }));
});

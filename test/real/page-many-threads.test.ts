import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { desk } from "#test/fakes/program";
import { en as words } from "#web/words/en.ts";
import { openBrowser } from "./browser.ts";
import { openPage } from "./page-looks.ts";
import { expectGone, expectShown } from "./page-stage.ts";

it("threads that the first list does not reach are shown on demand, to the oldest", async () => {
  using place = desk();
  const config = join(place.dir, "parley.yaml");
  await writeFile(config, "people: [{ name: Ana, role: owner }]\n");
  await using hub = await place.start("--config", config);
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(await readFile(join(place.home, "hub.json"), "utf8")));
  const post = async (path: string, body: object): Promise<unknown> =>
    (await fetch(hub.url + path, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) })).json();
  for (let n = 1; n <= 410; n++) await post("/api/threads", { topic: `Matter ${n}.` });

  await using browser = await openBrowser();
  const { page } = await openPage(browser, { width: 1440, colorScheme: "light", locale: "en-GB" });
  await page.goto(z.object({ url: z.string() }).parse(await post("/api/login-links", { name: "Ana" })).url);
  await page.getByRole("button", { name: "Sign in" }).click();
  const list = page.getByRole("navigation", { name: words.threads });
  const older = page.getByRole("button", { name: words.olderThreads });
  await expectShown(list.getByText("Matter 410."));
  expect(await list.getByRole("link").count()).toBe(200);
  await older.click();
  await expect.poll(() => list.getByRole("link").count()).toBe(400);
  await older.click();
  await expectGone(older);
  await expectShown(list.getByText("Matter 1.", { exact: true }));
}, 120_000);

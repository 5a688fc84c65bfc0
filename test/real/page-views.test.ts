import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./browser.ts";
import { allLooks, faultless, faultsOf, loginLink, openPage, shoot } from "./page-looks.ts";
import { languageOf, views } from "./page-views.ts";
import { type ViewsHub, startViewsHub } from "./page-views-hub.ts";

describe("every view, wide and narrow, light and dark, in English and Chinese", () => {
  let browser: Browser;
  let hub: ViewsHub;
  beforeAll(async () => {
    [browser, hub] = await Promise.all([openBrowser(), startViewsHub()]);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await hub[Symbol.asyncDispose]();
  });

  it.each(allLooks)(
    "stands in nobody's way at $width px, $colorScheme, $locale",
    async (looks) => {
      const { page, context, complaints } = await openPage(browser, looks);
      const found: Record<string, unknown> = {};
      const look = async (name: string): Promise<void> => {
        await shoot(page, name, looks);
        found[name] = await faultsOf(page);
      };
      const response = await page.goto(await loginLink(hub.parley, "Ana"));
      expect(response?.headers()["content-security-policy"]).toMatch(/script-src 'self'(?:;|$)/);
      const signIn = page.getByRole("button", { name: /^(?:Sign in|登录)$/ });
      await signIn.waitFor();
      await look("sign-in");
      await signIn.click();
      // The page has written its own address once something is listed.
      await page.locator(".side a").filter({ visible: true }).first().waitFor();
      for (const { name, at, ready, open } of views.filter(({ isForKeys = false }) => !isForKeys || looks.width >= 720)) {
        await page.evaluate(`location.hash = ${JSON.stringify(`#${at(hub)}`)}`);
        await open?.(page, looks);
        await page.locator(ready).filter({ visible: true }).first().waitFor();
        await look(name);
        if (open !== undefined) await page.keyboard.press("Escape");
      }
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, faultless])));
      expect(await page.evaluate("document.documentElement.lang")).toBe(languageOf(looks));
      await context.close();
      expect(complaints).toEqual([]);
    },
    60_000,
  );
});

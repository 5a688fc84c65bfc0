import type { Browser, BrowserContext, Page } from "playwright-core";
import { z } from "zod";
import type { BusHub } from "./bus-hub.ts";

const looks = { viewport: { width: 1440, height: 1000 }, locale: "en-GB" } as const;

/** A window of somebody who is signed in; `state` makes the next one the same person without a form, with nothing cached. */
export async function signedIn(browser: Browser, hub: BusHub): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const context = await browser.newContext(looks);
  const page = await context.newPage();
  await page.goto((await hub.api("POST", "/api/login-links", z.object({ url: z.string() }), { name: "Ola" })).url);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".side a").first().waitFor();
  return { page, context };
}

export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

export async function cold(browser: Browser, storageState?: StorageState): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const context = await browser.newContext({ ...looks, ...(storageState === undefined ? {} : { storageState }), serviceWorkers: "block" });
  return { page: await context.newPage(), context };
}

export async function openThread(page: Page, thread: string, shows: string): Promise<void> {
  await page.evaluate(`location.hash = "#thread=${thread}"`);
  await page.getByRole("log").getByText(shows).last().waitFor();
}

/** The moment of the first frame after `text` is in the page, on the clock that all programs of this machine share. */
export function pixelsOf(page: Page, text: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const look = () => {
      if (!document.body.innerText.includes(${JSON.stringify(text)})) return false;
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
      return true;
    };
    if (look()) return;
    const seen = new MutationObserver(() => look() && seen.disconnect());
    seen.observe(document.body, { childList: true, subtree: true, characterData: true });
  })`);
}

/** Lengths of the frames in ms, from now until `frames.stop()` in the page. */
export async function countFrames(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(`(() => {
    const lengths = [];
    let last = performance.now(), isOver = false;
    const next = () => { const now = performance.now(); lengths.push(now - last); last = now; if (!isOver) requestAnimationFrame(next); };
    requestAnimationFrame(next);
    window.frames_ = () => { isOver = true; return lengths; };
  })()`);
  return async () =>
    z
      .array(z.number())
      .parse(await page.evaluate("window.frames_()"))
      .slice(1);
}

/** What lives in the page after a collection: MB of the heap, and nodes. */
export async function living(page: Page): Promise<{ readonly heapMb: number; readonly nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes } = await session.send("Memory.getDOMCounters");
  await session.detach();
  return { heapMb: usedSize / 1e6, nodes };
}

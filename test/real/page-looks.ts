import { join } from "node:path";
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { z } from "zod";
import type { Parley } from "#test/scenarios/parley";

/** How the page is looked at. */
export interface Looks {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
  readonly locale: "en-GB" | "zh-CN";
}

export const allLooks: readonly Looks[] = [1440, 1024, 390].flatMap((width) =>
  (["light", "dark"] as const).flatMap((colorScheme) => (["en-GB", "zh-CN"] as const).map((locale) => ({ width, colorScheme, locale }))),
);

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What was thrown, and what the browser wrote as an error: a violation of the content security policy, too. */
  readonly complaints: readonly string[];
}

/** A browser window of its own, with a finger instead of a mouse where it is narrow. */
export async function openPage(browser: Browser, { width, colorScheme, locale }: Looks): Promise<OpenedPage> {
  const isPhone = width < 720;
  const viewport = { width, height: isPhone ? 844 : 1000 };
  const context = await browser.newContext({ locale, colorScheme, viewport, hasTouch: isPhone, isMobile: isPhone, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (said) => {
    if (said.type() === "error") complaints.push(said.text());
  });
  return { page, context, complaints };
}

export async function loginLink(parley: Parley, name: string): Promise<string> {
  return z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name })).body).url;
}

/** What is wrong with the page as it stands: axe's findings, a page wider than the window, targets that are too small for a finger. */
export async function faultsOf(page: Page): Promise<unknown> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as axe.AxeResults;
  return {
    axe: violations.map(({ id, nodes }) => [id, nodes.map(({ html, any }) => [html, any[0]?.message])]),
    wide: await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    beyond: await page.evaluate(beyondEdge),
    small: (await page.evaluate("matchMedia('(pointer: coarse)').matches")) ? await page.evaluate(smallTargets) : [],
  };
}

export const faultless = { axe: [], wide: 0, beyond: [], small: [] };

/** Text that goes on beyond the window's edge, unless it is clipped or scrolled there on purpose. */
const beyondEdge = `(() => {
  const over = document.querySelector("dialog[open]") ?? document.body;
  return [...over.querySelectorAll("*")]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "") && one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && one.closest(".sr, .clip, .share-scroll, .table, .live-terminal") === null)
    .map((one) => one.outerHTML.slice(0, 160));
})()`;

/** Where a finger has less than 44 px. Links in running text are read, not aimed at; what stands in a label is pressed anywhere in it. */
const smallTargets = `(() => {
  const least = 43.5;
  const over = document.querySelector("dialog[open]") ?? document;
  const found = [];
  for (const one of over.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button], [role=option]")) {
    if (!one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || one.disabled || one.closest(".text, .skip, [aria-hidden=true], [inert]")) continue;
    const target = one.closest("label") ?? one;
    const { width, height } = target.getBoundingClientRect();
    if (width === 0 || (width >= least && height >= least)) continue;
    if (getComputedStyle(target).display === "inline" && target.matches("a") && target.parentElement.textContent.trim() !== target.textContent.trim()) continue;
    target.scrollIntoView({ block: "center", inline: "center" });
    const box = target.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hits = (dx, dy) => target.contains(document.elementFromPoint(x + dx, y + dy));
    const wide = box.width >= least || (hits(-21, 0) && hits(21, 0));
    const high = box.height >= least || (hits(0, -21) && hits(0, 21));
    if (!wide || !high) found.push([Math.round(box.width) + "x" + Math.round(box.height), target.outerHTML.slice(0, 160)]);
  }
  return found;
})()`;

/** A picture is kept where a folder for them is named: PARLEY_SHOTS=/tmp/shots vitest run test/real/page-views.test.ts */
export async function shoot(page: Page, name: string, { width, colorScheme, locale }: Looks): Promise<void> {
  const folder = process.env["PARLEY_SHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}-${locale}.png`) });
}

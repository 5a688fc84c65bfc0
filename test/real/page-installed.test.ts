import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { desk } from "#test/fakes/program";
import { openBrowser } from "./browser.ts";
import { openPage } from "./page-looks.ts";

const yaml = `
people: [{ name: Ana, role: owner }]
sessions: [{ name: demo, cli_type: scripted }]
default_session: demo
`;

const manifest = z.object({
  start_url: z.literal("/"),
  display: z.literal("standalone"),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })),
});

describe("the page as an app", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it("can be installed, opens while the hub is away, and keeps nothing of what the hub said", async () => {
    using place = desk();
    const config = join(place.dir, "parley.yaml");
    await writeFile(config, yaml);
    const hub = await place.start("--config", config);
    const { token } = z.object({ token: z.string() }).parse(JSON.parse(await readFile(join(place.home, "hub.json"), "utf8")));
    const call = async (path: string, body: object): Promise<unknown> =>
      (await fetch(`${hub.url}${path}`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) })).json();
    const { page, context } = await openPage(browser, { width: 390, colorScheme: "light", locale: "en-GB" });
    await page.goto(z.object({ url: z.string() }).parse(await call("/api/login-links", { name: "Ana" })).url);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator(".side a").first().waitFor();

    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A window that keeps no history cannot install anything; everything else must be in order.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
    const { icons } = manifest.parse(await (await page.request.get(`${hub.url}/parley.webmanifest`)).json());
    expect(icons.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(["any", "maskable"]));
    for (const { src } of icons) expect((await page.request.get(`${hub.url}${src}`)).headers()["content-type"]).toBe("image/png");

    const { id: thread } = z.object({ id: z.string() }).parse(await call("/api/threads", { topic: "kept nowhere" }));
    await call(`/api/threads/${thread}/messages`, { content: "not for the cache" });
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    // Under the worker's eyes.
    await page.goto(`${hub.url}/#thread=${thread}`);
    await page.reload();
    await page.getByRole("log").getByText("not for the cache").waitFor();
    const cached = z.array(z.object({ path: z.string(), text: z.string() })).parse(await page.evaluate(cachedFiles));
    expect(cached.map(({ path }) => path)).toContain("/");
    expect(cached.filter(({ path }) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
    expect(cached.filter(({ text }) => text.includes("not for the cache") || text.includes("kept nowhere"))).toEqual([]);

    await hub.stop("SIGKILL");
    await page.reload();
    await page.locator(".offline, .sign-in, .frame").first().waitFor();
    expect(await page.getByText("not for the cache").count()).toBe(0);
    await context.close();
  }, 120_000);
});

const cachedFiles = `(async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.push({ path: new URL(request.url).pathname, text: await (await cache.match(request)).text() });
  }
  return found;
})()`;

import type { Browser, BrowserContext, Locator, Page, Worker } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { startPushService } from "#test/fakes/push-service";
import { Parley } from "#test/scenarios/parley";
import { noticeWords } from "#web/words/notices.ts";
import { paletteWords } from "#web/words/palette.ts";
import { settingsWords } from "#web/words/settings.ts";
import { openBrowser } from "./browser.ts";
import { faultless, faultsOf, loginLink, type OpenedPage, openPage, shoot } from "./page-looks.ts";
import { expectGone, expectShown } from "./page-stage.ts";

const yaml = `
people: [{ name: Ana, role: owner }, { name: Bo, role: member }]
sessions: [{ name: demo, cli_type: scripted, script: demo.script }]
default_session: demo
notifications: { private_push_services: true }
`;
const script = `
on "ask"
  ask permission "May I?" argv ["make", "all"] in "/srv"
    when "allow"
      say "built"
otherwise
  say "hello"
`;
const words = noticeWords.en;
const laptop = { width: 1440, colorScheme: "light", locale: "en-GB" } as const;
const phone = { width: 390, colorScheme: "dark", locale: "zh-CN" } as const;

describe("notices in the page", () => {
  let browser: Browser;
  let parley: Parley;
  let tokens: { ana: string; bo: string };
  let demo: string;
  let plans: string;
  const opened: OpenedPage[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    parley = await Parley.start({ yaml, files: { "demo.script": script } });
    tokens = { ana: await parley.token({ person: "Ana" }), bo: await parley.token({ person: "Bo" }) };
    demo = await parley.threadOf("demo");
    plans = await newThread("plans");
  });
  afterEach(async () => {
    for (const { context } of opened) await context.close();
    await parley[Symbol.asyncDispose]();
    // A violation of the content security policy, or anything thrown, shows up here.
    const complaints = opened.splice(0).flatMap((one) => one.complaints);
    expect(complaints.filter((said) => !/Failed to load resource|ERR_/.test(said))).toEqual([]);
  });

  it("tell Bo who mentions him and Ana how her turn stands while they look elsewhere; a muted thread is silent", async () => {
    const [ana, bo] = [await open("Ana", plans), await open("Bo", demo)];
    await say(tokens.ana, plans, "see this, @Bo");
    await expectShown(card(bo.page, words.title.mention("Ana")));
    expect(await notices(ana.page).count()).toBe(0);
    await card(bo.page, words.title.mention("Ana")).getByRole("link").click();
    await bo.page.getByRole("heading", { name: "plans" }).waitFor();
    await expectGone(notices(bo.page));

    await say(tokens.ana, demo, "ask");
    await expectShown(card(ana.page, words.title.question("demo")));
    expect(await faultsOf(ana.page)).toEqual(faultless);
    await shoot(ana.page, "notices", laptop);
    const { id } = await parley.openQuestion();
    expect((await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" }, tokens.ana)).status).toBe(200);
    await expectShown(card(ana.page, words.title.finished("demo")));
    await expectGone(card(ana.page, words.title.question("demo")));
    await ana.page.getByRole("button", { name: words.dismiss(words.title.finished("demo")) }).click();
    await expectGone(notices(ana.page));

    await parley.api("PUT", "/api/me/settings", { muted: [demo] }, tokens.ana);
    await wholeTurn();
    // The thread that she looks at, then another one: only the second is told, and nothing before it was.
    await say(tokens.bo, plans, "here, @Ana");
    await say(tokens.bo, await newThread("elsewhere"), "there, @Ana");
    await expectShown(card(ana.page, words.title.mention("Bo")));
    expect(await notices(ana.page).allTextContents()).toEqual([expect.stringContaining("there, @Ana")]);
    expect(await notices(bo.page).count()).toBe(0);
  }, 60_000);

  it("never cover the composer of a phone, are three at most, and speak Chinese", async () => {
    const bo = await open("Bo", demo, phone);
    for (const n of [1, 2, 3, 4]) await say(tokens.ana, plans, `@Bo 第 ${n} 条`);
    await expectShown(notices(bo.page).filter({ hasText: "第 4 条" }));
    await expect.poll(() => notices(bo.page).count()).toBe(3);
    await expectShown(card(bo.page, noticeWords["zh-CN"].title.mention("Ana")).first());
    const [list, composer] = [await bo.page.locator(".notice-list").boundingBox(), await bo.page.locator(".compose").boundingBox()];
    expect((list?.y ?? 0) + (list?.height ?? Number.NaN)).toBeLessThan(composer?.y ?? 0);
    expect(await faultsOf(bo.page)).toEqual(faultless);
    await shoot(bo.page, "notices", phone);
  }, 60_000);

  it("are the browser's while the tab is hidden, once somebody turned that on; nobody is asked before", async () => {
    const bo = await open("Bo", demo);
    await bo.page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await hide(bo.page, true);
    await say(tokens.ana, plans, "before, @Bo");
    await expectShown(card(bo.page, words.title.mention("Ana")));
    expect(await shownByBrowser(bo.page)).toEqual([]);
    await hide(bo.page, false);
    await bo.context.grantPermissions(["notifications"], { origin: parley.url });
    await bo.page.goto(`${parley.url}/#settings=you`);
    await bo.page.reload();
    await expectShown(bo.page.getByRole("button", { name: `${settingsWords.en.turnOff}: ${settingsWords.en.notifyHere}` }));
    await hide(bo.page, true);
    await say(tokens.ana, plans, "after, @Bo");
    await expect.poll(() => shownByBrowser(bo.page), { timeout: 10_000 }).toEqual([words.title.mention("Ana")]);
    expect(await notices(bo.page).count()).toBe(0);
  }, 60_000);

  it("are told while another thread is being opened", async () => {
    const bo = await open("Bo", demo);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const asked = bo.page.waitForRequest((request) => request.url().endsWith(`/api/events?thread=${plans}`));
    await bo.context.route(`**/api/events?thread=${plans}`, async (route) => {
      await released;
      await route.continue();
    });
    await bo.page.evaluate(`location.hash = "#thread=${plans}"`);
    await asked;
    await say(tokens.ana, await newThread("elsewhere"), "now, @Bo");
    await expectShown(card(bo.page, words.title.mention("Ana")));
    release();
    await bo.page.getByRole("log").waitFor();
    await say(tokens.ana, plans, "a line in the new thread");
    await expectShown(bo.page.getByRole("log").getByText("a line in the new thread"));
  }, 60_000);

  it("answer a permission in the browser's notification, through the push service or the page behind it", async () => {
    const { page, context } = await open("Ana", plans);
    await context.grantPermissions(["notifications"], { origin: parley.url });
    await page.reload();
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    await hide(page, true);

    await say(tokens.ana, demo, "ask");
    await expect.poll(() => buttonsOf(page), { timeout: 10_000 }).toEqual([["allow", "deny"]]);
    await shoot(page, "notification-page", laptop);
    await press(worker, "deny");
    await parley.untilState("demo", "idle");
    expect((await parley.questions())[0]?.answer).toMatchObject({ option: "deny", surface: "page" });

    await using service = await startPushService();
    const pushed = service.browser();
    const token = await page.evaluate<string>("localStorage.getItem('parley.token')");
    expect((await parley.api("POST", "/api/push", pushed.subscription, token)).status).toBe(201);
    await hide(page, false);
    await say(tokens.ana, demo, "ask");
    await vi.waitFor(() => expect(pushed.received.map(({ payload }) => payload["kind"])).toContain("question"), { timeout: 10_000 });
    await hide(page, true);
    await deliver(page, pushed.received.find(({ payload }) => payload["kind"] === "question")?.payload);
    await expect.poll(() => buttonsOf(page), { timeout: 10_000 }).toContainEqual(["allow", "deny"]);
    await press(worker, "allow");
    await parley.until(async () => (await parley.messages(demo)).some(({ content }) => content === "built"));
    expect(new Set((await parley.questions()).map(({ answer }) => answer?.surface))).toEqual(new Set(["notification", "page"]));
  }, 60_000);

  it("and single keys can be switched off, in this browser", async () => {
    const { page } = await open("Ana", demo);
    await page.goto(`${parley.url}/#settings=you`);
    const box = page.getByLabel(settingsWords.en.keysOn);
    await box.uncheck();
    await page.reload();
    await expect.poll(() => box.isChecked()).toBe(false);
    await page.locator("main").focus();
    await page.keyboard.press("?");
    await page.keyboard.press("Control+k");
    await expectShown(page.getByRole("dialog", { name: paletteWords.en.goTo }));
    expect(await page.getByRole("dialog", { name: paletteWords.en.keys }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await box.check();
    await page.locator("main").focus();
    await page.keyboard.press("?");
    await expectShown(page.getByRole("dialog", { name: paletteWords.en.keys }));
  }, 60_000);

  async function open(name: string, thread: string, looks: Parameters<typeof openPage>[1] = laptop): Promise<{ page: Page; context: BrowserContext }> {
    const one = await openPage(browser, looks);
    opened.push(one);
    await one.page.goto(await loginLink(parley, name));
    await one.page.locator("button.main").click();
    // The page has written its own address once something is listed.
    await one.page.locator(".side a").filter({ visible: true }).first().waitFor();
    await one.page.evaluate(`location.hash = "#thread=${thread}"`);
    await one.page.getByRole("heading", { name: thread === demo ? "demo" : "plans" }).waitFor();
    await one.page.getByRole("log").waitFor();
    return one;
  }

  async function newThread(topic: string): Promise<string> {
    return z.object({ id: z.string() }).parse((await parley.api("POST", "/api/threads", { topic }, tokens.ana)).body).id;
  }

  async function say(token: string, thread: string, content: string): Promise<void> {
    expect((await parley.api("POST", `/api/threads/${thread}/messages`, { content }, token)).status).toBeLessThan(300);
  }

  /** Of Ana's, to its end. */
  async function wholeTurn(): Promise<void> {
    const before = (await parley.messages(demo)).length;
    await say(tokens.ana, demo, "hi");
    await parley.until(async () => (await parley.messages(demo)).length >= before + 2);
  }
});

const notices = (page: Page): Locator => page.locator(".notice");
const card = (page: Page, title: string): Locator => page.getByRole("status").locator(".notice").filter({ hasText: title });

/** A headless browser shows every tab and gives it the focus; the page and its worker are told otherwise. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(`Object.defineProperty(WindowClient.prototype, "focused", { configurable: true, get: () => ${!isHidden} })`);
  const state = JSON.stringify(isHidden ? "hidden" : "visible");
  await page.evaluate(`Object.defineProperty(document, "visibilityState", { configurable: true, get: () => ${state} })`);
}

async function shownByBrowser(page: Page): Promise<unknown> {
  return page.evaluate("navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.map(({ title }) => title))");
}

/** The buttons of each notification that stands. */
async function buttonsOf(page: Page): Promise<unknown> {
  return page.evaluate(`navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) =>
    all.filter(({ data }) => data.question).map(({ actions }) => actions.map(({ action }) => action)))`);
}

/** As the browser tells its worker when somebody presses a button. */
async function press(worker: Worker, action: string): Promise<void> {
  await worker.evaluate(`self.registration.getNotifications().then((all) => {
    const notification = all.find(({ data }) => data.question);
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action: ${JSON.stringify(action)} }));
  })`);
}

/** As the browser's push service hands it to the worker. */
async function deliver(page: Page, payload: unknown): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [one] }) => one !== undefined && resolve(one.registrationId)),
  );
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(payload),
  });
}

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { openBrowser } from "#test/real/browser";
import { BusHub, freshHome } from "./bus-hub.ts";
import { calm } from "./calm.ts";
import { fillHub } from "./fill.ts";
import { at, median, row } from "./numbers.ts";
import { cold, countFrames, living, openThread, pixelsOf, signedIn, type StorageState } from "./page-browser.ts";
import { type PageFloor, startPageFloor } from "./page-floor.ts";

// The page in Chromium before the built hub: a cold load, a line in a second browser, an answer of 1 MB while it streams, what lives in the
// page afterwards, and a thread of 100,000 messages. The floor is bare node:http (bench/page-floor.ts) in the same browser and minutes.
//   npm run bench:page

const rounds = 9;
const posts = 60;
const pace = "every 20ms by 80 words";
const paragraph = "The harvest report says that **the barn** is dry, and `nobody` has looked into it since; see the list below.";
/** A prompt may have 256 kB; the answer says it four times. */
const prompt = (bytes: number): string => Array.from({ length: Math.ceil(bytes / (paragraph.length + 8)) }, (_none, i) => `${i}. ${paragraph}`).join("\n\n");
const script = `on "long"\n  say "{prompt}\\n\\n{prompt}\\n\\n{prompt}\\n\\n{prompt}" ${pace}\non "hour"\n  say "{prompt}" every 1ms by 400 words\notherwise\n  say "yes"\n`;

const scratch = mkdtempSync(join(tmpdir(), "parley-bench-"));
try {
  const home = freshHome(scratch);
  const history = await fillHub(join(home, "parley.db"), 200_000);
  writeFileSync(join(home, "speak.script"), script);
  const sessions = `sessions: [{ name: speak, cli_type: scripted, script: ${join(home, "speak.script")}, work_dir: ${home} }]\n`;
  await using hub = await BusHub.start(home, {}, sessions);
  const browser = await openBrowser();
  try {
    await all(browser, hub, history);
  } finally {
    await browser.close();
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function all(browser: Browser, hub: BusHub, history: string): Promise<void> {
  const url = `http://127.0.0.1:${hub.port}`;
  const { page, context } = await signedIn(browser, hub);
  const short = await hub.thread("short");
  const token = await hub.person();
  const post = (thread: string, content: string): Promise<Response> =>
    fetch(`${url}/api/threads/${thread}/messages`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: JSON.stringify({ content }) });
  for (let i = 0; i < 100; i++) await post(short, `a line ${i}`);
  const state = await context.storageState();
  const wire = await wireBytes(browser, state, `${url}/#thread=${short}`);
  await using floor = await startPageFloor(wire.page);
  await coldLoad(browser, state, { url: `${url}/#thread=${short}`, floor, wire });
  await pixels(browser, { page, floor, short, post });
  await opening(page, { short, history });
  await streaming(page, hub, post);
}

interface Wire {
  /** Documents, scripts and styles. */
  readonly page: number;
  /** What the API answered, but for the stream, which goes on. */
  readonly data: number;
}

/** Bytes over the wire until the conversation is drawn, and what comes right after it. */
async function wireBytes(browser: Browser, state: StorageState, url: string): Promise<Wire> {
  const { page, context } = await cold(browser, state);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const isApi = new Map<string, boolean>();
  const bytes = { page: 0, data: 0 };
  session.on("Network.requestWillBeSent", ({ requestId, request }) => isApi.set(requestId, request.url.includes("/api/")));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes[isApi.get(requestId) === true ? "data" : "page"] += encodedDataLength;
  });
  await page.goto(url);
  await page.getByRole("log").getByText("a line 99").waitFor();
  await page.waitForLoadState("load");
  await wait(500);
  await context.close();
  return bytes;
}

interface ColdParts {
  readonly url: string;
  readonly floor: PageFloor;
  readonly wire: Wire;
}

async function coldLoad(browser: Browser, state: StorageState, { url, floor, wire }: ColdParts): Promise<void> {
  const paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN";
  const figures = { paint: [] as number[], ready: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    await calm(3_000);
    const ours = await cold(browser, state);
    // Somebody can write: the field is there and takes the focus.
    await ours.page.addInitScript(`new MutationObserver((_, seen) => {
      if (document.activeElement?.matches(".composer textarea")) { seen.disconnect(); window.ready_ ??= performance.now(); }
      else document.querySelector(".composer textarea")?.addEventListener("focus", () => (window.ready_ ??= performance.now()), { once: true });
    }).observe(document, { childList: true, subtree: true })`);
    await ours.page.goto(url);
    await ours.page.waitForFunction("window.ready_ !== undefined");
    figures.paint.push(z.number().parse(await ours.page.evaluate(paint)));
    figures.ready.push(z.number().parse(await ours.page.evaluate("window.ready_")));
    await ours.context.close();
    const bare = await cold(browser);
    await bare.page.goto(`${floor.url}/heavy`, { waitUntil: "commit" });
    await bare.page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length > 0");
    figures.floor.push(z.number().parse(await bare.page.evaluate(paint)));
    await bare.context.close();
  }
  console.log("\nA cold load of a conversation, ms (median)");
  row("", "first paint", "can write", "floor paint");
  row("  on loopback; aim 500 to write", median(figures.paint), median(figures.ready), median(figures.floor));
  row("  kB over the wire: page, aim 90; data", wire.page / 1_000, wire.data / 1_000);
}

type Post = (thread: string, content: string) => Promise<Response>;

interface PixelParts {
  readonly page: Page;
  readonly floor: PageFloor;
  readonly short: string;
  readonly post: Post;
}

/** From the request in one program to the frame in the browser of somebody else. */
async function pixels(browser: Browser, { page, floor, short, post }: PixelParts): Promise<void> {
  const clock = (): number => performance.timeOrigin + performance.now();
  await openThread(page, short, "a line 99");
  const bare = await cold(browser);
  await bare.page.goto(floor.url);
  const [ours, floors]: [number[], number[]] = [[], []];
  for (let i = 0; i < posts; i++) {
    const seen = pixelsOf(page, `tick ${i}.`);
    await page.evaluate("0");
    const began = clock();
    await post(short, `tick ${i}.`);
    ours.push((await seen) - began);
    const bareSeen = pixelsOf(bare.page, `tick ${i}.`);
    await bare.page.evaluate("0");
    const bareBegan = clock();
    floor.say(`tick ${i}.`);
    floors.push((await bareSeen) - bareBegan);
  }
  await bare.context.close();
  const [a, b] = [ours, floors].map((times) => times.toSorted((x, y) => x - y)) as [number[], number[]];
  console.log("\nFrom a POST to the pixels in another browser, ms");
  row("", "p50", "p95", "floor p50", "floor p95");
  row("  aim p50 50", at(a, 0.5), at(a, 0.95), at(b, 0.5), at(b, 0.95));
}

async function opening(page: Page, { short, history }: { readonly short: string; readonly history: string }): Promise<void> {
  const times = { short: [] as number[], history: [] as number[] };
  const opened = async (thread: string): Promise<number> => {
    const began = performance.now();
    await page.evaluate(`location.hash = "#thread=${thread}"`);
    await page.locator("[data-row] .message").last().waitFor();
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
    return performance.now() - began;
  };
  for (let round = 0; round <= rounds; round++) {
    for (const [name, thread] of Object.entries({ history, short }) as ["history" | "short", string][]) {
      await page.evaluate("location.hash = '#agents'");
      await page.locator("[data-row]").first().waitFor({ state: "detached" });
      const took = await opened(thread);
      if (round > 0) times[name].push(took);
    }
  }
  console.log("\nOpening a thread, ms (median)");
  row("", "100,000 lines", "160 lines");
  row("  until its last line is drawn", median(times.history), median(times.short));
}

async function streaming(page: Page, hub: BusHub, post: Post): Promise<void> {
  const [session] = await hub.api("GET", "/api/sessions", z.array(z.object({ thread: z.string() })));
  if (session === undefined) throw new Error("the hub has a session");
  const { thread } = session;
  await post(thread, "hello");
  await openThread(page, thread, "yes");
  const idle = await countFrames(page);
  await wait(5_000);
  const still = await idle();
  const before = await living(page);
  const frames = await countFrames(page);
  await post(thread, `long\n\n${prompt(250_000)}`);
  const began = performance.now();
  await turned(hub);
  const took = performance.now() - began;
  const busy = await frames();
  console.log(`\nFrames while an answer of 1 MB streams, which takes ${(took / 1_000).toFixed(0)} s, ms`);
  row("", "p50", "p99", "longest", "over 50 ms", "of");
  for (const [name, lengths] of [
    ["  streaming; aim none over 50", busy],
    ["  floor: the same page at rest", still],
  ] as const) {
    const sorted = lengths.toSorted((a, b) => a - b);
    row(name, at(sorted, 0.5), at(sorted, 0.99), sorted.at(-1) ?? 0, lengths.filter((one) => one > 50).length, lengths.length);
  }
  // An agent that writes 280 bytes a second writes 1 MB in an hour.
  for (let turn = 0; turn < 10; turn++) {
    await post(thread, `hour\n\n${prompt(100_000)}`);
    await turned(hub);
  }
  const after = await living(page);
  console.log("\nWhat lives in the page, after a collection");
  row("", "heap MB", "nodes");
  row("  floor: before", before.heapMb, before.nodes);
  row("  after 2 MB of answers, two hours' worth", after.heapMb, after.nodes);
}

/** Until the session has begun the turn, and ended it. */
async function turned(hub: BusHub): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    const [session] = await hub.api("GET", "/api/sessions", z.array(z.object({ state: z.string(), queue: z.number() })));
    return session?.state === "idle" && session.queue === 0;
  };
  for (let looks = 0; looks < 40 && (await isIdle()); looks++) await wait(25);
  while (!(await isIdle())) await wait(100);
}

import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { startGitServer } from "#test/fakes/engine/git-server";
import type { Parley } from "#test/scenarios/parley";
import { talk } from "#test/scenarios/talk";
import { bash, call, end, openStage, readme, waitMs, write } from "#test/scenarios/workshop-stage";
import { deliveryWords } from "#web/words/deliveries.ts";
import { en as words } from "#web/words/en.ts";
import { openBrowser } from "./browser.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const own = deliveryWords.en;
const slow = { timeout: waitMs };

describe("a delivery in the page", { timeout: 170_000 }, () => {
  it("is started from a form, followed by log, list, files and changes, and its archive is in the thread; then it is continued", async () => {
    await using git = await startGitServer(await daemon.gateway());
    const held = Promise.withResolvers<void>();
    const script = [
      call("todo", { action: "add", content: "change the version", status: "done" }),
      call("todo", { action: "add", content: "write notes", status: "in_progress" }),
      bash("mkdir -p docs; echo 'echo version three' > app.sh; echo notes > docs/notes.md; bash app.sh"),
      call("list_directory", { path: "." }),
      end({ archive_name: "made", summary: "Version three." }),
    ];
    const more = [write("README.md", readme), end({ archive_name: "tested" })];
    await using stage = await openStage(
      daemon,
      { "now add tests": more, "version three": script },
      { before: async (said) => ("tool" in said && said.tool === "end" ? held.promise : undefined), settings: "" },
    );
    const { parley } = stage;
    const { id: thread } = z.object({ id: z.string() }).parse((await parley.api("POST", "/api/threads", { topic: "A new version" })).body);
    const browser = await openBrowser();
    try {
      const { page, complaints } = await opened(parley, browser, "Ana");
      await page.goto(`${parley.url}/#thread=${thread}`);
      await page.getByRole("button", { name: `${own.newDelivery}…` }).click();
      const form = page.getByRole("dialog", { name: own.newDelivery });
      await form.getByLabel(own.prompt).fill("make it version three");
      await form.getByLabel(own.from).fill(git.url);
      await shoot(page, "new-delivery");
      await form.getByRole("button", { name: own.start }).click();
      await page.getByRole("button", { name: /^Inside delivery-/ }).click(slow);
      const dialog = page.getByRole("dialog", { name: /^Inside delivery-/ });
      await expect.poll(() => dialog.getByRole("log").textContent(), slow).toContain("echo version three");
      await expect.poll(() => dialog.getByRole("list", { name: words.plan }).textContent(), slow).toContain("write notes");
      await expect.poll(() => dialog.getByRole("list", { name: own.files }).textContent(), slow).toContain("docs/notes.md");
      await expect.poll(() => dialog.getByRole("region", { name: own.changes }).textContent(), slow).toContain("version three");
      await shoot(page, "delivery");
      held.resolve();
      const archive = dialog.getByRole("button", { name: /^Download.*made/ });
      await archive.waitFor(slow);
      await shoot(page, "delivered");
      await dialog.getByRole("textbox", { name: own.goOn }).fill("now add tests");
      await dialog.getByRole("button", { name: own.continue }).click();
      await dialog.getByRole("button", { name: /^Download.*tested/ }).waitFor(slow);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it("that the chat did not take offers its archive there, in its window and in the thread", async () => {
    const script = [write("README.md", readme), end({ archive_name: "made" })];
    await using stage = await openStage(daemon, { "a script": script }, { chat: { dedupe: false } });
    const { parley } = stage;
    const ana = talk(parley, "ana");
    parley.chat.fault({ on: "upload", kind: "refuse" });
    ana.say("!!deliver make a script");
    const told = await parley.chat.waitFor(() => ana.heard().find((text) => text.includes(".agents/artifacts")), { timeoutMs: waitMs });
    const [path = ""] = /\S+\.agents\/artifacts\/\S+\.zip/.exec(told) ?? [];
    const [task] = z.array(z.object({ thread: z.string() })).parse((await parley.api("GET", "/api/tasks")).body);
    const browser = await openBrowser();
    try {
      const { page, complaints } = await opened(parley, browser, "Ana");
      await page.goto(`${parley.url}/#thread=${task?.thread}`);
      await page.getByRole("button", { name: /^Inside delivery-/ }).click(slow);
      const dialog = page.getByRole("dialog", { name: /^Inside delivery-/ });
      for (const place of [dialog, page.getByRole("main")]) {
        const download = place.getByRole("button", { name: /^Download.*made/ });
        const [saved] = await Promise.all([page.waitForEvent("download", slow), download.click(slow)]);
        expect([saved.suggestedFilename(), await readFile(await saved.path())]).toEqual(["made.zip", await readFile(path)]);
        if (place === dialog) await dialog.getByRole("button", { name: own.close }).click();
      }
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

async function opened(parley: Parley, browser: Browser, person: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (said) => {
    if (said.type() === "error" && !/Failed to load resource|ERR_/.test(said.text())) complaints.push(said.text());
  });
  const { url } = (await parley.api("POST", "/api/login-links", { name: person })).body as unknown as { url: string };
  await page.goto(url);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("complementary", { name: words.panel }).waitFor();
  return { page, complaints };
}

/** For whoever wants to look: LOOK=folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env["LOOK"];
  if (folder === undefined) return;
  for (const scheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 1000 });
}

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Parley } from "#test/scenarios/parley";
import { openBrowser } from "./browser.ts";
import { en } from "#web/words/en.ts";

const yaml = 'people: [{ name: Ola, role: owner, accounts: ["chat:ola"] }]\n';
const made = z.object({ id: z.string() });

describe("threads in a real browser on the real hub", () => {
  it("finds a line, shows its versions and reactions, renames, exports, closes and archives the thread", { timeout: 90_000 }, async () => {
    await using parley = await Parley.start({ yaml });
    const { id } = made.parse((await parley.api("POST", "/api/threads", { topic: "Plans" })).body);
    const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name: "Ola" })).body);
    await using browser = await openBrowser();
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(url);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: /Plans/ }).click();
    const log = page.getByRole("log");
    const field = page.getByRole("textbox", { name: "Message" });
    await field.fill("今天先测试限流器");
    await field.press("Enter");
    const line = log.getByRole("article").filter({ hasText: "限流器" });
    await line.getByText("#1").waitFor();

    const said = z.array(made).parse((await parley.api("GET", `/api/threads/${id}/messages`)).body)[0];
    await parley.api("POST", `/api/messages/${said?.id}/reactions`, { reaction: "agree" });
    await line.getByRole("button", { name: "agree 1", pressed: false }).click();
    await line.getByRole("button", { name: "agree 2", pressed: true }).click();
    await line.getByRole("button", { name: "agree 1", pressed: false }).waitFor();
    await parley.api("PUT", `/api/messages/${said?.id}`, { content: "明天再测试限流器" });
    await line.getByRole("button", { name: "Edited, 2 versions" }).click();
    await line.getByText("今天先测试限流器").waitFor();

    await page.getByRole("searchbox").fill("限流");
    await page.locator(".found mark").getByText("限流").first().waitFor();
    await page.getByRole("searchbox").press("Enter");
    await page.locator("#line-1.wanted").waitFor();
    await page.getByRole("searchbox").fill("");

    const deed = async (name: string): Promise<void> => {
      await page.getByRole("button", { name: en.threadMenu }).click();
      await page.getByRole("dialog", { name: en.threadMenu }).getByRole("button", { name, exact: true }).click();
    };
    await deed("Rename…");
    await page.getByLabel("New topic").fill("Plans for tomorrow");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Plans for tomorrow" }).waitFor();
    await log.getByText(en.renamed("Plans for tomorrow", "Ola")).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), deed("Export as Markdown")]);
    expect(readFileSync(await download.path(), "utf8")).toContain("明天再测试限流器");

    await deed("Close…");
    await page.getByLabel(/Summary/).fill("All planned.");
    await page.getByRole("button", { name: "Close this thread" }).click();
    await page.getByText(en.isClosed).waitFor();
    await log.getByText("All planned.").waitFor();
    await log.getByText("Ola closed this thread.").waitFor();
    await page.getByRole("main").getByRole("button", { name: en.reopen }).click();
    await field.waitFor();
    await deed("Archive");
    await page.getByText("This thread is archived").waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Plans for tomorrow" }).waitFor();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByRole("link", { name: /Plans for tomorrow/ }).waitFor();
    expect(complaints).toEqual([]);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Parley } from "#test/scenarios/parley";
import { openBrowser } from "./browser.ts";

const yaml = "sessions:\n  - { name: demo, cli_type: scripted }\ndefault_session: demo\n";

describe("a newcomer in a real browser on the real hub", () => {
  it("claims the hub, talks with the demo agent, answers it, takes its file, and finds all of it after a restart", { timeout: 90_000 }, async () => {
    await using parley = await Parley.start({ yaml });
    await using browser = await openBrowser();
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/claim-links", {})).body);

    await page.goto(url);
    await page.getByLabel("Your name").fill("Mara");
    await page.getByRole("button", { name: "Claim this hub" }).click();
    const log = page.getByRole("log");
    const write = async (text: string): Promise<void> => {
      await page.getByRole("textbox", { name: "Message" }).fill(text);
      await page.getByRole("textbox", { name: "Message" }).press("Enter");
    };

    await write("hello");
    await log.getByRole("table").waitFor();
    await log.getByText("export function greet").waitFor();
    await page.getByRole("article", { name: "demo" }).getByText("Idle").waitFor();

    await write("make a file");
    const chip = log.getByRole("button", { name: /notes ?\.md/ });
    const [download] = await Promise.all([page.waitForEvent("download"), chip.click()]);
    expect(download.suggestedFilename()).toBe("notes.md");
    expect(readFileSync(await download.path(), "utf8")).toContain("#");

    await write("ask me");
    const card = page.getByRole("group", { name: /Question from demo/ });
    await card.getByText("git", { exact: true }).waitFor();
    expect(await card.getByText("push", { exact: true }).isVisible()).toBe(true);
    const allow = card.getByRole("button", { name: /Allow once/ });
    // A question that has just appeared takes no click for 400 ms: press until one counts.
    const press = async (): Promise<boolean> => {
      if (await allow.isVisible()) await allow.click();
      return log.getByText(/You answered/).isVisible();
    };
    await expect.poll(press, { timeout: 10_000 }).toBe(true);
    await page.getByRole("article", { name: "demo" }).getByText("Idle").waitFor();

    await parley.restart();
    // The port is another one after this restart, and what the page keeps belongs to its port: sign in anew.
    const again = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name: "Mara" })).body);
    await page.goto(again.url);
    await page.getByRole("button", { name: "Sign in" }).click();
    await log.getByRole("paragraph").getByText("make a file").waitFor();
    await log.getByRole("button", { name: /notes ?\.md/ }).waitFor();
    await log.getByText(/You answered/).waitFor();
    const lines = await parley.messages(await parley.threadOf("demo"));
    expect(lines.map((line) => line.author_name)).toEqual(["Mara", "demo", "Mara", "demo", "Mara", "demo"]);
    expect(complaints.filter((line) => !line.includes("ERR_CONNECTION") && !line.includes("ERR_INCOMPLETE"))).toEqual([]);
  });
});

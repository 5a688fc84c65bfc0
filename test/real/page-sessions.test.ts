import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { Parley } from "#test/scenarios/parley";
import { en as words } from "#web/words/en.ts";
import { sessionWindowWords } from "#web/words/session-window.ts";
import { openBrowser } from "./browser.ts";

const yaml = `
people: [{ name: Ola, role: owner }, { name: Mia, role: member }]
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
screen
  | Welcome to the agent, 欢迎
facts pid 4711 memory 12 model "scripted-1"
conversation "c1" "About limits"
on "plan"
  plan done "read" doing "write"
  usage "scripted-1" in 100 out 20 cost "0.5" context 900
  say "Working." every 0ms
  hang
otherwise
  say "did {prompt}"
`,
};
const own = sessionWindowWords.en;

describe("a session's window", () => {
  it("shows the live terminal without breaking the page's policy, takes keys after a click, and restarts", async () => {
    await using parley = await Parley.start({ yaml, files });
    const browser = await openBrowser();
    try {
      const { page, complaints } = await opened(parley, browser, "Ola");
      await parley.api("POST", `/api/threads/${await parley.threadOf("work")}/messages`, { content: "plan" });
      await page.getByRole("button", { name: own.screenOf("work") }).click();
      const dialog = page.getByRole("dialog", { name: own.screenOf("work") });
      const screen = dialog.getByRole("region", { name: own.screenOf("work") });
      await expect.poll(() => screen.textContent(), slow).toContain("Welcome to the agent");
      await expect.poll(() => dialog.textContent(), slow).toContain("process 4711");
      expect(await dialog.textContent()).toContain("$0.50");
      await shoot(page, "session");
      // Read only until somebody says otherwise.
      await screen.click();
      await page.keyboard.type("x");
      await dialog.getByRole("button", { name: own.type }).click();
      await page.keyboard.type("hi");
      await expect.poll(() => screen.textContent(), slow).toContain("> hi");
      expect(await screen.textContent()).not.toContain("> x");
      await page.keyboard.press("Control+]");
      await dialog.getByText("read only").waitFor();
      await dialog.getByRole("button", { name: own.resume }).click();
      await dialog.getByRole("button", { name: own.resumeThis("About limits") }).waitFor();
      await dialog.getByRole("button", { name: own.restart, exact: true }).click();
      await parley.untilState("work", "idle");
      await page.keyboard.press("Escape");
      await expect.poll(() => dialog.count(), slow).toBe(0);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 120_000);

  it("is read-only for members, and a form makes a session of what is installed for admins", async () => {
    await using parley = await Parley.start({ yaml, files });
    const browser = await openBrowser();
    try {
      const mia = await opened(parley, browser, "Mia");
      await mia.page.getByRole("button", { name: own.screenOf("work") }).click();
      await mia.page.getByRole("dialog").getByText("read only").waitFor();
      for (const name of [own.type, own.restart, own.resume]) expect(await mia.page.getByRole("dialog").getByRole("button", { name }).count()).toBe(0);
      expect(await mia.page.getByRole("button", { name: `${own.newSession}…` }).count()).toBe(0);
      const { page, complaints } = await opened(parley, browser, "Ola");
      // The first steps in an empty thread offer it too.
      await page
        .getByRole("complementary", { name: words.panel })
        .getByRole("button", { name: `${own.newSession}…` })
        .click();
      const form = page.getByRole("dialog", { name: own.newSession });
      await form.getByLabel(own.name, { exact: true }).fill("fresh");
      await form.getByRole("combobox", { name: own.cli, exact: true }).selectOption("scripted");
      await shoot(page, "new-session");
      await form.getByRole("button", { name: own.create }).click();
      await page.getByRole("heading", { name: "fresh" }).waitFor();
      expect((await parley.session("fresh")).cli_type).toBe("scripted");
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 120_000);
});

const slow = { timeout: 15_000 };

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

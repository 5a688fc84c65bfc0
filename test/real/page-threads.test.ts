import { describe, expect, it } from "vitest";
import { expectGone, expectShown, expectText, setStage, signIn } from "./page-stage.ts";
import { en as words } from "#web/words/en.ts";
import { en } from "#web/words/en.ts";

const stage = setStage();
const page = () => stage.page;
const hub = () => stage.hub;
const log = () => page().getByRole("log");
const menu = () => page().getByRole("dialog", { name: en.threadMenu });
const what = () => hub().asked.map((asked) => asked.what);

async function openMenu(): Promise<void> {
  await page().getByRole("button", { name: en.threadMenu }).click();
  await expectShown(menu());
}

describe("messages of agents that joined", () => {
  const codex = () => log().getByRole("article").filter({ hasText: "One case is missing" });

  it("look like an agent's, say what they answer and that they are urgent", async () => {
    await signIn(stage);
    await expectShown(codex().locator(".face.agent"));
    await expectShown(codex().getByText("Urgent"));
    await expectShown(codex().getByText(/^Claude #\d+ One case fails still/));
  });

  it("show their newest text, and every older one to whoever asks", async () => {
    await signIn(stage);
    await expectGone(log().getByText("Two cases are missing."));
    await codex().getByRole("button", { name: "Edited, 2 versions" }).click();
    await expectShown(codex().getByText("Two cases are missing."));
    await expectShown(codex().getByText("Version 1"));
  });

  it("carry reactions that a click joins or takes back", async () => {
    await signIn(stage);
    await codex().getByRole("button", { name: "agree 2", pressed: false }).click();
    await expectShown(codex().getByRole("button", { name: "agree 3", pressed: true }));
    expect(await codex().getByRole("button", { name: "agree 3" }).getAttribute("title")).toBe("林薇, Tomás Ruiz, Mara");
    await codex().getByRole("button", { name: "seen 1", pressed: true }).click();
    await expectGone(codex().getByRole("button", { name: /^seen/ }));
    expect(what().filter((one) => one.includes("reactions"))).toEqual([
      expect.stringMatching(/^POST \/api\/messages\/msg_\d+\/reactions$/),
      expect.stringMatching(/^DELETE \/api\/messages\/msg_\d+\/reactions\/seen$/),
    ]);
  });
});

describe("a thread as a whole", () => {
  it("is closed with a summary, says who may open it again, and opens again", async () => {
    await signIn(stage);
    await openMenu();
    await menu().getByRole("button", { name: "Close…" }).click();
    await menu()
      .getByLabel(/Summary/)
      .fill("Fixed in 1.4.3.");
    await menu().getByRole("button", { name: "Close this thread" }).click();
    await expectShown(page().getByText(en.isClosed));
    expect(hub().asked.at(-1)).toMatchObject({ what: "POST /api/threads/thr_gateway/close", body: { summary: "Fixed in 1.4.3." } });
    await expectGone(page().getByRole("textbox", { name: "Message" }));
    await expectShown(log().getByText("Mara closed this thread."));
    await page().getByRole("main").getByRole("button", { name: en.reopen }).click();
    await expectShown(page().getByRole("textbox", { name: "Message" }));
    await expectShown(log().getByText("Mara reopened this thread."));
  });

  it("is renamed", async () => {
    await signIn(stage);
    await openMenu();
    await menu().getByRole("button", { name: "Rename…" }).click();
    await menu().getByLabel("New topic").fill("Bursts are fine now");
    await page().keyboard.press("Enter");
    await expectShown(page().getByRole("heading", { level: 1, name: "Bursts are fine now" }));
    await expectShown(log().getByText(en.renamed("Bursts are fine now", "Mara")));
    await expectGone(menu());
  });

  it("moves into the archive and out of it", async () => {
    await signIn(stage);
    const nav = page().getByRole("navigation", { name: "Threads" });
    await openMenu();
    await menu().getByRole("button", { name: "Archive" }).click();
    await expectShown(page().getByText(/This thread is archived/));
    await expectGone(nav.getByRole("link", { name: /Bursts get 429/ }));
    await page().getByRole("button", { name: "Archive", exact: true }).click();
    await nav.getByRole("link", { name: /Bursts get 429/ }).click();
    await page().getByRole("main").getByRole("button", { name: en.unarchive }).click();
    await expectShown(page().getByRole("textbox", { name: "Message" }));
    await expectShown(nav.getByText(en.filterEmpty.archive));
  });

  it("is handed over as Markdown", async () => {
    await signIn(stage);
    await openMenu();
    const [download] = await Promise.all([page().waitForEvent("download"), menu().getByRole("button", { name: "Export as Markdown" }).click()]);
    expect(download.suggestedFilename()).toBe("Bursts get 429 at the gateway.md");
  });

  it("offers a member only what a member may do", async () => {
    await signIn(stage, { role: "member", id: "per_new" });
    await openMenu();
    await expect.poll(() => menu().getByRole("button").allTextContents()).toEqual(["Export as Markdown", words.pin, words.mute, words.markUnread]);
  });
});

describe("searching", () => {
  const field = () => page().getByRole("searchbox", { name: "Search all threads" });
  const found = () => page().getByRole("region", { name: "Search all threads" }).getByRole("link");

  it("begins with a slash, marks what it found, and Enter opens the line", async () => {
    await signIn(stage);
    await page().getByRole("heading", { level: 1 }).click();
    await page().getByRole("log").focus();
    await page().keyboard.press("/");
    await page().keyboard.type("Earlier line 7:");
    await expectText(found().locator("mark"), "Earlier line 7:");
    await page().keyboard.press("Enter");
    await expectShown(page().locator("#line-7.wanted"));
  });

  it("goes through what it found with the arrows", async () => {
    await signIn(stage);
    await field().fill("limiter-burst");
    await expectShown(found().first());
    await field().press("ArrowDown");
    await expect.poll(() => page().evaluate("document.activeElement?.className")).toBe("found");
    await page().keyboard.press("Escape");
    await expectShown(page().getByRole("link", { name: /Waiting times/ }));
  });

  it("finds threads by their topic, above the messages", async () => {
    await signIn(stage);
    await field().fill("waiting");
    await expectShown(page().getByRole("heading", { name: words.foundThreads(1) }));
    await found().first().click();
    await expectShown(page().getByRole("heading", { level: 1, name: "Waiting times, week by week" }));
  });

  it("shows what was found without the marks of Markdown", async () => {
    await signIn(stage);
    await field().fill("rounds the elapsed");
    await expectText(found().locator("mark"), "rounds the elapsed");
    expect(await found().first().textContent()).not.toMatch(/[*`]/);
  });

  it("says so when nothing has the words", async () => {
    await signIn(stage);
    await field().fill("backoff");
    await expectShown(page().getByText(words.foundNone("backoff")));
  });

  it("keeps a slash that is written in a field", async () => {
    await signIn(stage);
    const message = page().getByRole("textbox", { name: "Message" });
    await message.pressSequentially("a/b");
    expect(await message.inputValue()).toBe("a/b");
  });
});

describe("the list of threads", () => {
  it("shows only those that wait, or only the unread ones", async () => {
    await signIn(stage);
    const links = page().getByRole("navigation", { name: "Threads" }).getByRole("link");
    await page().getByRole("button", { name: "Waiting 1" }).click();
    await expect.poll(() => links.count()).toBe(1);
    await page().getByRole("button", { name: "Unread 2" }).click();
    await expect.poll(() => links.count()).toBe(2);
    await page().getByRole("button", { name: "All", exact: true }).click();
    await expect.poll(() => links.count()).toBe(7);
  });
});

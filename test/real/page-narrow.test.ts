import { beforeEach, describe, expect, it } from "vitest";
import { en as words } from "#web/words/en.ts";
import { terminalWords } from "#web/words/terminal.ts";
import { expectGone, expectShown, setStage, signIn } from "./page-stage.ts";

const stage = setStage();
const page = () => stage.page;
const list = () => page().getByRole("navigation", { name: words.threads });
const log = () => page().getByRole("log");
const panel = () => page().getByRole("complementary", { name: words.panel });
const panelButton = () => page().getByRole("button", { name: words.panel, exact: true });
const hash = (): string => new URL(page().url()).hash;

async function open(hashes: string): Promise<void> {
  await page().goto(`${stage.hub.url}/${hashes}`);
}

describe("on a phone", () => {
  beforeEach(async () => {
    await signIn(stage);
    await page().setViewportSize({ width: 360, height: 720 });
  });

  it("goes from the list to a thread, to the panel, and back the same way", async () => {
    await open("");
    await page().reload();
    await expectShown(list());
    expect(await log().isVisible()).toBe(false);
    await list().getByText("Bursts get 429 at the gateway").click();
    await expectShown(log());
    await panelButton().click();
    await expectShown(panel().getByText(words.otherSessions));
    await page().goBack();
    await expect.poll(() => panel().isVisible()).toBe(false);
    await expectShown(log());
    await page().goBack();
    await expectShown(list());
    expect(hash()).toBe("#list");
  });

  it("leads back to the list from a link that was opened directly, and not out of the page", async () => {
    await page().goto("about:blank");
    await open("#thread=thr_gateway");
    await expectShown(log());
    await page().goBack();
    await expectShown(list());
    expect(page().url()).toBe(`${stage.hub.url}/#list`);
    await page().goForward();
    await expectShown(log());
  });

  it("goes back instead of piling up entries with the arrow and the close button", async () => {
    await page().goto("about:blank");
    await open("#thread=thr_gateway&panel");
    await expectShown(panel());
    await page().getByRole("button", { name: words.closePanel }).click();
    await expect.poll(() => panel().isVisible()).toBe(false);
    expect(hash()).toBe("#thread=thr_gateway");
    await page().getByRole("button", { name: words.back }).click();
    await expectShown(list());
    await page().goBack();
    expect(page().url()).toBe("about:blank");
  });

  it("closes the terminal with Back and with its button, and only then leaves the thread", async () => {
    await page().goto("about:blank");
    await open("#thread=thr_gateway");
    const terminal = page().getByRole("region", { name: words.terminal });
    const opener = page().getByRole("button", { name: words.terminal });
    await opener.click();
    await expectShown(terminal);
    await page().goBack();
    await expectGone(terminal);
    await opener.click();
    await expectShown(terminal);
    await panelButton().click();
    await expectShown(panel());
    await page().goBack();
    await expect.poll(() => panel().isVisible()).toBe(false);
    await terminal.getByRole("button", { name: terminalWords.en.close }).click();
    await expectGone(terminal);
    await expectShown(log());
    expect(hash()).toBe("#thread=thr_gateway");
    await page().goBack();
    await expectShown(list());
  });

  it("closes the terminal where a link in it leads to another thread", async () => {
    await open("#thread=thr_gateway");
    await page().reload();
    await page().getByRole("button", { name: words.terminal }).click();
    await expectShown(page().getByRole("region", { name: words.terminal }));
    await open("#thread=thr_numbers");
    await expectGone(page().getByRole("region", { name: words.terminal }));
  });

  it("closes the terminal also where the link is followed at the very moment it opens", async () => {
    await open("#thread=thr_gateway");
    await page().reload();
    await expectShown(page().getByRole("button", { name: words.terminal }));
    await page().evaluate(`new MutationObserver((_changes, observer) => {
      if (document.querySelector("section.term-wrap") === null) return;
      observer.disconnect();
      location.hash = "#thread=thr_numbers";
    }).observe(document.body, { childList: true, subtree: true })`);
    await page().getByRole("button", { name: words.terminal }).click();
    await expect.poll(hash).toBe("#thread=thr_numbers");
    await expectShown(log());
    await expectGone(page().getByRole("region", { name: words.terminal }));
  });

  it("the choice of a session is as large as a finger needs", async () => {
    await open("#thread=thr_gateway");
    await expectShown(log());
    const box = await page().getByRole("combobox", { name: words.whichSession }).boundingBox();
    expect([box?.height, (box?.width ?? 0) >= 44]).toEqual([44, true]);
  });

  it("stops a turn beside the field and in the panel", async () => {
    await open("#thread=thr_gateway");
    await page().reload();
    const stops = (): readonly string[] => stage.hub.asked.map(({ what }) => what).filter((what) => what.endsWith("/stop"));
    await page()
      .locator(".compose")
      .getByRole("button", { name: words.stopTurn("gateway") })
      .click();
    await expect.poll(stops).toEqual(["POST /api/sessions/ses_gateway/stop"]);
    await panelButton().click();
    await panel()
      .getByRole("button", { name: words.stopTurn("review") })
      .click();
    await expect.poll(stops).toEqual(["POST /api/sessions/ses_gateway/stop", "POST /api/sessions/ses_review/stop"]);
    await page().keyboard.press("Escape");
    await expect.poll(() => panel().isVisible()).toBe(false);
  });
});

describe("on a tablet", () => {
  it("has the list beside the conversation and the panel over it", async () => {
    await page().setViewportSize({ width: 800, height: 900 });
    await signIn(stage);
    await expectShown(list());
    await panelButton().click();
    await expectShown(panel().getByText(words.agents, { exact: true }));
    await expect.poll(() => page().evaluate("document.activeElement.getAttribute('aria-label')")).toBe(words.closePanel);
    await page()
      .locator(".scrim")
      .click({ position: { x: 20, y: 200 } });
    await expectGone(page().locator(".panel-open"));
    await expectShown(log());
  });
});

describe("on a desktop", () => {
  it("has everything side by side and no button for it", async () => {
    await signIn(stage);
    await expectShown(panel());
    expect(await panelButton().isVisible()).toBe(false);
  });
});

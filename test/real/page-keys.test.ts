import { describe, expect, it } from "vitest";
import { agentWords } from "#web/words/agents.ts";
import { en as words } from "#web/words/en.ts";
import { paletteWords } from "#web/words/palette.ts";
import { expectGone, expectShown, expectValue, setStage, signIn } from "./page-stage.ts";

const stage = setStage();
const page = () => stage.page;
const hash = () => page().evaluate("location.hash");
const focus = () => page().evaluate("document.activeElement?.closest('[id], textarea, input')?.tagName + ' ' + (document.activeElement?.id ?? '')");

async function keys(...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await page().keyboard.press(key);
}

/** Off every field. */
async function leaveField(): Promise<void> {
  await page().locator("main").first().focus();
  await page().evaluate("document.activeElement.matches('textarea, input') && document.activeElement.blur()");
}

describe("the keys that the page lists", () => {
  it.each([
    ["q", /^#questions/],
    ["s", /^#agents/],
    ["a", /^#agents/],
    ["r", /^#agents=runs/],
    ["t", /^#thread=/],
  ])("G and %s go there from anywhere, and Escape leads back", async (key, where) => {
    await signIn(stage);
    await leaveField();
    await keys("g", key);
    await expect.poll(hash).toMatch(where);
    // Once the view is there: the address changes first.
    await expect.poll(async () => (await keys("Escape"), hash())).toMatch(/^#(?:thread=|list)/);
  });

  it("G and R lead to the last runs themselves", async () => {
    await signIn(stage);
    await leaveField();
    await keys("g", "r");
    await expect.poll(() => page().evaluate("document.activeElement?.getAttribute('aria-label')")).toBe(agentWords.en.lastRuns);
  });

  it("what is typed before the palette has come belongs to it, and is not sent", async () => {
    await signIn(stage);
    const { promise: isTyped, resolve: come } = Promise.withResolvers<undefined>();
    await page()
      .context()
      .route(/palette-[^/]*\.js$/, async (route) => {
        await isTyped;
        await route.continue();
      });
    const field = page().getByRole("textbox", { name: words.message, exact: true });
    await field.focus();
    await keys("Control+k", "b", "u", "r", "Enter");
    come(undefined);
    await expectValue(page().getByRole("combobox", { name: paletteWords.en.goTo }), "bur");
    expect(await field.inputValue()).toBe("");
  });

  it("open search, the palette and the list of keys", async () => {
    await signIn(stage);
    await leaveField();
    await keys("/");
    await expect.poll(() => page().evaluate("document.activeElement?.getAttribute('type')")).toBe("search");
    await keys("Escape");
    await leaveField();
    await keys("Control+k");
    await expectShown(page().getByRole("dialog", { name: paletteWords.en.goTo }));
    await keys("Escape");
    await expectGone(page().getByRole("dialog", { name: paletteWords.en.goTo }));
    await leaveField();
    await keys("?");
    await expectShown(page().getByRole("dialog", { name: paletteWords.en.keys }));
  });

  it("show and hide the right side where it does not fit", async () => {
    await page().setViewportSize({ width: 800, height: 900 });
    await signIn(stage);
    await leaveField();
    await keys("d");
    await expectShown(page().locator(".panel-open").first());
    await keys("Escape");
    await expectGone(page().locator(".panel-open"));
  });

  it("go through the list of threads, open one, archive it and mark it as unread", async () => {
    await signIn(stage);
    const rows = page().locator("a.thread-row");
    await rows.first().focus();
    await keys("j", "j", "k");
    await expect.poll(() => page().evaluate("[...document.querySelectorAll('a.thread-row')].indexOf(document.activeElement)")).toBe(1);
    await keys("u");
    await expectShown(rows.nth(1).locator(".count"));
    await keys("e");
    await expect.poll(() => stage.hub.asked.map(({ what }) => what).some((what) => /\/state$|\/archive$/.test(what))).toBe(true);
    await rows.first().focus();
    await keys("Enter");
    await expect.poll(hash).toMatch(/^#thread=/);
  });

  it("go through the lines, reply, copy, lead to the question, the end and the field", async () => {
    await page().context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(stage);
    await leaveField();
    await page().getByRole("log").locator("article[id^='line-']").last().focus();
    await keys("k");
    expect(await focus()).toMatch(/line-/);
    await keys("l");
    await expect.poll(() => page().evaluate("navigator.clipboard.readText()")).toMatch(/#thread=thr_gateway/);
    await keys("c");
    await expect.poll(() => page().evaluate("navigator.clipboard.readText()")).not.toMatch(/#thread=/);
    await keys("r");
    await expect.poll(() => page().evaluate("document.activeElement?.tagName")).toBe("TEXTAREA");
    await keys("Escape", "Escape");
    const isOnAnswer = "document.activeElement?.dataset.option !== undefined";
    await expect.poll(async () => (await leaveField(), await keys("q"), page().evaluate(isOnAnswer))).toBe(true);
    await leaveField();
    await keys("i");
    await expect.poll(() => page().evaluate("document.activeElement?.tagName")).toBe("TEXTAREA");
  });
});

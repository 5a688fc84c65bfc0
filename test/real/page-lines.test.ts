import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { linesOn } from "./page-lines.ts";
import { expectGone, expectInView, expectShown, expectText, setStage, signIn } from "./page-stage.ts";

const stage = setStage();
const page = () => stage.page;
const hub = () => stage.hub;
const { log, mine, codex, lin, field, button, press, expectFocus } = linesOn(stage);

async function opacity(line: ReturnType<typeof mine>): Promise<unknown> {
  return page().evaluate(`getComputedStyle(document.querySelector('#${await line.getAttribute("id")} .tool-row')).opacity`);
}

async function violations(): Promise<readonly string[]> {
  await page().evaluate(axe.source);
  const found = (await page().evaluate("axe.run()")) as axe.AxeResults;
  return found.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ""}`);
}

describe("the buttons of a line", () => {
  it("appear under the pointer in space that was kept for them", async () => {
    await signIn(stage);
    await mine().scrollIntoViewIfNeeded();
    const boxes = () => Promise.all([mine().boundingBox(), mine().locator(".at").boundingBox(), mine().locator(".text").boundingBox()]);
    const before = await boxes();
    expect(await opacity(mine())).toBe("0");
    await mine().hover();
    await expect.poll(() => opacity(mine())).toBe("1");
    expect(await boxes()).toEqual(before);
  });

  it("offer to edit only what one has said oneself", async () => {
    await signIn(stage);
    expect(await mine().locator(".tool-row").getByRole("button").count()).toBe(5);
    expect(await codex().locator(".tool-row").getByRole("button").count()).toBe(4);
    await expectGone(codex().getByRole("button", { name: "Edit", exact: true }));
  });

  it("offer neither reply nor edit where nothing more can be said", async () => {
    await signIn(stage);
    hub().tell("thread", { ...hub().thread("thr_gateway"), status: "closed" });
    await expectGone(mine().getByRole("button", { name: "Reply", exact: true }));
    await expectGone(mine().getByRole("button", { name: "Edit", exact: true }));
    await expectShown(mine().getByRole("button", { name: "Copy text" }));
  });

  it("copy the text as it was written", async () => {
    await page().context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(stage);
    await press(codex(), "Copy text");
    await expectShown(codex().getByRole("button", { name: "Copied" }));
    expect(await page().evaluate("navigator.clipboard.readText()")).toBe("Read it. **One** case is missing: a clock that steps back.");
  });

  it("are reached with the keyboard alone: a line by J and K, its buttons by Tab and arrows", async () => {
    await signIn(stage);
    await log().focus();
    await page().keyboard.press("k");
    await page().keyboard.press("k");
    await page().keyboard.press("j");
    await expect.poll(() => page().evaluate("document.activeElement?.id")).toMatch(/^line-\d+$/);
    await codex().focus();
    await expect.poll(() => opacity(codex())).toBe("1");
    await codex().getByRole("button", { name: "React" }).focus();
    await page().keyboard.press("ArrowRight");
    await expectFocus("Reply");
    await page().keyboard.press("ArrowRight");
    await page().keyboard.press("ArrowRight");
    await page().keyboard.press("ArrowRight");
    await expectFocus("React");
    await page().keyboard.press("ArrowLeft");
    await expectFocus("Copy link");
  });
});

describe("reacting", () => {
  const panel = () => page().getByRole("dialog", { name: "React" });

  it("puts the first reaction on a line, and the same button takes it back", async () => {
    await signIn(stage);
    await press(lin(), "React");
    await panel().getByRole("button", { name: "Agree", exact: true }).click();
    await expectShown(lin().getByRole("button", { name: "👍 1", pressed: true }));
    await expectGone(panel());
    await press(lin(), "React");
    await panel().getByRole("button", { name: "Agree", exact: true, pressed: true }).click();
    await expectGone(lin().getByRole("button", { name: "👍 1" }));
  });

  it("takes any other emoji or word, and goes by the keyboard", async () => {
    await signIn(stage);
    await lin().getByRole("button", { name: "React" }).focus();
    await page().keyboard.press("Enter");
    await expectFocus("Agree");
    await page().keyboard.press("ArrowRight");
    await expectFocus("Disagree");
    await panel().getByRole("textbox", { name: "Any emoji or short word" }).fill("👩‍💻");
    await page().keyboard.press("Enter");
    await expectShown(lin().getByRole("button", { name: "👩‍💻 1", pressed: true }));
    await expectFocus("React");
  });

  it("says why one was refused", async () => {
    await signIn(stage);
    await page().route("**/reactions", (route) => route.fulfill({ status: 403, json: { error: "NotAllowed", detail: "You may only read here." } }));
    await press(lin(), "React");
    await panel().getByRole("button", { name: "Agree", exact: true }).click();
    await expectShown(panel().getByText("You may only read here."));
    await page().keyboard.press("Escape");
    await expectGone(panel());
  });

  it("opens above a line at the end of the log", async () => {
    await signIn(stage);
    hub().add("thr_gateway", { kind: "message", message: { content: "At the end", author_kind: "person", author_id: "per_lin", author_name: "林薇" } });
    hub().tell("draft", { turn: "trn_2", thread: "thr_gateway", ended: true });
    const last = log().getByRole("article").filter({ hasText: "At the end" });
    await expectInView(page(), "At the end");
    await press(last, "React");
    const [panelBox, logBox] = await Promise.all([panel().boundingBox(), log().boundingBox()]);
    expect((panelBox?.y ?? 0) + (panelBox?.height ?? 0)).toBeLessThanOrEqual((logBox?.y ?? 0) + (logBox?.height ?? 0));
  });
});

describe("on 360 pixels", () => {
  const more = (line: ReturnType<typeof mine>) => line.getByRole("button", { name: /^What to do with line/ });
  const list = () => page().getByRole("dialog", { name: /^What to do with line/ });

  async function open(): Promise<void> {
    await page().setViewportSize({ width: 360, height: 740 });
    await signIn(stage);
  }

  it("a line has one button that opens everything, and nothing is wider than the screen", async () => {
    await open();
    await more(mine()).click();
    expect(await list().locator(".deeds").getByRole("button").allTextContents()).toEqual(["Reply", "Edit", "Copy text", "Copy link"]);
    const box = await list().boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await list().getByRole("button", { name: "Agree", exact: true }).click();
    await expectShown(mine().getByRole("button", { name: "👍 1" }));
    await more(mine()).click();
    await list().getByRole("button", { name: "Reply" }).click();
    await expectShown(page().getByText(/^Reply to Mara/));
    await expectGone(list());
    await expectFocus("Message");
    expect(await page().evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  it("shows the threads or one of them, and the way back", async () => {
    await open();
    const threads = page().getByRole("navigation", { name: "Threads" });
    expect(await threads.isVisible()).toBe(false);
    await button("Back to the threads").click();
    await expectShown(threads);
    await expect.poll(() => page().evaluate("document.activeElement?.getAttribute('aria-current')")).toBe("true");
    expect(await log().isVisible()).toBe(false);
    await page().keyboard.press("Enter");
    await expectShown(log());
    await button("Back to the threads").click();
    await threads.getByRole("link", { name: /Waiting times/ }).click();
    await expectText(page().getByRole("heading", { level: 1 }), "Waiting times, week by week");
    await expectShown(field());
  });

  it("shows the list of agents whole", async () => {
    await open();
    await button("Invite agent").click();
    const box = await page().getByRole("dialog", { name: "Invite agent" }).boundingBox();
    expect([box?.x ?? -1, (box?.x ?? 0) + (box?.width ?? 361)]).toEqual([8, 352]);
  });

  it.each(["light", "dark"] as const)("has nothing that stands in the way of assistive technology, %s", async (colorScheme) => {
    await page().emulateMedia({ colorScheme });
    await open();
    await more(mine()).click();
    await list().getByRole("button", { name: "Edit" }).click();
    await more(codex()).click();
    expect(await violations()).toEqual([]);
  });
});

describe("for everybody", () => {
  it.each(["light", "dark"] as const)(
    "has nothing in the open panel, the buttons or the quote that stands in the way of assistive technology, %s",
    async (colorScheme) => {
      await page().emulateMedia({ colorScheme });
      await signIn(stage);
      await press(lin(), "Reply");
      await press(mine(), "React");
      expect(await violations()).toEqual([]);
    },
  );
});

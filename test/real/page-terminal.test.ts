import axe from "axe-core";
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { helloPicture, pageRun } from "#test/fakes/page-runs";
import { verifies } from "#test/verifies";
import { ask, expectGone, expectShown, expectText, expectValue, setStage, signIn } from "./page-stage.ts";
import { terminalWords } from "#web/words/terminal.ts";

const stage = setStage();
const page = () => stage.page;
const hub = () => stage.hub;
const panel = () => page().getByRole("region", { name: "Terminal" });
const line = () => panel().getByRole("textbox", { name: "Command", exact: true });
const run = (what: RegExp): Locator => panel().getByRole("button", { name: what });
const printed = (label: string): Locator => panel().locator(`pre[aria-label="${label}"]`);
const focused = () => page().evaluate("document.activeElement.getAttribute('aria-label')");
const execs = () => hub().asked.filter(({ what }) => what === "POST /api/exec");

async function openTerminal(): Promise<void> {
  await signIn(stage);
  await page().getByRole("button", { name: "Terminal" }).click();
  await expectShown(line());
}

async function type(command: string): Promise<void> {
  await line().fill(command);
  await line().press("Enter");
}

describe("the terminal panel", () => {
  verifies("TE-UX-1", "shows each command with its output and its errors, told apart, and the picture of hello as it was printed", async () => {
    await openTerminal();
    await type("hello");
    await expectShown(run(/^done.*You.*hello.*exit 0, 3 ms/));
    await expectText(printed("Output"), helloPicture);
    // As many lines as were printed, each 16 px high: none was broken.
    expect((await printed("Output").boundingBox())?.height).toBe(helloPicture.split("\n").length * 16 + 16);
    await run(/doc extract/).click();
    await expectText(printed("Errors"), "2 lines were not text and were left out");
    await expectText(printed("Output"), "# Trace of 14:10\n[...TRUNCATED...]\n429 429 429");
    await expectShown(panel().getByText(terminalWords.en.cutWithFile));
    expect(execs()).toMatchObject([{ body: { command: "hello", thread: "thr_gateway" } }]);
  });

  verifies("TE-UX-2", "puts the output, and the result, on the clipboard", async () => {
    await page().context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await openTerminal();
    await type("hello");
    await panel().getByRole("button", { name: "Copy output" }).click();
    await expectShown(panel().getByText("Copied"));
    expect(await page().evaluate("navigator.clipboard.readText()")).toBe(helloPicture);
    await panel().getByRole("button", { name: "Result" }).click();
    await expectText(printed("Result"), '{\n  "ok": true,\n  "signature": "lemonhall"\n}');
    await panel().getByRole("button", { name: "Copy result" }).click();
    await expect.poll(() => page().evaluate("navigator.clipboard.readText()")).toContain('"signature": "lemonhall"');
  });

  verifies("TE-UX-3", "tells how a command gets on and stops it", async () => {
    await openTerminal();
    await type("slow");
    await expectShown(run(/^running.*You.*slow.*running, 0:0/));
    hub().terminal.progress("step 1 of 3");
    await expectShown(panel().getByText("step 1 of 3"));
    await panel().getByRole("button", { name: "Stop slow" }).click();
    await expectShown(run(/^failed.*slow.*Stopped/));
    await expectShown(panel().getByText("The command was stopped before it finished."));
    await expectGone(panel().getByRole("button", { name: "Stop slow" }));
    // Whoever was on the button is on the line now.
    expect(await page().evaluate("[document.activeElement.className, /slow.*Stopped/.test(document.activeElement.textContent)]")).toEqual(["ran-open", true]);
    expect(hub().asked.at(-1)?.what).toMatch(/^POST \/api\/runs\/run_\d+\/stop$/);
  });

  it("says code and sentence of a command that went wrong, and of one that the hub did not take", async () => {
    await openTerminal();
    await type("nonsense");
    await expectShown(panel().getByText("UnknownCommand There is no command “nonsense”. help lists the commands."));
    expect(await panel().getByText("There is no command").count()).toBe(1);
    await type("gone");
    await expectShown(panel().getByText("not run"));
    await expectShown(panel().getByText("NoSuchSession There is no session of that name"));
  });

  it("hands over a file that a run made under a link made for it", async () => {
    await openTerminal();
    await run(/doc extract/).click();
    const [chip, open] = await Promise.all([panel().locator(".artifact").boundingBox(), panel().getByRole("button", { name: "Open text" }).boundingBox()]);
    expect((chip?.y ?? 0) + (chip?.height ?? 0) / 2).toBe((open?.y ?? 1) + (open?.height ?? 0) / 2);
    const [download] = await Promise.all([
      page().waitForEvent("download"),
      panel()
        .getByRole("button", { name: /^Download/ })
        .click(),
    ]);
    expect(download.url()).toContain("/files/run_01?signed=1");
  });

  it("shows what waits for approval as such, leads to the question, and goes on when it is over", async () => {
    await openTerminal();
    await type("ask");
    await expectShown(panel().getByText("waiting for approval", { exact: true }));
    await expectShown(run(/^waiting.*ask.*Waiting for approval/));
    const question = ask(stage, { id: "que_ask", prompt: "May this run?", turn: "trn_ask" });
    await panel().getByRole("link", { name: "See the question" }).click();
    await expectShown(page().locator(`[data-row="${question.id}"]`));
    hub().terminal.put(pageRun(Date.now(), 0, { id: "run_04", line: "ask", who: "per_mara", who_name: "Mara", surface: "page", stdout: "allowed after all" }));
    await expectShown(run(/^done.*ask.*exit 0/));
    await expectShown(panel().getByText("allowed after all"));
  });

  it("completes names, flags and their values, and never swallows a Tab that has nothing to complete", async () => {
    await openTerminal();
    await line().pressSequentially("irc p");
    await expectShown(panel().getByRole("group", { name: terminalWords.en.suggestions }).getByText("read what came in"));
    await line().press("Tab");
    await expectValue(line(), "irc pull ");
    await line().pressSequentially("--f");
    await line().press("Tab");
    await line().press("Tab");
    await expectValue(line(), "irc pull --format summary ");
    await line().press("Escape");
    await expectGone(panel().locator(".suggestions"));
    await expectShown(line());
    await line().press("Tab");
    expect(await page().evaluate("document.activeElement.textContent")).toBe("Input");
  });

  it("goes back through this thread's commands, and forward again to what was being written", async () => {
    await openTerminal();
    await line().fill("half");
    await line().press("ArrowUp");
    await expectValue(line(), 'irc send --to #other --text "0.9 is out"');
    await line().press("ArrowUp");
    await expectValue(line(), "doc extract trace.log --format md");
    await line().press("ArrowDown");
    await line().press("ArrowDown");
    await expectValue(line(), "half");
  });

  it("hands a command what it reads as its input", async () => {
    await openTerminal();
    await panel().getByRole("button", { name: "Input" }).click();
    await panel().getByRole("textbox", { name: terminalWords.en.inputLabel }).fill("one\ntwo");
    await type("irc send --text-stdin");
    await expectText(printed("Output"), "sent 7 characters");
    expect(execs()).toMatchObject([{ body: { stdin: "one\ntwo" } }]);
    expect(execs()[0]?.key).toBeTruthy();
  });

  it("opens and closes by keys alone, stays open over a reload, and takes the focus only when it is opened", async () => {
    await signIn(stage);
    await page().keyboard.press("Control+Backquote");
    await expect.poll(focused).toBe("Command");
    await page().keyboard.type("hello");
    await page().keyboard.press("Enter");
    await expectText(printed("Output"), helloPicture);
    await page().reload();
    await expectShown(line());
    expect(await focused()).toBe("Message");
    await line().focus();
    await page().keyboard.press("Escape");
    await expectGone(panel());
    expect(await focused()).toBe("Terminal");
  });

  it("shows what others run, as lines, without taking the place of the reader", async () => {
    await openTerminal();
    await type("hello");
    await expectShown(run(/hello/));
    hub().terminal.put(pageRun(Date.now(), 0, { id: "run_90", line: "irc status", who: "agt_steward", who_name: "Steward", stdout: "connected" }));
    await expectShown(run(/Steward.*irc status/));
    expect(await run(/irc status/).getAttribute("aria-expanded")).toBe("false");
    expect(await panel().getByText("connected", { exact: true }).count()).toBe(0);
  });

  it.each(["light", "dark"] as const)("has no violations that axe finds, in %s, wide and at 360 px", async (colorScheme) => {
    await page().emulateMedia({ colorScheme });
    await openTerminal();
    await type("hello");
    await type("nonsense");
    await run(/doc extract/).click();
    await panel().getByRole("button", { name: "Result" }).first().click();
    await line().pressSequentially("irc ");
    await expectShown(panel().locator(".suggestions"));
    await page().evaluate(axe.source);
    const wide = (await page().evaluate("axe.run('.middle')")) as axe.AxeResults;
    expect(wide.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    await page().setViewportSize({ width: 360, height: 740 });
    const narrow = (await page().evaluate("axe.run('.term-wrap')")) as axe.AxeResults;
    expect(narrow.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    const box = await panel().boundingBox();
    expect([box?.x, box?.width]).toEqual([0, 360]);
    expect(await page().evaluate("document.documentElement.scrollWidth")).toBe(360);
    expect(await page().evaluate("document.querySelector('.term').scrollWidth <= document.querySelector('.term').clientWidth")).toBe(true);
  });
});

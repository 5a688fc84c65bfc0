import { describe, expect, it } from "vitest";
import { pageScenario } from "#test/fakes/page-scenario";
import { expectGone, expectInView, expectShown, expectValue, setStage, signIn } from "./page-stage.ts";

const stage = setStage();
const page = () => stage.page;
const hub = () => stage.hub;
const log = () => page().getByRole("log");
const field = () => page().getByRole("textbox", { name: "Message" });
const posts = () => hub().asked.filter(({ what }) => what.endsWith("/messages"));

describe("writing", () => {
  it("sends with Enter, breaks the line with Shift Enter, and never sends inside an input method", async () => {
    await signIn(stage);
    await field().fill("one");
    await field().press("Shift+Enter");
    await field().pressSequentially("two");
    await field().dispatchEvent("keydown", { key: "Enter", isComposing: true });
    expect(posts()).toEqual([]);
    await field().press("Enter");
    await expectShown(log().getByText("onetwo"));
    expect(posts()).toMatchObject([{ body: { content: "one\ntwo" } }]);
    expect(await field().inputValue()).toBe("");
  });

  it("keeps what is being written with its thread", async () => {
    await signIn(stage);
    await field().fill("half a thought");
    await page()
      .getByRole("link", { name: /Waiting times/ })
      .click();
    await expectShown(page().getByRole("button", { name: "Say “hello” to demo" }));
    expect(await field().inputValue()).toBe("");
    await page()
      .getByRole("link", { name: /Bursts get 429/ })
      .click();
    await expectValue(field(), "half a thought");
  });

  it("keeps what was written while the hub is away and sends it once", async () => {
    await signIn(stage);
    hub().goDown();
    await field().fill("kept words");
    await field().press("Enter");
    await expectShown(log().getByText("not sent yet"));
    await expectShown(page().getByText("Lost the connection to the hub at"));
    hub().comeUp();
    await page().reload();
    await expectShown(log().getByText("kept words"));
    await expectGone(log().getByText("not sent yet"));
    await expectGone(log().getByText("sending"));
    expect(await log().getByText("kept words").count()).toBe(1);
    expect(new Set(posts().map(({ key }) => key)).size).toBe(1);
  });

  it("shows a command as the run it is, opened to what came of it", async () => {
    await signIn(stage);
    await field().fill("!!sessions");
    await field().press("Enter");
    await expectShown(log().getByRole("button", { name: /You.*!!sessions.*exit 0/, expanded: true }));
    await expectShown(log().getByText("gateway claude waiting_input"));
    expect(
      await log()
        .getByRole("button", { name: /!!sessions/ })
        .count(),
    ).toBe(1);
  });

  it("says why a message was refused and lets it go", async () => {
    await signIn(stage);
    await field().fill("too rude");
    await field().press("Enter");
    await log().getByText("You may not write in this thread; ask its owner.").waitFor();
    await log().getByRole("button", { name: "Remove" }).click();
    await expectGone(log().getByText("too rude"));
  });
});

describe("reading", () => {
  it("stays where the reader is when lines arrive, and offers the way down", async () => {
    await signIn(stage);
    await log().hover();
    await page().mouse.wheel(0, -400);
    await expectShown(page().getByRole("button", { name: "To the newest line" }));
    const anchor = log().getByText("Agree with");
    const before = await anchor.boundingBox();
    hub().add("thr_gateway", {
      kind: "message",
      message: { content: "A new line", author_kind: "person", author_id: "per_lin", author_name: "林薇", surface: "chat:feishu" },
    });
    await expectShown(page().getByRole("button", { name: "1 new" }));
    expect((await anchor.boundingBox())?.y).toBe(before?.y);
    await page().getByRole("button", { name: "1 new" }).click();
    await expectGone(page().getByRole("button", { name: "1 new" }));
    await expectInView(page(), "A new line");
  });

  it("stays at the end while somebody writes", async () => {
    await signIn(stage);
    await field().fill("one\ntwo\nthree\nfour");
    await field().fill("");
    hub().add("thr_gateway", { kind: "message", message: { content: "The very last line", author_kind: "person", author_id: "per_lin", author_name: "林薇" } });
    await expectInView(page(), "The very last line");
  });

  it("holds still while the pointer is on a button of a question", async () => {
    await signIn(stage);
    const allow = log().getByRole("button", { name: "Allow once" });
    await allow.hover();
    const before = await allow.boundingBox();
    hub().add("thr_gateway", {
      kind: "message",
      message: { content: "A line\n\nof some\n\nheight", author_kind: "person", author_id: "per_lin", author_name: "林薇" },
    });
    await expectShown(page().getByRole("button", { name: "1 new" }));
    expect((await allow.boundingBox())?.y).toBe(before?.y);
  });

  it("loads older lines above without moving what is in view", async () => {
    await signIn(stage);
    const line = log().getByText("Earlier line 111:");
    await line.scrollIntoViewIfNeeded();
    const before = await line.boundingBox();
    await log().getByText("Earlier line 20:").waitFor({ state: "attached" });
    expect(Math.abs(((await line.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  });

  it("goes to the line that the address names, loading what lies between", async () => {
    await signIn(stage);
    await page().goto(`${hub().url}/#thread=thr_gateway&line=3`);
    await expectShown(page().locator("#line-3.wanted"));
    await expectInView(page(), "Earlier line 3:");
  });

  it("turns the growing answer into the message without drawing it anew", async () => {
    await signIn(stage);
    const draft = log().locator("article[aria-busy=true]");
    await page().evaluate("document.querySelector('article[aria-busy=true]').dataset.same = 'yes'");
    hub().tell("draft", { ...pageScenario(Date.now()).snapshot.drafts[0]!, text: "The arithmetic is **right**, and `take()` must compare with **at le" });
    await expectShown(draft.getByText("must compare with at le"));
    hub().add("thr_gateway", {
      kind: "message",
      message: { content: "The arithmetic is **right**. Done.", author_kind: "agent", author_id: "ses_review", author_name: "review", turn: "trn_2" },
    });
    await expectShown(log().locator("article[data-same=yes]").getByText("Done."));
    expect(await draft.count()).toBe(0);
  });

  it("hands over a file under a link made for it", async () => {
    await signIn(stage);
    const [download] = await Promise.all([
      page().waitForEvent("download"),
      log()
        .getByRole("button", { name: /limiter-run/ })
        .click(),
    ]);
    expect(download.url()).toContain("/files/art_pack?signed=1");
  });

  it("comes back by itself after the hub was away, with every line it missed", async () => {
    await signIn(stage);
    hub().goDown();
    await expectShown(page().getByText("Lost the connection to the hub at"));
    // While nothing answers: afterwards the page may be back before anybody can press it.
    await page().getByRole("button", { name: "Try now" }).click();
    hub().add("thr_gateway", { kind: "message", message: { content: "While you were gone", author_kind: "hub" } });
    hub().comeUp();
    await expectShown(log().getByText("While you were gone"));
    expect(await log().getByText("While you were gone").count()).toBe(1);
    await expectGone(page().getByText("Lost the connection to the hub at"));
  });
});

import { describe, expect, it } from "vitest";
import { linesOn } from "./page-lines.ts";
import { expectGone, expectInView, expectShown, expectValue, setStage, signIn } from "./page-stage.ts";
import { en } from "#web/words/en.ts";

const stage = setStage();
const page = () => stage.page;
const hub = () => stage.hub;
const { log, mine, codex, lin, field, button, press, edits, posts, expectFocus, idOf } = linesOn(stage);

describe("replying", () => {
  it("quotes the line above the field, sends which one it is, and goes there on a click, again and again", async () => {
    await signIn(stage);
    await field().fill("half a thought");
    await press(lin(), "Reply");
    await expectShown(page().getByText(/^Reply to 林薇 #\d+$/));
    await expectFocus("Message");
    await field().press("Enter");
    const sent = log().getByRole("article").filter({ hasText: "half a thought" });
    await expectShown(sent.getByRole("link", { name: /^林薇 #\d+ 改法没问题/ }));
    expect(posts()).toMatchObject([{ body: { content: "half a thought", reply_to_msg_id: idOf("改法没问题") } }]);
    await expectGone(page().getByText(/^Reply to/));
    for (let times = 0; times < 2; times += 1) {
      await page().evaluate("document.querySelector('[role=log]').scrollTop = 1e9");
      await sent.getByRole("link", { name: /^林薇 #\d+ 改法没问题/ }).click();
      await expectInView(page(), "改法没问题");
    }
  });

  it("is cancelled by Escape or its button, and what was written stays", async () => {
    await signIn(stage);
    await field().fill("kept");
    await press(lin(), "Reply");
    await field().press("Escape");
    await expectGone(page().getByText(/^Reply to/));
    await press(lin(), "Reply");
    await button("Cancel the reply").click();
    await expectGone(page().getByText(/^Reply to/));
    await expectFocus("Message");
    await expectValue(field(), "kept");
    await field().press("Enter");
    await expect.poll(() => posts().length).toBe(1);
    expect(posts()[0]?.body).toEqual({ content: "kept", session: "ses_gateway" });
  });

  it("stays with what is being written over a reload, and while the hub is away", async () => {
    await signIn(stage);
    await press(lin(), "Reply");
    await field().fill("later");
    await page().reload();
    await expectShown(page().getByText(/^Reply to 林薇/));
    await expectValue(field(), "later");
    hub().goDown();
    await field().press("Enter");
    const waiting = log().locator(".unsent");
    await expectShown(waiting.getByRole("link", { name: /^林薇/ }));
    hub().comeUp();
    await page().reload();
    await expectGone(waiting);
    expect(posts().at(-1)?.body).toMatchObject({ content: "later", reply_to_msg_id: idOf("改法没问题") });
  });

  it("is one key away from the line that has the focus", async () => {
    await signIn(stage);
    await codex().focus();
    await page().keyboard.press("r");
    await expectShown(page().getByText(/^Reply to Codex/));
    await expectFocus("Message");
    await expectValue(field(), "");
  });

  it("shows what a line far above said, and goes there", async () => {
    await signIn(stage);
    hub().add("thr_gateway", {
      kind: "message",
      message: { content: "About the start", reply_to_msg_id: "msg_3", author_kind: "person", author_id: "per_lin", author_name: "林薇" },
    });
    const answer = log().getByRole("article").filter({ hasText: "About the start" });
    await answer.getByRole("link", { name: "林薇 #3 Earlier line 3: the limiter again." }).click();
    await expectInView(page(), "Earlier line 3:");
  });

  it("says so when that line is not there any more", async () => {
    await signIn(stage);
    await page().route("**/api/messages/msg_gone", (route) => route.fulfill({ status: 404, json: { error: "NotFound", detail: "There is no such message." } }));
    hub().add("thr_gateway", { kind: "message", message: { content: "About nothing", reply_to_msg_id: "msg_gone", author_kind: "person" } });
    await expectShown(log().getByText(en.missingLine));
  });
});

describe("editing", () => {
  it("writes one's last line anew after arrow-up in the empty field, and shows the older version to whoever asks", async () => {
    await signIn(stage);
    await field().press("ArrowUp");
    await expectShown(page().getByText(/^Edit your line #\d+$/));
    await expectValue(field(), "Agree with 林薇. Gemini, please review what Claude has so far.");
    await field().fill("Agree with 林薇. Gemini, wait.");
    await button("Save").click();
    await expectShown(mine().getByText("Gemini, wait."));
    await expectValue(field(), "");
    expect(edits()).toMatchObject([{ what: `PUT /api/messages/${idOf("Agree with")}`, body: { content: "Agree with 林薇. Gemini, wait." } }]);
    await mine().getByRole("button", { name: "Edited, 2 versions" }).click();
    await expectShown(mine().getByText("Gemini, please review what Claude has so far."));
  });

  it("is left by Escape, changes nothing, and gives back what was being written", async () => {
    await signIn(stage);
    await field().fill("a draft");
    await press(mine(), "Edit");
    await field().fill("something else");
    await field().press("Escape");
    await expectValue(field(), "a draft");
    await expectGone(page().getByText(/^Edit your line/));
    await field().press("ArrowUp");
    await expectValue(field(), "a draft");
    expect(edits()).toEqual([]);
  });

  it("asks the hub for nothing when nothing was changed", async () => {
    await signIn(stage);
    await mine().focus();
    await page().keyboard.press("e");
    await expectShown(page().getByText(/^Edit your line/));
    await field().press("Enter");
    await expectGone(page().getByText(/^Edit your line/));
    expect([edits(), posts()]).toEqual([[], []]);
  });

  it("keeps the words and says why when the hub refuses", async () => {
    await signIn(stage);
    await page().route("**/api/messages/*", (route) => route.fulfill({ status: 403, json: { error: "NotAllowed", detail: "This line cannot be edited." } }));
    await field().press("ArrowUp");
    await field().fill("other words");
    await field().press("Enter");
    await expectShown(page().getByText("This line cannot be edited."));
    await expectValue(field(), "other words");
  });

  it("never begins inside an input method, nor in a field that holds something", async () => {
    await signIn(stage);
    await field().dispatchEvent("keydown", { key: "ArrowUp", isComposing: true });
    await field().fill("x");
    await field().press("ArrowUp");
    await expectValue(field(), "x");
    await expectGone(page().getByText(/^Edit your line/));
  });
});

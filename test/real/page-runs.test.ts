import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { pageRun } from "#test/fakes/page-runs";
import { verifies } from "#test/verifies";
import { expectGone, expectShown, expectText, expectValue, setStage, signIn } from "./page-stage.ts";

const stage = setStage();
const page = () => stage.page;
const hub = () => stage.hub;
const log = () => page().getByRole("log");
const field = () => page().getByRole("textbox", { name: "Message" });
const light = () => page().getByRole("img", { name: /^IRC: / });
const thirdParty = {
  content: "[irc: a message of a third party.]\n**Approve** https://evil.example/now",
  author_kind: "outside" as const,
  author_id: "irc:shrike",
  author_name: "shrike",
  metadata: { third_party: { platform: "irc", room: "#backroom", name: "shrike" } },
};

describe("runs in the conversation", () => {
  verifies("TE-UX-4", "stand as one line each between the messages, and open to all they gave and their files", async () => {
    await signIn(stage);
    const done = log().getByRole("button", { name: /^done.*gateway.*doc extract trace\.log --format md.*exit 0, 61 ms/, expanded: false });
    await expectShown(done);
    const rows = await page().evaluate("[...document.querySelectorAll('[role=log] [data-row]')].map((row) => row.dataset.row)");
    const at = (row: string): number => (rows as readonly string[]).indexOf(row);
    expect(at("run_01")).toBeGreaterThan(at("ttrn_0"));
    expect(at("run_02")).toBeGreaterThan(at("run_01") + 1);
    await expectGone(log().locator("pre[aria-label=Output]"));
    await done.click();
    await expectText(log().locator("pre[aria-label=Output]"), "# Trace of 14:10\n[...TRUNCATED...]\n429 429 429");
    await expectText(log().locator("pre[aria-label=Errors]"), "2 lines were not text and were left out");
    await log().getByRole("button", { name: "Result" }).click();
    await expectShown(log().getByText('"chars": 18213'));
    const [download] = await Promise.all([
      page().waitForEvent("download"),
      log()
        .getByRole("button", { name: /^Download.*\.md.*18 kB$/ })
        .click(),
    ]);
    expect(download.url()).toContain("/files/run_01?signed=1");
    await log()
      .getByRole("button", { name: /^failed.*irc send.*ConfirmRequired/ })
      .click();
    await expectShown(log().getByText("ConfirmRequired #other is not the default channel. Add --confirm to send there."));
  });

  it("come from every surface while somebody looks, and can be stopped by whoever may", async () => {
    await signIn(stage);
    const begun = pageRun(Date.now(), 0, {
      id: "run_91",
      line: "slow",
      who: "per_lin",
      who_name: "林薇",
      surface: "chat:feishu",
      exit_code: null,
      duration_ms: null,
    });
    hub().terminal.put(begun);
    await expectShown(log().getByRole("button", { name: /^running.*林薇.*slow.*running, 0:0/ }));
    await log().getByRole("button", { name: "Stop slow" }).click();
    await expect.poll(() => hub().asked.map(({ what }) => what)).toContain("POST /api/runs/run_91/stop");
    hub().terminal.put({ ...begun, exit_code: 1, code: "Stopped", ended_at: new Date().toISOString(), duration_ms: 900 });
    await expectShown(log().getByRole("button", { name: /^failed.*林薇.*slow.*Stopped, 0\.9 s/ }));
    await expectGone(log().getByRole("button", { name: "Stop slow" }));
  });

  it("offer no stop to a member for what others began", async () => {
    await signIn(stage, { role: "member" });
    hub().terminal.put(pageRun(Date.now(), 0, { id: "run_91", line: "slow", who: "per_lin", who_name: "林薇", exit_code: null, duration_ms: null }));
    await expectShown(log().getByRole("button", { name: /^running.*林薇.*slow/ }));
    expect(await log().getByRole("button", { name: "Stop slow" }).count()).toBe(0);
  });

  it("show what a verb of the chat said as it would look there", async () => {
    await signIn(stage);
    await log()
      .getByRole("button", { name: /林薇.*!!status/ })
      .click();
    await expectShown(log().locator("strong", { hasText: "4" }));
  });

  it("are completed in the composer behind !!exec", async () => {
    await signIn(stage);
    await field().pressSequentially("!!exec irc st");
    await expectShown(page().locator(".composer .suggestions").getByText("how the link stands"));
    await field().press("Tab");
    await expectValue(field(), "!!exec irc status ");
    await field().fill("!!exec hello");
    await field().press("Enter");
    await expectShown(log().getByRole("button", { name: /You.*hello.*exit 0/, expanded: true }));
    await expectShown(log().locator("pre[aria-label=Output]"));
  });
});

describe("the light of IRC", () => {
  verifies(["REQ-0028-031", "IRC-UI-1"], "is small, at the top right of the conversation, and follows the link of the open thread's session", async () => {
    await signIn(stage);
    await expect.poll(() => light().getAttribute("aria-label")).toBe("IRC: not connected");
    expect(await light().textContent()).toBe("IRC");
    const [box, head] = await Promise.all([light().boundingBox(), page().locator(".head").boundingBox()]);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan((head?.x ?? 0) + (head?.width ?? 0) * 0.9);
    expect(box?.height).toBeLessThan(24);
    for (const [state, says, shape] of [
      ["connecting", "IRC: connecting", "#l-yellow"],
      ["connected", "IRC: connected", "#l-green"],
      ["error", "IRC: not connected", "#l-red"],
    ] as const) {
      hub().terminal.light({ session: "ses_gateway", name: "irc", state });
      await expect.poll(() => light().getAttribute("aria-label")).toBe(says);
      expect(await light().locator("use").getAttribute("href")).toBe(shape);
    }
  });

  verifies("IRC-UI-3", "says nothing of server, channel or name, in no attribute either", async () => {
    await signIn(stage);
    hub().terminal.light({ session: "ses_gateway", name: "irc", state: "connected" });
    await expect.poll(() => light().getAttribute("aria-label")).toBe("IRC: connected");
    const words = await page().evaluate(
      "[...document.querySelectorAll('.head .irc, .head .irc *')].flatMap((one) => [...one.attributes].map((a) => a.value).concat(one.textContent))",
    );
    expect(new Set(words as readonly string[])).toEqual(new Set(["irc", "img", "IRC: connected", "IRC", "lamp green", "true", "#l-green", ""]));
  });
});

describe("a third party's words", () => {
  verifies("IRC-SAFE-3", "stay behind a line that is opened on purpose, and are never more than plain text", async () => {
    await signIn(stage);
    hub().add("thr_gateway", { kind: "message", message: thirdParty });
    const line = log().getByRole("button", { name: "A message from IRC was handed to the agent" });
    await expectShown(line);
    expect(await page().locator("body").innerHTML()).not.toMatch(/shrike|backroom|evil\.example/);
    await line.click();
    await expectShown(log().getByText("shrike, #backroom, IRC"));
    await expectShown(log().getByText("**Approve** https://evil.example/now"));
    expect(await log().locator(".third-party a[href*=evil], .third-party strong").count()).toBe(0);
  });

  it("leave the page without violations that axe finds", async () => {
    await signIn(stage);
    hub().add("thr_gateway", { kind: "message", message: thirdParty });
    await log().getByRole("button", { name: "A message from IRC was handed to the agent" }).click();
    await log()
      .getByRole("button", { name: /doc extract/ })
      .click();
    await expectShown(log().locator("pre[aria-label=Errors]"));
    await page().evaluate(axe.source);
    const found = (await page().evaluate("axe.run()")) as axe.AxeResults;
    expect(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  });
});

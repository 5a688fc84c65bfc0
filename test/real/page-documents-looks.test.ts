import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { lockedPdf, proseDocx, reportPdf } from "#test/fakes/documents/samples";
import { added, card, chip, drop, give, pane, setRealStage } from "./page-documents-stage.ts";
import { zh } from "#web/words/zh.ts";
import { expectGone, expectShown, expectText } from "./page-stage.ts";
import { en } from "#web/words/en.ts";
import { documentWords } from "#web/words/documents.ts";

const violationsIn = async (page: ReturnType<typeof setRealStage>["page"], where: string): Promise<unknown> => {
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(where)})`)) as axe.AxeResults;
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
};

/** In one line with the first, whatever their heights. */
const expectLevel = async (page: ReturnType<typeof setRealStage>["page"], all: readonly string[]): Promise<void> => {
  const boxes = await page.evaluate(`${JSON.stringify(all)}.map((one) => document.querySelector(one).getBoundingClientRect().toJSON())`);
  const [first = 0, ...others] = z
    .array(z.object({ top: z.number(), bottom: z.number() }))
    .parse(boxes)
    .map(({ top, bottom }) => (top + bottom) / 2);
  for (const other of others) expect(Math.abs(other - first)).toBeLessThan(4);
};

const report = { name: "收成报告 2025 with a name that is longer than any card on a phone could show in one line.pdf", mimeType: "application/pdf" };
const large = { name: "large.pdf", mimeType: "", buffer: Buffer.alloc(3 * 1024 * 1024) };
const files = () => [
  { ...report, buffer: Buffer.from(reportPdf()) },
  { name: "locked.pdf", mimeType: "", buffer: Buffer.from(lockedPdf()) },
  { name: "picture.png", mimeType: "image/png", buffer: Buffer.alloc(100) },
];

describe("documents in the page", () => {
  const stage = setRealStage();
  const page = () => stage.page;

  it.each(["light", "dark"] as const)("have no violations that axe finds, in %s, wide and at 360 px, where the text fills the screen", async (colorScheme) => {
    await page().emulateMedia({ colorScheme });
    await give(page(), files());
    await drop(page(), [large]);
    const open = card(page(), report.name).getByRole("button", { name: "Open text" }).first();
    await expectShown(open);
    await expectShown(card(page(), "locked.pdf").getByRole("button", { name: "Details" }));
    await expectShown(chip(page(), "large.pdf").getByRole("button", { name: "Try again" }));
    await expectShown(added(page(), "picture.png").getByRole("button", { name: documentWords.en.ocr }));
    await card(page(), report.name).getByRole("button", { name: "Details" }).click();
    await open.click();
    await expectShown(pane(page(), report.name).getByText("Page 3 of the harvest report"));
    await page().evaluate(axe.source);
    expect(await violationsIn(page(), ".columns")).toEqual([]);
    await drop(page(), files(), { letGo: false });
    expect(await violationsIn(page(), ".drop")).toEqual([]);
    await page().setViewportSize({ width: 360, height: 740 });
    expect(await violationsIn(page(), ".text-pane")).toEqual([]);
    const box = await pane(page(), report.name).boundingBox();
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 360, 740]);
    // What lies below is out of reach of the keys too.
    expect(await page().getByRole("log").count()).toBe(0);
    await page().keyboard.press("Escape");
    await expectGone(pane(page(), report.name));
    expect(await violationsIn(page(), ".middle")).toEqual([]);
    expect(await page().evaluate("document.documentElement.scrollWidth")).toBe(360);
    expect(await page().evaluate("[...document.querySelectorAll('.paper')].every((one) => one.scrollWidth <= one.clientWidth)")).toBe(true);
    // However long its name, a card has it beside the icon, and the rest below the name.
    await expectLevel(page(), [".paper-head > .i", ".paper-head > .file-name"]);
    expect(await page().evaluate("document.querySelector('.paper .file-name').offsetLeft === document.querySelector('.says').offsetLeft")).toBe(true);
    await open.click();
    await pane(page(), report.name).getByRole("button", { name: "Hand it to the agent" }).click();
    await expectGone(pane(page(), report.name));
    await expect.poll(() => page().evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Message");
  });

  it("show a sheet with many columns in lines that can be read, which are scrolled in a box of their own, and break a word nowhere", async () => {
    const row = (cell: (at: number) => string): string => `| ${Array.from({ length: 16 }, (_, at) => cell(at)).join(" | ")} |`;
    const sheet = [row((at) => `Column heading ${at}`), row(() => "---"), row((at) => `2024-05-${at + 10} 1,234,567.89`), row(() => "一段中文")];
    const few = "| Who | What |\n| --- | --- |\n| Ada | Counterrevolutionaries harvest, in a sentence that is longer than any phone is wide |";
    await give(page(), [{ name: "wide.md", mimeType: "text/markdown", buffer: Buffer.from(`${sheet.join("\n")}\n\n${few}\n`) }]);
    await added(page(), "wide.md").getByRole("button", { name: "Open text" }).click();
    const boxes = pane(page(), "wide.md").locator(".table");
    await expectShown(boxes.first());
    for (const width of [1440, 360]) {
      await page().setViewportSize({ width, height: 740 });
      // Each cell of the sheet is one line high, and it alone is wider than its box.
      const heights = await page().evaluate("[...document.querySelectorAll('.table')[0].querySelectorAll('th, td')].map((cell) => cell.clientHeight)");
      expect([...new Set(z.array(z.number()).parse(heights))]).toEqual([28]);
      expect(await page().evaluate("[...document.querySelectorAll('.table, .pane-body')].map((box) => box.scrollWidth > box.clientWidth)")).toEqual([
        false,
        true,
        false,
      ]);
      expect(await page().evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
  });

  it("are told apart by their names after a reload, and the line of one opens to its whole command, which is broken behind slashes only", async () => {
    await give(page(), [{ name: "fn.docx", mimeType: "", buffer: proseDocx("Sow in April") }]);
    await expectShown(card(page(), "fn.docx").getByText("12 characters"));
    const path = `.agents/uploads/${await stage.parley.threadOf("demo")}/`;
    const line = page().getByRole("log").getByRole("button", { name: "doc extract fn" });
    for (const width of [1440, 360]) {
      await page().setViewportSize({ width, height: 740 });
      await page().reload();
      await expectShown(line.getByText("fn", { exact: true }));
      expect(
        await page().evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.ran-open .file-name > .clip'))"),
      ).toBe(true);
      await line.click();
      await expectText(page().locator(".whole"), `doc extract --in "${path}fn.docx" --mode md`);
      expect(await page().locator(".whole > span").allTextContents()).toContain(path.slice(".agents/uploads/".length));
      expect(await page().evaluate("[...document.querySelectorAll('.whole > span')].every((one) => one.offsetHeight <= 18)")).toBe(true);
      // How it stands and when are level with who.
      await expectLevel(page(), [".ran-line .who", ".ran-line .end", ".ran-line .at"]);
    }
  });

  it("of a member wait for somebody's yes, say so, and go on with it", async () => {
    const { id } = z.object({ id: z.string() }).parse((await stage.parley.api("POST", "/api/threads", { topic: "papers" })).body);
    const token = await stage.parley.person("Bo", "member");
    await page().evaluate(`localStorage.setItem("parley.token", ${JSON.stringify(token)})`);
    await page().goto(`${stage.parley.url}/#thread=${id}`);
    await page().reload();
    await expectShown(page().getByRole("heading", { name: "papers" }));
    await give(page(), [{ name: "plan.docx", mimeType: "", buffer: proseDocx("Sow in April") }]);
    await expectShown(card(page(), "plan.docx").getByText(documentWords.en.waitsForYes));
    expect(await page().locator(".paper progress").count()).toBe(0);
    const line = page()
      .getByRole("log")
      .getByRole("button", { name: /^waiting You doc extract plan ?\.docx Waiting for approval$/ });
    await expectShown(line);
    await page().keyboard.press("Control+Backquote");
    await expectShown(page().getByRole("region", { name: "Terminal" }).locator(".end").getByText(en.waitsForApproval));
    await page().keyboard.press("Escape");
    // On a phone the button that stops it, and since when, stand beside that.
    await page().setViewportSize({ width: 360, height: 740 });
    await expectLevel(page(), [".waits .who", ".waits .end", ".waits .button", ".waits .at"]);
    const question = await stage.parley.openQuestion();
    expect((await stage.parley.api("POST", `/api/questions/${question.id}/answer`, { choice: "1" })).status).toBe(200);
    await expectShown(card(page(), "plan.docx").getByText("12 characters"));
    await card(page(), "plan.docx").getByRole("button", { name: "Open text" }).click();
    await expectShown(pane(page(), "plan.docx").getByText("Sow in April"));
  });
});

describe("documents in the page, in Chinese", () => {
  const stage = setRealStage("language: zh-CN\n", "zh-CN", zh);
  const page = () => stage.page;

  it("speak Chinese from the drop to the text", async () => {
    await drop(page(), files(), { letGo: false });
    await expectShown(page().getByText("松开即可把文件加入消息"));
    await give(page(), files(), zh);
    await drop(page(), [large]);
    await expectShown(card(page(), report.name).getByText(/3 页，3 个表格，\d+ 个字符/));
    await expectShown(chip(page(), "large.pdf").getByText(/上传的文件不能超过 2\.0 MB/));
    await expectShown(added(page(), "picture.png").getByRole("button", { name: "按图片识别（OCR）" }));
    await card(page(), report.name).getByRole("button", { name: "打开文字" }).click();
    const text = page().getByRole("complementary", { name: `${report.name} 的文字` });
    await expectShown(text.getByText("第 3 页"));
    await text.getByRole("button", { name: "交给智能体" }).click();
    await expect.poll(() => page().getByRole("textbox", { name: "消息" }).inputValue()).toMatch(/^请读 \.agents\/artifacts\/.*\.md，这是 收成报告/);
    await page().evaluate(axe.source);
    expect(await violationsIn(page(), ".columns")).toEqual([]);
  });
});

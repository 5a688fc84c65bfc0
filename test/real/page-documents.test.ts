import { readFile } from "node:fs/promises";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { oldOffice, lockedPdf, pictureOf, proseDocx, reportPdf, richFiles, scanOf, smallXlsx } from "#test/fakes/documents/samples";
import { verifies } from "#test/verifies";
import { added, card, chip, drop, give, type GivenFile, pane, paste, setRealStage } from "./page-documents-stage.ts";
import { expectGone, expectShown, expectValue } from "./page-stage.ts";
import { documentWords } from "#web/words/documents.ts";

const stage = setRealStage();
const page = () => stage.page;
const log = () => page().getByRole("log");
const message = () => page().getByRole("textbox", { name: "Message", exact: true });
const uploads = async (): Promise<readonly string[]> => {
  const folder = join(stage.parley.home, ".agents/uploads", await stage.parley.threadOf("demo"));
  return existsSync(folder) ? readdirSync(folder) : [];
};

const pdf = (name = "harvest 2025.pdf", pages = 3): GivenFile => ({ name, mimeType: "application/pdf", buffer: Buffer.from(reportPdf(pages)) });
const docx = (name: string, words: string): GivenFile => ({ name, mimeType: "", buffer: proseDocx(words) });

describe("a document that is dropped into the conversation", () => {
  it("is sent, read and summed up in a card below its run, and its text opens beside it", async () => {
    await drop(page(), [pdf()], { letGo: false });
    await expectShown(page().getByText("Drop the files to add them to your message"));
    await give(page(), [pdf()]);
    await expectGone(page().getByText("Drop the files to add them to your message"));
    const its = card(page(), "harvest 2025.pdf");
    await expectShown(its.getByText(/3 pages, 3 tables, \d+ characters/));
    await expectShown(log().getByRole("button", { name: /^done.*You.*doc extract harvest 2025 ?\.pdf.*exit 0/ }));
    expect(await uploads()).toEqual(["harvest 2025.pdf"]);
    await its.getByRole("button", { name: "Open text" }).click();
    const text = pane(page(), "harvest 2025.pdf");
    await expectShown(text.getByText("Page 3 of the harvest report"));
    await expectShown(text.getByText("今年的收成很好").first());
    expect(await text.getByText(/^Page \d$/).allTextContents()).toEqual(["Page 1", "Page 2", "Page 3"]);
    expect(await text.getByRole("cell").allTextContents()).toEqual(["Ada", "12", "Ada", "12", "Ada", "12"]);
    // Beside the conversation, not over it.
    const [left, right] = [await log().boundingBox(), await text.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    await text.getByRole("button", { name: "Copy" }).click();
    expect(await page().evaluate("navigator.clipboard.readText()")).toContain("Page 2 of the harvest report");
    const [download] = await Promise.all([page().waitForEvent("download"), text.getByRole("button", { name: "Download" }).click()]);
    expect([download.suggestedFilename(), new URL(download.url()).pathname]).toEqual(["harvest 2025.md", expect.stringMatching(/^\/run-files\/run_/)]);
    await page().keyboard.press("Escape");
    await expectGone(text);
    await expect.poll(() => page().evaluate("document.activeElement.textContent")).toBe("Open text");
  });

  it("is handed to the agent as a line in the composer, which nobody has sent", async () => {
    await give(page(), [docx("plan.docx", "Sow in April")]);
    await message().fill("Look:");
    await card(page(), "plan.docx").getByRole("button", { name: "Hand it to the agent" }).click();
    await expect.poll(() => message().inputValue()).toMatch(/^Look:\nRead \.agents\/artifacts\/run_\w+\/plan\.md, the text of plan\.docx\.$/);
    expect(await page().evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Message");
    await expectGone(log().getByText("Look:"));
  });

  it("is in the thread for everybody: after a reload its run opens to the same text", async () => {
    await give(page(), [docx("plan.docx", "Sow in April")]);
    await expectShown(card(page(), "plan.docx").getByText("12 characters"));
    await page().reload();
    const run = log().getByRole("button", { name: /^done.*doc extract/ });
    await expectShown(run);
    await expectGone(card(page(), "plan.docx"));
    await run.click();
    await card(page(), "plan.docx").getByRole("button", { name: "Open text" }).click();
    await expectShown(pane(page(), "plan.docx").getByText("Sow in April"));
  });

  it("without text is read as pictures when somebody says so", async () => {
    const scan = Buffer.from(scanOf(await pictureOf("Harvest of the", "northern fields")));
    await give(page(), [{ name: "scan.pdf", mimeType: "application/pdf", buffer: scan }]);
    const its = card(page(), "scan.pdf");
    await expectShown(its.getByText("NoText"));
    await its.getByRole("button", { name: documentWords.en.ocr }).click();
    await expectShown(log().getByRole("button", { name: /^done.*doc ocr scan ?\.pdf/ }));
    await its.last().getByRole("button", { name: "Open text" }).click();
    await expectShown(pane(page(), "scan.pdf").getByText("northern fields"));
  }, 120_000);

  it.each([
    ["locked.pdf", () => Buffer.from(lockedPdf()), "Encrypted", "save it without one"],
    ["old.doc", () => oldOffice("WordDocument"), "NotSupported", "save it as .docx"],
    ["empty.docx", () => proseDocx(""), "NoText", "The document contains no text"],
    ["torn.pdf", () => Buffer.from(reportPdf()).subarray(0, 300), "Damaged", ""],
  ])("that cannot be read says so and what to do: %s", async (name, make, code, wayOut) => {
    await give(page(), [{ name, mimeType: "", buffer: make() }]);
    const refusal = card(page(), name).locator(".refusal");
    await expectShown(refusal.getByText(code));
    expect(await refusal.textContent()).toContain(wayOut);
    await expectGone(card(page(), name).getByRole("button", { name: documentWords.en.ocr }));
  });

  it("tells how far it is, is stopped, and is read again", async () => {
    await give(page(), [pdf("long.pdf", 3_000)]);
    await expectShown(page().getByRole("progressbar", { name: "Reading long.pdf" }));
    await expectShown(card(page(), "long.pdf").getByText(/\d+ % read/));
    await log()
      .getByRole("button", { name: /^Stop doc extract/ })
      .click();
    await expectShown(card(page(), "long.pdf").getByText("Stopped", { exact: true }));
    await card(page(), "long.pdf").getByRole("button", { name: "Read it again" }).click();
    await expectShown(card(page(), "long.pdf").getByText(/3,000 pages/));
    await card(page(), "long.pdf").last().getByRole("button", { name: "Open text" }).click();
    const text = pane(page(), "long.pdf");
    await expectShown(text.getByText("Page 2 of the harvest report"));
    expect(await text.getByText("of the harvest report").count()).toBeLessThan(1_500);
    await text.getByRole("button", { name: /^Show more \(1 of \d+ parts\)$/ }).click();
    await expectShown(text.getByRole("button", { name: /^Show more \(2 of \d+ parts\)$/ }));
  });
});

describe("files that are attached", () => {
  verifies("TE-DOC-1", "come by keys alone, several at once, whatever they are, and those that are documents are read", async () => {
    const button = page().getByRole("button", { name: "Attach" });
    await button.focus();
    const [chooser] = await Promise.all([page().waitForEvent("filechooser"), page().keyboard.press("Enter")]);
    expect(chooser.isMultiple()).toBe(true);
    await chooser.setFiles([
      { name: "numbers.xlsx", mimeType: "", buffer: smallXlsx() },
      { name: "slides.pptx", mimeType: "", buffer: richFiles["slides.pptx"]() },
      { name: "notes.docx", mimeType: "", buffer: richFiles["notes.docx"]() },
      pdf("report.pdf"),
      { name: "blob.bin", mimeType: "", buffer: Buffer.from([0, 1, 2, 3]) },
    ]);
    await expect.poll(() => page().locator(".file-chip.kept").count()).toBe(5);
    await message().focus();
    await page().keyboard.press("Enter");
    await expectShown(card(page(), "numbers.xlsx").getByText(/1 sheet, 1 table/));
    await expectShown(card(page(), "slides.pptx").getByText(/2 slides/));
    await expectShown(card(page(), "notes.docx").getByRole("button", { name: "Open text" }));
    await expectShown(card(page(), "report.pdf").getByText(/3 pages/));
    await expectShown(added(page(), "blob.bin").getByText("4 B"));
    expect([...(await uploads())].toSorted()).toEqual(["blob.bin", "notes.docx", "numbers.xlsx", "report.pdf", "slides.pptx"]);
  });

  it("are there after a reload, whatever they are, to be read and downloaded", async () => {
    await give(page(), [
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("remember the milk") },
      { name: "blob.bin", mimeType: "", buffer: Buffer.from([0, 1, 2, 3]) },
    ]);
    await expectShown(added(page(), "notes.txt"));
    await expectShown(added(page(), "blob.bin"));
    await expectGone(page().locator(".paper"));
    await page().reload();
    const [download] = await Promise.all([page().waitForEvent("download"), added(page(), "blob.bin").locator("button.artifact").click()]);
    expect(await readFile(await download.path())).toEqual(Buffer.from([0, 1, 2, 3]));
    await added(page(), "notes.txt").getByRole("button", { name: "Open text" }).click();
    await expectShown(pane(page(), "notes.txt").getByText("remember the milk"));
  });

  it("as text open as they are, in the encodings of Chinese programs too, and nothing in them does anything", async () => {
    const hostile = '<img src="https://elsewhere.example/x.png"><script>document.title = "hit"</script>\n![x](https://elsewhere.example/y.png)\n';
    const gbk = Buffer.from("d6d0cec4cac7d6d0ced2", "hex");
    await give(page(), [
      { name: "hostile.md", mimeType: "text/markdown", buffer: Buffer.from(hostile) },
      { name: "旧.txt", mimeType: "text/plain", buffer: gbk },
    ]);
    await added(page(), "hostile.md").getByRole("button", { name: "Open text" }).click();
    await expectShown(pane(page(), "hostile.md").getByText("document.title"));
    expect(await pane(page(), "hostile.md").locator("img, script").count()).toBe(0);
    await added(page(), "旧.txt").getByRole("button", { name: "Open text" }).click();
    await expectShown(pane(page(), "旧.txt").getByText("中文"));
    await pane(page(), "旧.txt").getByRole("button", { name: "Hand it to the agent" }).click();
    await expectValue(message(), `Read .agents/uploads/${await stage.parley.threadOf("demo")}/旧.txt.`);
    expect(await page().title()).not.toBe("hit");
  });

  it("as pictures are kept, pasted ones too, and read when somebody says so", async () => {
    const buffer = await pictureOf("Harvest of the", "northern fields");
    await message().focus();
    await paste(page(), { name: "image.pgm", mimeType: "", buffer });
    await expectShown(chip(page(), "image.pgm").and(page().locator(".kept")));
    await page().keyboard.press("Enter");
    await added(page(), "image.pgm").getByRole("button", { name: documentWords.en.ocr }).click();
    await card(page(), "image.pgm").getByRole("button", { name: "Open text" }).click();
    await expectShown(pane(page(), "image.pgm").getByText("northern fields"));
  }, 120_000);

  it("that are too large say the limit, and leave nothing", async () => {
    await drop(page(), [{ name: "large.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(3 * 1024 * 1024) }]);
    await expectShown(chip(page(), "large.pdf").getByText(/2\.0 MB/));
    await expectShown(chip(page(), "large.pdf").getByRole("button", { name: "Try again" }));
    expect(await uploads()).toEqual([]);
  });

  it("are cancelled on their way, and leave nothing", async () => {
    const session = await page().context().newCDPSession(page());
    await session.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 });
    await drop(page(), [{ name: "slow.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(1_900_000) }]);
    await expectShown(page().getByRole("progressbar", { name: "Sending slow.pdf" }));
    await expectShown(chip(page(), "slow.pdf").getByText(/^sending, .* of 1\.9 MB$/));
    await page().getByRole("button", { name: "Remove slow.pdf" }).click();
    await expectGone(chip(page(), "slow.pdf"));
    await expect.poll(uploads).toEqual([]);
  });

  it("are not taken by a thread that is closed, and one that is let go beside the conversation takes nobody away", async () => {
    await drop(page(), [pdf()], { onto: ".side.left" });
    await stage.parley.api("POST", `/api/threads/${await stage.parley.threadOf("demo")}/state`, { state: "archived" });
    await expectGone(page().getByRole("button", { name: "Attach" }));
    await drop(page(), [pdf()]);
    expect(await uploads()).toEqual([]);
    expect(await chip(page(), "harvest 2025.pdf").count()).toBe(0);
  });
});

import { globSync, mkdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { messageWire } from "#protocol/wire";
import { en } from "#web/words/en.ts";
import { added, chip, drop, setRealStage } from "./page-documents-stage.ts";
import { expectGone, expectShown, expectValue } from "./page-stage.ts";

const stage = setRealStage();
const page = () => stage.page;
const message = () => page().getByRole("textbox", { name: "Message", exact: true });
const send = () => page().getByRole("button", { name: en.send, exact: true });
const picture = () => ({ name: "page.png", mimeType: "image/png", buffer: readFileSync("web/public/icon-192.png") });
const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("remember the milk") };

const lines = async (): Promise<readonly z.infer<typeof messageWire>[]> =>
  z.array(messageWire).parse((await stage.parley.api("GET", `/api/threads/${await stage.parley.threadOf("demo")}/messages`)).body);

describe("files in the composer", () => {
  it("wait there with their preview, are removed one by one, and go with the words as one message that the session gets", async () => {
    await drop(page(), [picture(), notes, { ...notes, name: "mistake.txt" }]);
    await expectShown(chip(page(), "page.png").locator("canvas"));
    expect(Number(await chip(page(), "page.png").locator("canvas").getAttribute("width"))).toBeGreaterThan(0);
    await expect.poll(() => page().locator(".file-chip.kept").count()).toBe(3);
    expect(await lines()).toEqual([]);
    await chip(page(), "mistake.txt").getByRole("button", { name: "Remove mistake.txt" }).click();
    await message().fill("files");
    await look("composer");
    await send().click();
    await expectShown(added(page(), "page.png").getByRole("img", { name: "page.png" }));
    const [said] = await lines();
    // What the session's agent was handed with the prompt.
    await expect
      .poll(() => globSync("**/files/*/*", { cwd: stage.parley.home }).map((path) => path.split("/").slice(-4)))
      .toEqual(["notes.txt", "page.png"].map((name) => ["demo", "files", said?.id, name]));
    expect(said).toMatchObject({ content: "files", author_kind: "person", artifacts: [{ name: "page.png" }, { name: "notes.txt" }] });
    await expectGone(page().locator(".file-chip"));
    await page().reload();
    const original = added(page(), "page.png");
    await expectShown(original.getByRole("img", { name: "page.png" }));
    const [download] = await Promise.all([page().waitForEvent("download"), original.locator("button.artifact").click()]);
    expect((await readFile(await download.path())).equals(picture().buffer)).toBe(true);
    await look("conversation");
    await page().setViewportSize({ width: 390, height: 844 });
    await look("phone");
    expect(await page().evaluate("document.documentElement.scrollWidth")).toBe(390);
  });

  it("stay over a reload, and a file without a word is a line that names it", async () => {
    await drop(page(), [notes]);
    await expectShown(chip(page(), "notes.txt").and(page().locator(".kept")));
    await page().reload();
    await expectShown(chip(page(), "notes.txt"));
    await message().press("Enter");
    await expectShown(added(page(), "notes.txt"));
    expect((await lines())[0]).toMatchObject({ content: "notes.txt", artifacts: [{ name: "notes.txt", bytes: 17 }] });
  });

  it("that are too large or come with a command hold the message back, and say why", async () => {
    await drop(page(), [{ name: "large.bin", mimeType: "", buffer: Buffer.alloc(3 * 1024 * 1024) }]);
    await message().fill("here it is");
    await expectShown(chip(page(), "large.bin").getByText(/2\.0 MB/));
    await message().press("Enter");
    await expectShown(page().getByText(en.fileRefused));
    await expectValue(message(), "here it is");
    await look("refused");
    await chip(page(), "large.bin").getByRole("button", { name: "Remove large.bin" }).click();
    await drop(page(), [notes]);
    await expectShown(chip(page(), "notes.txt").and(page().locator(".kept")));
    await message().fill("!!status");
    await message().press("Enter");
    await expectShown(page().getByText(en.commandWithFiles));
    expect(await lines()).toEqual([]);
  });
});

/** A picture is kept where a folder for them is named: PARLEY_SHOTS=/tmp/shots vitest run test/real/page-attachments.test.ts */
async function look(name: string): Promise<void> {
  const folder = process.env["PARLEY_SHOTS"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page().screenshot({ path: `${folder}/${name}.png` });
}

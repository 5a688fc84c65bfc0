import { expect, it } from "vitest";
import { z } from "zod";
import { en } from "#web/words/en.ts";
import { endWord, hostileLines } from "./hostile-lines.ts";
import { setRealStage } from "./page-documents-stage.ts";
import { expectShown } from "./page-stage.ts";

const stage = setRealStage();
const page = () => stage.page;
const message = z.object({ id: z.string(), seq: z.number() });

/** The hub counts bytes: of a text with characters of three bytes it takes a third. */
const fitting = (text: string): string => (text.length * 3 < 256 * 1024 ? text : `${text.slice(0, 80_000)} ${endWord}`);

async function say(name: string): Promise<{ readonly text: string; readonly seq: number; readonly thread: string }> {
  const thread = message.pick({ id: true }).parse((await stage.parley.api("POST", "/api/threads", { topic: name })).body).id;
  const text = fitting(hostileLines[name] ?? "");
  const { seq } = message.parse((await stage.parley.api("POST", `/api/threads/${thread}/messages`, { content: text })).body);
  await page().goto(`${stage.parley.url}/#thread=${thread}`);
  await expectShown(page().locator(`#line-${seq} .piece`).first());
  return { text, seq, thread };
}

it.each(["zero-width characters", "bidi controls", "a table of small cells", "tags that look like HTML", "one code fence that never closes"])(
  "a long line is shown whole on request, copied whole and found by its last word, and nothing in it runs: %s",
  async (name) => {
    await page().evaluate("window.alert = () => { throw new Error('a script of the line ran'); }");
    const { text, seq } = await say(name);
    const line = page().locator(`#line-${seq}`);
    expect(await line.getByText(endWord).count()).toBe(0);
    await line.hover();
    await line.getByRole("button", { name: en.copyText }).click();
    await expectShown(line.getByRole("button", { name: en.copied }).first());
    expect((await page().evaluate("navigator.clipboard.readText()")) === text).toBe(true);
    const allOfIt = line.getByRole("button", { name: en.allOfIt, exact: true });
    await allOfIt.click();
    await expect.poll(() => allOfIt.count(), { timeout: 60_000 }).toBe(0);
    // The focus stays with the line whose button has gone.
    expect(await page().evaluate("document.activeElement.id")).toBe(`line-${seq}`);
    // Drawn piece by piece; long code in it is not folded once more.
    await expect.poll(() => line.getByText(endWord).count(), { timeout: 60_000 }).toBe(1);
    expect(await line.locator(".unfold").count()).toBe(0);
    expect(await line.locator("script, img, iframe").count()).toBe(0);
    await page().getByRole("searchbox").fill(endWord);
    await expectShown(
      page()
        .getByRole("link", { name: new RegExp(name) })
        .first(),
    );
  },
  90_000,
);

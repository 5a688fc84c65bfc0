import { describe, expect, it } from "vitest";
import { channelTexts } from "#channels/kit/texts";
import { fileTexts } from "#hub/files/texts";
import { say } from "#lib/words/words";
import { openFiveChats, type ChatSide } from "./five-chats.ts";

const mega = 1024 * 1024;
/** Beyond Discord's and Feishu's limit; beyond Telegram's too; beyond all. */
const sizes = { some: 31 * mega, most: 51 * mega, all: 101 * mega };

const script = Object.entries(sizes)
  .map(
    ([name, bytes]) =>
      `on "make ${name}"\n  make "${name}.bin" mime "application/octet-stream" "The ${name}" times ${bytes / 1024}\n    | ${"x".repeat(1023)}\n  say "Made ${name}."\n`,
  )
  .join("\n");
const limits = "limits: { artifact_mb: 200, upload_mb: 30 }";

/** The largest file that each takes, in words. */
const takes: Readonly<Record<ChatSide["name"], string>> = { Telegram: "50 MB", Discord: "10 MB", Feishu: "30 MB", QQ: "100 MB", IRC: "" };

/** Without what platforms put before characters that they would read as marks; IRC cuts a sentence into lines. */
const bare = (text: string): string => text.replaceAll(/[\\*_`\s]/g, "");
const shows = (side: ChatSide, text: string) => (): boolean =>
  bare(
    side
      .heard()
      .map((one) => one.text)
      .join(" "),
  ).includes(bare(text));

describe("a file that is too large for a chat", { timeout: 400_000 }, () => {
  it("on its way out arrives where it is taken; elsewhere it is told why not, and which chat or the page has it", async () => {
    await using at = await openFiveChats(`${script}\notherwise\n  say "did {prompt}" every 0ms\n`, limits);
    await using hub = await at.start();
    // Each chat shows the session once somebody has spoken there.
    for (const side of at.sides) {
      side.say(`from ${side.name}`);
      await side.until(shows(side, `did from ${side.name}`));
    }
    for (const [name, takers] of [
      ["some", ["QQ", "Telegram"]],
      ["most", ["QQ"]],
      ["all", []],
    ] as const) {
      const isTaker = (side: ChatSide): boolean => takers.some((taker) => taker === side.name);
      at.sides[0]?.say(`make ${name}`);
      for (const side of at.sides) {
        if (isTaker(side)) {
          await side.until(() => side.heard().find(({ file }) => file?.name === `${name}.bin` && file.bytes === sizes[name]));
          continue;
        }
        const about = { name: `${name}.bin`, size: `${sizes[name] / mega} MB` };
        const max = takes[side.name];
        const why = max === "" ? say("en", channelTexts.takesNoFiles, about) : say("en", channelTexts.fileTooLarge, { ...about, max });
        // Everybody is told of the page, and of the other chats of the conversation that take it.
        expect(why).toContain("page");
        await side.until(shows(side, why));
        if (takers.length > 0)
          await side.until(() =>
            new RegExp(`alsoin[^.]*(?:${takers.join("|")})`).test(
              bare(
                side
                  .heard()
                  .map(({ text }) => text)
                  .join(" "),
              ),
            ),
          );
      }
      for (const side of at.sides) await side.until(shows(side, `Made ${name}.`));
    }
    const files = Object.fromEntries(at.sides.map((side) => [side.name, side.heard().filter(({ file }) => file !== undefined).length]));
    expect(files).toEqual({ Telegram: 1, Discord: 0, Feishu: 0, QQ: 2, IRC: 0 });
    expect((await hub.stop()).code).toBe(0);
  });

  it("on its way in is told with its limit and the way out, in the chat it came from, and its prompt goes on without it", async () => {
    await using at = await openFiveChats('otherwise\n  say "did {prompt} with {files}" every 0ms\n', limits);
    await using hub = await at.start();
    for (const side of at.sides) {
      // IRC has no files.
      if (side.name === "IRC") continue;
      const name = `from${side.name}.bin`;
      side.say("look at this", [{ name, mime: "application/octet-stream", content: Buffer.alloc((side.name === "Telegram" ? 25 : 31) * mega) }]);
      const reason =
        side.name === "Telegram" ? say("en", fileTexts.incomingOverPlatform, { max: "20.0 MB" }) : say("en", fileTexts.incomingTooLarge, { max: "30.0 MB" });
      await side.until(shows(side, say("en", fileTexts.incomingFailed, { name, reason })));
      await side.until(shows(side, "did look at this"));
    }
    expect((await hub.stop()).code).toBe(0);
  });
});

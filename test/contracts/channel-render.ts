import fc from "fast-check";
import { expect, it } from "vitest";
import { measure } from "#channels/kit/measure-text";
import { channelTexts } from "#channels/kit/texts";
import type { Part, Piece } from "#domain/channel";
import { say } from "#lib/words/words";
import type { ChannelWorld, OpenWorld, WorldOptions } from "./channel-world.ts";

const words = (count: number, word: (i: number) => string): readonly string[] => Array.from({ length: count }, (_, i) => word(i));

const texts: readonly { readonly what: string; readonly markdown: string; readonly kept: readonly string[] }[] = [
  { what: "a short line", markdown: "hello", kept: ["hello"] },
  { what: "many words", markdown: words(2_000, (i) => `word${i}.`).join(" "), kept: words(2_000, (i) => `word${i}.`) },
  { what: "paragraphs", markdown: words(400, (i) => `Paragraph${i} of some length.`).join("\n\n"), kept: words(400, (i) => `Paragraph${i}`) },
  {
    what: "Chinese without a space",
    markdown: words(3_000, (i) => `第${i}字`).join(""),
    kept: words(3_000, (i) => `第${i}字`).filter((_, i) => i % 500 === 250),
  },
  { what: "emoji made of several", markdown: "👩‍👩‍👧‍👦".repeat(400), kept: ["👩‍👩‍👧‍👦"] },
  { what: "one word longer than the limit", markdown: "x".repeat(10_000), kept: ["xxxx"] },
  {
    what: "a long code block",
    markdown: `Before.\n\n\`\`\`ts\n${words(600, (i) => `const line${i} = ${i};`).join("\n")}\n\`\`\`\n\nAfter.`,
    kept: ["Before", ...words(600, (i) => `line${i} `), "After"],
  },
  {
    what: "lists and headings",
    markdown: words(300, (i) => `## Heading${i}\n\n- item${i}a\n  - item${i}b`).join("\n"),
    kept: words(300, (i) => `Heading${i}`),
  },
];

export function renderContract(open: OpenWorld): void {
  const rendering = async (options: WorldOptions, test: (world: ChannelWorld) => void): Promise<void> => {
    await using world = await open(options);
    await using _ = world.channel;
    test(world);
  };

  it.each(texts)("$what: nothing is left out, every piece is within the limit and valid Unicode", async ({ markdown, kept }) => {
    await rendering({}, (world) => {
      const shown = read(world, [{ kind: "text", markdown }]);
      const whole = wholeText(world, markdown);
      expectWithinLimit(world, shown);
      expectInOrder(whole ?? shown.join("\n"), kept);
      expect(lostFrom(markdown.replaceAll("```ts", "```"), whole ?? shown.join(""))).toBe("");
    });
  });

  it("lesson 11: a table longer than the limit is split between rows, and every cell of 100 rows is there", async () => {
    await rendering({}, (world) => {
      const cells = words(100, (i) => `name${i}- 数量${i}- note${i}-`);
      const markdown = [
        "Here it is:",
        "",
        "| Name | Count | Note |",
        "| --- | ---: | --- |",
        ...cells.map((row) => `| ${row.split(" ").join(" | ")} |`),
        "",
        "That was it.",
      ].join("\n");
      const shown = read(world, [{ kind: "text", markdown }]);
      expectWithinLimit(world, shown);
      expectInOrder(shown.join("\n"), ["Here it is", ...cells.flatMap((row) => row.split(" ")), "That was it"]);
      for (const row of cells) expect(shown.filter((text) => row.split(" ").every((cell) => text.includes(cell)))).not.toEqual([]);
    });
  });

  it("lesson 11: a table with a cell longer than the limit loses nothing", async () => {
    await rendering({}, (world) => {
      const long = words(1_500, (i) => `c${i}.`).join(" ");
      const shown = read(world, [{ kind: "text", markdown: `| a | b |\n| - | - |\n| short | ${long} |\n| last | one |` }]);
      expectWithinLimit(world, shown);
      expectInOrder(shown.join(" "), ["short", "c0.", "c1499.", "last", "one"]);
    });
  });

  it("any text: no letter is lost or out of order, every piece is within the limit and none is empty", async () => {
    await rendering({}, (world) => {
      const marks = [
        "你好世界",
        "😀👍🏽",
        "é́",
        "**bold**",
        "**",
        "*",
        "_",
        "`code`",
        "`",
        "snake_case_word",
        "1.",
        "-",
        "#",
        ">",
        "|",
        "[",
        "](",
        "\\",
        "\n",
        "\n\n",
        "\n```\n",
        "\n~~~~\n",
        "\n| a | b |\n|-|-|\n",
      ];
      const word = fc.oneof(fc.stringMatching(/^[a-z]{1,12}$/), fc.constantFrom(...marks));
      fc.assert(
        fc.property(fc.array(word, { maxLength: 60 }), fc.integer({ min: 1, max: 60 }), (list, times) => {
          const markdown = Array.from({ length: times }, () => list.join(" ")).join("\n");
          const shown = read(world, [{ kind: "text", markdown }]);
          expectWithinLimit(world, shown);
          expect(lostFrom(markdown, wholeText(world, markdown) ?? shown.join(""))).toBe("");
        }),
        { numRuns: 60 },
      );
    });
  });

  it("rendering is pure: the same parts give the same pieces, plain JSON, and are not changed", async () => {
    await rendering({}, (world) => {
      const parts = deepFreeze<readonly Part[]>([
        { kind: "head", text: "site · asked by Ann" },
        { kind: "text", markdown: "# Title\n\nSome *words*." },
        { kind: "buttons", question: "que_1", options: [{ id: "y", label: "Yes", data: "q:que_1:y" }] },
      ]);
      const once = world.channel.render(parts, world.direct);
      expect(world.channel.render(parts, world.direct)).toEqual(once);
      expect(JSON.parse(JSON.stringify(once))).toEqual(once);
    });
  });

  it("the head comes first, right above the text", async () => {
    await rendering({}, (world) => {
      const long = words(1_000, (i) => `word${i}`).join(" ");
      const shown = read(world, [
        { kind: "text", markdown: long },
        { kind: "head", text: "site · asked by Ann" },
      ]);
      expect(shown[0]).toMatch(/site · asked by Ann\s+word0 /);
    });
  });

  it("without buttons the options stand in the text with numbers and how to answer", async () => {
    await rendering({ buttons: false }, (world) => {
      const shown = read(world, [
        { kind: "text", markdown: "May it run?" },
        {
          kind: "buttons",
          question: "que_1",
          options: [
            { id: "y", label: "Allow once", data: "q:que_1:y" },
            { id: "n", label: "Deny", data: "q:que_1:n" },
          ],
        },
      ]);
      expectInOrder(shown.join("\n"), ["May it run?", "1. Allow once", "2. Deny", "Answer with"]);
    });
  });

  it("a file that the platform does not take is told in words with its name and where it is", async () => {
    await rendering({ fileBytes: 10 }, (world) => {
      const shown = read(world, [aFile({})]);
      expectInOrder(shown.join("\n"), ["big.zip", "4.8 MB", "page", "Everything"]);
    });
  });

  it("and with the other chats of the conversation that take it, if there are any; where it is taken they are not named", async () => {
    await rendering({ fileBytes: 10 }, (world) => {
      const shown = read(world, [aFile({ takenBy: ["Telegram", "QQ"] })]);
      expectInOrder(shown.join("\n"), ["big.zip", "4.8 MB", "page", "Telegram, QQ", "Everything"]);
      expect(read(world, [aFile({ takenBy: [] })]).join("\n")).not.toContain(say("en", channelTexts.fileElsewhere, { chats: "" }).split(",")[0]);
    });
    await rendering({}, (world) => {
      const isTaken = world.channel.can.fileBytes >= 10;
      expect(
        read(world, [aFile({ bytes: 10, takenBy: ["Telegram"] })])
          .join("\n")
          .includes("Telegram"),
      ).toBe(!isTaken);
    });
  });
}

function aFile(more: Partial<Extract<Part, { kind: "file" }>>): Part {
  return { kind: "file", artifact: "art_1", path: "/x", name: "big.zip", mime: "application/zip", bytes: 5_000_000, description: "Everything", ...more };
}

/** What people read of the parts, one text per piece that is no file. */
function read(world: ChannelWorld, parts: readonly Part[]): readonly string[] {
  return world.channel.render(parts, world.direct).flatMap((piece: Piece) => world.textOf(piece) ?? []);
}

/** Of a text that became a file. */
function wholeText(world: ChannelWorld, markdown: string): string | undefined {
  return world.channel
    .render([{ kind: "text", markdown }], world.direct)
    .map((piece) => world.wholeTextOf?.(piece))
    .find((text) => text !== undefined);
}

function expectWithinLimit(world: ChannelWorld, shown: readonly string[]): void {
  for (const text of shown) {
    expect(measure(text, world.limit.unit)).toBeLessThanOrEqual(world.limit.most);
    expect(text.isWellFormed()).toBe(true);
    expect(text.trim()).not.toBe("");
  }
}

function expectInOrder(text: string, kept: readonly string[]): void {
  let at = 0;
  for (const word of kept) {
    const found = text.indexOf(word, at);
    expect({ word, found: found >= 0 }).toEqual({ word, found: true });
    at = found + word.length;
  }
}

/** What is left of the letters once they cannot be found in their order. A platform may add marks and repeat heads; it may not swallow a letter. */
function lostFrom(markdown: string, shown: string): string {
  let at = 0;
  const letters = markdown.match(/[\p{L}\p{Extended_Pictographic}]/gu) ?? [];
  for (const [i, letter] of letters.entries()) {
    const found = shown.indexOf(letter, at);
    if (found === -1) return letters.slice(i, i + 40).join("");
    at = found + letter.length;
  }
  return "";
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

import { expect, it } from "vitest";
import type { Inbound } from "#domain/channel";
import { verifies } from "#test/verifies";
import { unless, withWorld, type Lacks, type OpenWorld } from "./channel-world.ts";

export function inboundContract(open: OpenWorld, lacks: Lacks): void {
  verifies("C-3.2-4", "a message carries platform, user id, chat id, content and time", async () => {
    await withWorld(open, {}, async (world, desk) => {
      const before = Date.now();
      const ref = world.says(world.direct, "你好 hello");
      world.says(world.group, "to all");
      const [alone, among] = await desk.until(() => desk.events.length === 2 && byText(desk.events, "你好 hello", "to all"));
      const by = { kind: "account", account: `${world.platform}:${world.person.id}`, name: world.person.name };
      expect(alone).toMatchObject({
        from: world.direct,
        direct: true,
        by,
        what: { kind: "said", text: "你好 hello", ...(lacks.refs === undefined ? { ref } : {}) },
      });
      expect(among).toMatchObject({ from: world.group, direct: false, by, what: { kind: "said", text: "to all" } });
      // Platforms with whole seconds may be a second behind.
      expect(alone?.at).toBeGreaterThanOrEqual(before - 1_000);
      expect(alone?.at).toBeLessThanOrEqual(Date.now() + 1_000);
    });
  });

  unless(lacks, "mentions")("in a group a line is addressed by a mention, which is not part of its text; in a direct chat every line is", async () => {
    await withWorld(open, {}, async (world, desk) => {
      world.says(world.direct, "alone");
      await desk.until(() => desk.events.length === 1);
      world.says(world.group, "to all");
      await desk.until(() => desk.events.length === 2);
      world.says(world.group, "to you", { mention: true });
      await desk.until(() => desk.events.length === 3);
      expect(desk.events.map(({ addressed, what }) => [what.kind === "said" && what.text, addressed])).toEqual([
        ["alone", true],
        ["to all", false],
        ["to you", true],
      ]);
    });
  });

  unless(lacks, "room names")("a group brings the name that people know it by", async () => {
    await withWorld(open, {}, async (world, desk) => {
      world.says(world.group, "to all");
      expect((await desk.until(() => desk.events[0])).roomName).toBe(world.groupName);
    });
  });

  unless(lacks, "replies")("a reply names the message, ours by its receipt, and one to ours is addressed", async () => {
    await withWorld(open, {}, async (world, desk, signal) => {
      const [piece] = world.channel.render([{ kind: "text", markdown: "posted" }], world.group);
      const sent = piece && (await world.channel.post(world.group, piece, { key: "k1", signal }));
      if (sent?.ok !== true) throw new Error(`not posted: ${sent?.reason}`);
      const ref = world.says(world.group, "to all");
      world.says(world.group, "to theirs", { replyTo: ref });
      world.says(world.group, "to ours", { replyTo: sent.receipt });
      await desk.until(() => desk.events.length === 3);
      expect(desk.events.map(({ addressed, what }) => [what.kind === "said" && what.replyTo, addressed])).toEqual([
        [undefined, false],
        [ref, false],
        [sent.receipt, true],
      ]);
    });
  });

  unless(lacks, "quoted words")("a reply brings the words it replies to and who wrote them, bounded and clean as any text", async () => {
    await withWorld(open, {}, async (world, desk) => {
      const ref = world.says(world.group, "the first words");
      world.says(world.group, "as they said", { replyTo: ref });
      const long = world.says(world.group, `a\0b${"x".repeat(1_000_000)}`);
      world.says(world.group, "that too", { replyTo: long });
      await desk.until(() => desk.events.length === 4);
      const [none, short, _long, bounded] = desk.events.map(({ what }) => (what.kind === "said" ? what.quoted : undefined));
      expect([none, short]).toEqual([undefined, { text: "the first words", by: world.person.name }]);
      expect(bounded?.text.slice(0, 3)).toBe("abx");
      expect(bounded?.text.length).toBeLessThanOrEqual(256 * 1024);
    });
  });

  unless(lacks, "files in")("a file comes as a name, a size and an id, is fetched when asked for, and NotFound says that it is not handed over", async () => {
    await withWorld(open, {}, async (world, desk, signal) => {
      const content = Buffer.from("你好, file\0\xff", "latin1");
      world.says(world.direct, "", { files: [{ name: "a.bin", mime: "application/octet-stream", content }] });
      const event = await desk.until(() => desk.events[0]);
      const [file] = event.what.kind === "said" ? (event.what.files ?? []) : [];
      expect(file).toMatchObject({ name: "a.bin", mime: "application/octet-stream" });
      // Not every platform says how large it is.
      expect([0, content.length]).toContain(file?.bytes);
      expect(JSON.stringify(file)).not.toContain(world.secret);
      if (file === undefined) return;
      const stream = await world.channel.fetch?.(file, signal);
      expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(content)).toBe(true);
      world.withholdsFile();
      await expect(world.channel.fetch?.(file, signal)).rejects.toMatchObject({ code: "NotFound" });
    });
  });

  unless(lacks, "pressed")("a press carries the data that was on the button, and who pressed it where", async () => {
    await withWorld(open, {}, async (world, desk, signal) => {
      const [piece] = world.channel.render(
        [
          { kind: "text", markdown: "May it?" },
          { kind: "buttons", question: "que_1", options: [{ id: "y", label: "Yes", data: "q:que_1:y" }] },
        ],
        world.direct,
      );
      const sent = piece && (await world.channel.post(world.direct, piece, { key: "k1", signal }));
      if (sent?.ok !== true) throw new Error(`not posted: ${sent?.reason}`);
      world.presses(sent.receipt, "q:que_1:y");
      const event = await desk.until(() => desk.events[0]);
      expect(event).toMatchObject({
        from: world.direct,
        direct: true,
        by: { account: `${world.platform}:${world.person.id}` },
        addressed: true,
        what: { kind: "pressed", data: "q:que_1:y", ref: sent.receipt },
      });
    });
  });

  unless(lacks, "edited")("an edit names the message and brings its new text", async () => {
    await withWorld(open, {}, async (world, desk) => {
      const ref = world.says(world.direct, "frist");
      world.edits(ref, "first");
      const event = await desk.until(() => desk.events[1]);
      expect(event).toMatchObject({ from: world.direct, what: { kind: "edited", ref, text: "first" } });
      expect(event.key).not.toBe(desk.events[0]?.key);
    });
  });

  unless(lacks, "reacted")("a reaction names the message it is on, ours by its receipt", async () => {
    await withWorld(open, {}, async (world, desk, signal) => {
      const ref = world.says(world.group, "look");
      world.reacts(ref, "👍");
      expect(await desk.until(() => desk.events[1])).toMatchObject({ from: world.group, what: { kind: "reacted", ref, reaction: "👍", removed: false } });
      const [piece] = world.channel.render([{ kind: "text", markdown: "posted" }], world.group);
      const sent = piece && (await world.channel.post(world.group, piece, { key: "k1", signal }));
      if (sent?.ok !== true) throw new Error(`not posted: ${sent?.reason}`);
      world.reacts(sent.receipt, "🎉");
      expect(await desk.until(() => desk.events[2])).toMatchObject({ what: { kind: "reacted", ref: sent.receipt, reaction: "🎉" } });
    });
  });

  it("words that no person said come as an outsider's", async () => {
    await withWorld(open, {}, async (world, desk) => {
      world.outsiderSays("yes");
      expect((await desk.until(() => desk.events[0])).by.kind).toBe("outside");
    });
  });

  unless(lacks, "long text")("text is bounded and says that it was cut, NUL and broken characters are gone, and the rest is as it was said", async () => {
    await withWorld(open, {}, async (world, desk) => {
      world.says(world.direct, `a\0b\ud800c\u202ed${"x".repeat(1_000_000)}`);
      const event = await desk.until(() => desk.events[0]);
      const text = event.what.kind === "said" ? event.what.text : "";
      expect(text.slice(0, 6)).toBe("ab\ufffdc\u202ed");
      expect(text.length).toBeLessThanOrEqual(256 * 1024);
      expect(text).toMatch(/characters left out\]$/);
    });
  });

  unless(lacks, "redelivery")("nothing is acknowledged before it is kept", async () => {
    await withWorld(open, {}, async (world, desk) => {
      const kept = Promise.withResolvers<undefined>();
      desk.keep = () => kept.promise;
      world.says(world.direct, "hold on");
      await desk.until(() => desk.events.length === 1);
      // A round trip over the same connection: an acknowledgement sent before it would have arrived.
      await world.channel.hint?.(world.direct, "working");
      expect(world.unacked()).toBe(1);
      kept.resolve(undefined);
      await world.until(() => world.unacked() === 0);
    });
  });

  unless(lacks, "redelivery")("what could not be kept is not acknowledged and comes again after the link was down, with the same key", async () => {
    await withWorld(open, {}, async (world, desk) => {
      desk.keep = () => Promise.reject(new Error("disk full"));
      world.says(world.direct, "keep me");
      await desk.until(() => desk.events.length === 1);
      await world.channel.hint?.(world.direct, "working");
      await world.stop();
      expect(world.unacked()).toBe(1);
      desk.keep = async () => undefined;
      await world.listen();
      await world.until(() => world.unacked() === 0);
      expectSameEvent(desk.events);
    });
  });

  unless(lacks, "redelivery while connected")("an event that is delivered again has the same key, another one another", async () => {
    await withWorld(open, {}, async (world, desk) => {
      desk.keep = () => (desk.events.length < 3 ? Promise.reject(new Error("not yet")) : Promise.resolve(undefined));
      world.says(world.direct, "same words");
      world.says(world.direct, "same words");
      await desk.until(() => desk.events.length === 2);
      world.redelivers();
      await world.until(() => world.unacked() === 0);
      const keys = desk.events.map((event) => event.key);
      expect(new Set(keys).size).toBe(2);
      expect(keys.slice(2)).toEqual(keys.slice(0, 2));
    });
  });

  unless(lacks, "lost acknowledgement")("an acknowledgement that got lost brings the same event again", async () => {
    await withWorld(open, {}, async (world, desk) => {
      world.losesNextAck();
      world.says(world.direct, "once");
      await desk.until(() => desk.events.length === 2);
      await world.until(() => world.unacked() === 0);
      expectSameEvent(desk.events);
    });
  });

  it("lines of one room come in the order they were said, also when the first is slow to keep", async () => {
    await withWorld(open, {}, async (world, desk) => {
      const kept: string[] = [];
      const all = Promise.withResolvers<undefined>();
      const first = Promise.withResolvers<undefined>();
      desk.keep = async (event) => {
        const text = event.what.kind === "said" ? event.what.text : "";
        if (text === "one") await first.promise;
        if (kept.push(text) === 3) all.resolve(undefined);
        return undefined;
      };
      for (const text of ["one", "two", "three"]) world.says(world.direct, text);
      await desk.until(() => desk.events.length === 1);
      first.resolve(undefined);
      await all.promise;
      expect(kept).toEqual(["one", "two", "three"]);
    });
  });

  it("a room that is slow to keep holds up no other", async () => {
    await withWorld(open, {}, async (world, desk) => {
      const slow = Promise.withResolvers<undefined>();
      desk.keep = async (event) => (event.direct ? slow.promise : undefined);
      world.says(world.direct, "slow");
      await desk.until(() => desk.events.length === 1);
      world.says(world.group, "quick");
      await desk.until(() => desk.events.length === 2);
      expect(desk.events.map((event) => event.direct)).toEqual([true, false]);
      slow.resolve(undefined);
      await world.until(() => world.unacked() === 0);
    });
  });

  unless(lacks, "toasts")("lesson 13: who presses a button is told what came of it", async () => {
    await withWorld(open, {}, async (world, desk, signal) => {
      desk.keep = async () => "Allowed by Ann";
      const [piece] = world.channel.render(
        [
          { kind: "text", markdown: "?" },
          { kind: "buttons", question: "que_1", options: [{ id: "y", label: "Yes", data: "q:que_1:y" }] },
        ],
        world.group,
      );
      const sent = piece && (await world.channel.post(world.group, piece, { key: "k1", signal }));
      if (sent?.ok !== true) throw new Error(`not posted: ${sent?.reason}`);
      world.presses(sent.receipt, "q:que_1:y");
      await world.until(() => world.toasts().length === 1);
      expect(world.toasts()).toEqual(["Allowed by Ann"]);
    });
  });
}

function byText(events: readonly Inbound[], ...texts: readonly string[]): readonly (Inbound | undefined)[] {
  return texts.map((text) => events.find((event) => event.what.kind === "said" && event.what.text === text));
}

function expectSameEvent(events: readonly Inbound[]): void {
  expect(events.length).toBeGreaterThan(1);
  for (const event of events) expect(event).toEqual(events[0]);
}

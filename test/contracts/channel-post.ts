import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Address, Piece } from "#domain/channel";
import { unless, withWorld, type ChannelWorld, type Lacks, type OpenWorld } from "./channel-world.ts";

export function postContract(open: OpenWorld, lacks: Lacks): void {
  it("a post gives a receipt, and editing with it changes the message where the platform can", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      const sent = await world.channel.post(world.direct, piece(world, "first"), { key: "k1", signal });
      expect(sent.ok).toBe(true);
      expect(world.shown()).toMatchObject([{ room: world.direct.room, text: "first" }]);
      const receipt = sent.ok ? sent.receipt : "";
      const edits = [];
      for (const text of ["second", "second"]) edits.push(await world.channel.edit?.(receipt, piece(world, text), signal));
      const isEdited = world.channel.can.edit;
      expect(edits.map((edit) => edit?.ok)).toEqual(isEdited ? [true, true] : [undefined, undefined]);
      expect(world.shown()).toMatchObject([{ receipt, text: isEdited ? "second" : "first" }]);
    });
  });

  it.each([true, false])(
    "the same key twice makes one message where the channel says that it dedupes (%s), and keys do not get in each other's way",
    async (dedupes) => {
      await withWorld(open, { dedupes }, async (world, _, signal) => {
        const results = [];
        for (const key of ["out_1.0", "out_1.0", "out_1.1"]) results.push(await world.channel.post(world.direct, piece(world, "again"), { key, signal }));
        expect(results.every((sent) => sent.ok)).toBe(true);
        expect(world.shown()).toHaveLength(world.channel.can.dedupes ? 2 : 3);
      });
    },
  );

  unless(lacks, "limit")("a limit of the platform is 'later' with the wait that it names, and nothing was posted", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      world.troubles("limit");
      expect(await world.channel.post(world.direct, piece(world, "slow down"), { key: "k1", signal })).toMatchObject({
        ok: false,
        why: "later",
        afterMs: world.limitMs,
      });
      expect(world.shown()).toEqual([]);
      expect(world.postCalls()).toBe(1);
    });
  });

  it("a room that is gone is 'refused' with a reason in words", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      const sent = await world.channel.post(world.gone, piece(world, "hello?"), { key: "k1", signal });
      expect(sent).toMatchObject({ ok: false, why: "refused" });
      expect(sent.ok ? "" : sent.reason).toMatch(/\w+ \w+ \w+/);
      world.troubles("refuse");
      expect(await world.channel.post(world.direct, piece(world, "hello?"), { key: "k2", signal })).toMatchObject({ ok: false, why: "refused" });
      expect(world.shown()).toEqual([]);
    });
  });

  it("a connection cut before the platform did it is 'later' or 'unknown', never ok, and it is tried once", async () => {
    await withWorld(open, {}, async (world, desk, signal) => {
      world.troubles("cut-before");
      const sent = await world.channel.post(world.direct, piece(world, "cut"), { key: "k1", signal });
      expect(sent.ok ? "ok" : sent.why).toMatch(/^(later|unknown)$/);
      await desk.until(() => desk.links.filter((link) => link.state === "connected").length === 2);
      expect({ calls: world.postCalls(), shown: world.shown() }).toEqual({ calls: 1, shown: [] });
    });
  });

  it("a connection cut after the platform did it is 'unknown', and posting the same key again is safe where it dedupes", async () => {
    await withWorld(open, { dedupes: true }, async (world, desk, signal) => {
      world.troubles("cut-after");
      expect(await world.channel.post(world.direct, piece(world, "cut"), { key: "k1", signal })).toMatchObject({ ok: false, why: "unknown" });
      expect(world.shown()).toHaveLength(1);
      await desk.until(() => desk.links.filter((link) => link.state === "connected").length === 2);
      if (!world.channel.can.dedupes) return;
      expect(await world.channel.post(world.direct, piece(world, "cut"), { key: "k1", signal })).toEqual({ ok: true, receipt: world.shown()[0]?.receipt });
      expect(world.shown()).toHaveLength(1);
    });
  });

  it.each(["hang-before", "hang-after"] as const)("no answer in time (%s) is 'unknown'", async (trouble) => {
    await withWorld(open, { impatient: true }, async (world, desk, signal) => {
      await desk.until(() => desk.lastLink === "connected");
      world.troubles(trouble);
      expect(await world.channel.post(world.direct, piece(world, "anybody?"), { key: "k1", signal })).toMatchObject({ ok: false, why: "unknown" });
    });
  });

  it("an answer that is no answer is 'unknown', and the link comes back", async () => {
    await withWorld(open, {}, async (world, desk, signal) => {
      world.troubles("garbage");
      expect(await world.channel.post(world.direct, piece(world, "what?"), { key: "k1", signal })).toMatchObject({ ok: false, why: "unknown" });
      await desk.until(() => desk.links.filter((link) => link.state === "connected").length === 2);
      expect(await world.channel.post(world.direct, piece(world, "and now?"), { key: "k2", signal })).toMatchObject({ ok: true });
    });
  });

  it("without a connection it is 'later', and nothing goes out behind one's back when the link returns", async () => {
    await withWorld(open, {}, async (world, desk, signal) => {
      await world.stop();
      await desk.until(() => desk.lastLink !== "connected");
      expect(await world.channel.post(world.direct, piece(world, "early"), { key: "k1", signal })).toMatchObject({ ok: false, why: "later" });
      await world.channel.hint?.(world.direct, "working");
      await world.listen();
      await desk.until(() => desk.lastLink === "connected");
      expect(await world.channel.post(world.direct, piece(world, "now"), { key: "k2", signal })).toMatchObject({ ok: true });
      expect(world.shown().map((message) => message.text)).toEqual(["now"]);
    });
  });

  it("called off before it went out it is 'later', while it waits for the answer 'unknown'", async () => {
    await withWorld(open, {}, async (world) => {
      expect(await world.channel.post(world.direct, piece(world, "x"), { key: "k1", signal: AbortSignal.abort() })).toMatchObject({ ok: false, why: "later" });
      world.troubles("hang-after");
      const stop = new AbortController();
      const sent = world.channel.post(world.direct, piece(world, "y"), { key: "k2", signal: stop.signal });
      await world.until(() => world.postCalls() === 1);
      stop.abort();
      expect(await sent).toMatchObject({ ok: false, why: "unknown" });
      expect(world.shown().map((message) => message.text)).toEqual(["y"]);
    });
  });

  it("disposing ends a post that waits for its answer as 'unknown'", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      world.troubles("hang-before");
      const sent = world.channel.post(world.direct, piece(world, "x"), { key: "k1", signal });
      await world.until(() => world.postCalls() === 1);
      await world.channel[Symbol.asyncDispose]();
      expect(await sent).toMatchObject({ ok: false, why: "unknown" });
    });
  });

  unless(lacks, "files")("a file arrives whole, and one that is gone from the disk is 'refused'", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      const content = Buffer.from("a\0b\r\n你好\xff", "latin1");
      const path = join(mkdtempSync(join(tmpdir(), "file-")), "report.bin");
      writeFileSync(path, content);
      const part = {
        kind: "file",
        artifact: "art_1",
        path,
        name: "report.bin",
        mime: "application/octet-stream",
        bytes: content.length,
        description: "The report",
      } as const;
      const [file] = world.channel.render([part], world.direct);
      const [missing] = world.channel.render([{ ...part, path: `${path}.gone` }], world.direct);
      if (file === undefined || missing === undefined) throw new Error("a file part gave no piece");
      expect(await world.channel.post(world.direct, file, { key: "k1", signal })).toMatchObject({ ok: true });
      expect(world.shown()).toMatchObject([{ file: { name: "report.bin", sha256: createHash("sha256").update(content).digest("hex") } }]);
      expect(await world.channel.post(world.direct, missing, { key: "k2", signal })).toMatchObject({ ok: false, why: "refused" });
    });
  });

  it("posts of many pieces arrive in order, each whole", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      const words = Array.from({ length: 1_500 }, (_word, i) => `w${i}`);
      const pieces = world.channel.render([{ kind: "text", markdown: words.join(" ") }], world.group);
      for (const [i, one] of pieces.entries()) expect(await world.channel.post(world.group, one, { key: `k.${i}`, signal })).toMatchObject({ ok: true });
      const shown = world.shown().map((message) => message.text);
      expect(shown).toHaveLength(pieces.length);
      expect(shown.join(" ").split(/\s+/)).toEqual(words);
    });
  });

  unless(lacks, "pressed")("the options are buttons below the last of the text, with the data they came with", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      const options = ["y", "n"].map((id) => ({ id, label: id === "y" ? "Allow once" : "Deny", data: `q:que_1:${id}` }));
      const text = Array.from({ length: Math.max(900, world.limit.most / 4) }, (_word, i) => `w${i}`).join(" ");
      const pieces = world.channel.render(
        [
          { kind: "buttons", question: "que_1", options },
          { kind: "text", markdown: text },
        ],
        world.direct,
      );
      for (const [i, one] of pieces.entries()) await world.channel.post(world.direct, one, { key: `k.${i}`, signal });
      const buttons = world.shown().map((message) => message.buttons);
      expect(buttons.length).toBeGreaterThan(1);
      expect(buttons).toEqual([...buttons.slice(1).map(() => []), ["q:que_1:y", "q:que_1:n"]]);
    });
  });

  unless(lacks, "hints")("lesson 13: that a message was received can be shown on it, and that work goes on", async () => {
    await withWorld(open, {}, async (world, desk) => {
      const ref = world.says(world.direct, "hello");
      await desk.until(() => desk.events.length === 1);
      await world.channel.hint?.(world.direct, "received", ref);
      await world.channel.hint?.(world.direct, "working");
      expect(world.hints()).toMatchObject([{ on: ref }, {}]);
      expect(world.channel.can.pace.hintMs).toBeGreaterThanOrEqual(0);
    });
  });

  unless(lacks, "limit everywhere")("a limit of the whole account says that it holds for the channel, one of a room for the address", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      for (const [trouble, scope] of [
        ["limit everywhere", "channel"],
        ["limit", "address"],
      ] as const) {
        world.troubles(trouble);
        const sent = await world.channel.post(world.direct, piece(world, "slow down"), { key: trouble, signal });
        expect({ ...sent, scope: "scope" in sent ? sent.scope : undefined }).toMatchObject({ ok: false, why: "later", afterMs: world.limitMs, scope });
      }
    });
  });

  unless(lacks, "replies")("a reply names the message it answers, and one to a message that is gone is posted all the same", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      const ref = world.says(world.group, "what time is it?", { mention: true });
      const text = piece(world, "noon", world.group);
      expect(await world.channel.post(world.group, text, { key: "k1", replyTo: ref, signal })).toMatchObject({ ok: true });
      expect(await world.channel.post(world.group, text, { key: "k2", replyTo: "gone-1", signal })).toMatchObject({ ok: true });
      expect(world.shown().map((message) => message.replyTo)).toEqual([ref, undefined]);
    });
  });

  unless(lacks, "markup")("markup that the platform refuses is refused, and what the piece gives instead is plain and says the same", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      const rich = piece(world, "some **bold** words");
      world.troubles("format");
      expect(await world.channel.post(world.direct, rich, { key: "k1", signal })).toMatchObject({ ok: false, why: "refused" });
      if (rich.instead === undefined) throw new Error("a piece with markup gives nothing instead");
      world.troubles("format");
      expect(await world.channel.post(world.direct, rich.instead, { key: "k1", signal })).toMatchObject({ ok: true });
      expect(world.shown()).toMatchObject([{ text: expect.stringMatching(/some.*bold.*words/) as unknown }]);
    });
  });

  unless(lacks, "files")("a file carries its size, and words with its name for a platform that refuses it", async () => {
    await withWorld(open, {}, async (world) => {
      const part = { kind: "file", artifact: "art_1", path: "/x", name: "report.bin", mime: "a/b", bytes: 700, description: "" } as const;
      const [file] = world.channel.render([part], world.direct);
      let last = file;
      while (last?.instead !== undefined) last = last.instead;
      expect(file?.bytes).toBe(700);
      expect(last && world.textOf(last)).toContain("report.bin");
    });
  });

  it("the draft of an answer is edited while it grows, and leaves the chat when the answer is there", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      const { channel } = world;
      if (!channel.can.edit) return;
      const draft = await channel.post(world.direct, piece(world, "one …"), { key: "draft.1", growing: true, signal });
      const receipt = draft.ok ? draft.receipt : "";
      for (const text of ["one two …", "one two three …"]) expect(await channel.edit?.(receipt, piece(world, text), signal)).toMatchObject({ ok: true });
      expect(world.shown()).toMatchObject([{ receipt, text: "one two three …" }]);
      // The same key finds it again where the channel dedupes, with what it shows by now.
      const found = channel.can.dedupes ? await channel.post(world.direct, piece(world, "one …"), { key: "draft.1", signal }) : { ok: true, receipt };
      expect(found).toEqual({ ok: true, receipt });
      if (channel.remove !== undefined) await channel.remove(receipt, signal);
      else await channel.edit?.(receipt, piece(world, "the answer is below"), signal);
      expect(world.shown().filter(({ text }) => text.endsWith("…"))).toEqual([]);
    });
  });

  unless(lacks, "remove")("what was posted can be removed, and removing it again counts as done", async () => {
    await withWorld(open, {}, async (world, _, signal) => {
      const sent = await world.channel.post(world.direct, piece(world, "draft"), { key: "k1", signal });
      const receipt = sent.ok ? sent.receipt : "";
      for (const _time of [1, 2]) expect(await world.channel.remove?.(receipt, signal)).toMatchObject({ ok: true });
      expect(world.shown()).toEqual([]);
    });
  });
}

function piece(world: ChannelWorld, markdown: string, to: Address = world.direct): Piece {
  const [first, ...rest] = world.channel.render([{ kind: "text", markdown }], to);
  if (first === undefined || rest.length > 0) throw new Error(`one short text gave ${rest.length + 1} pieces`);
  return first;
}

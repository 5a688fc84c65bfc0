import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Part } from "#domain/channel";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { channelTo } from "#test/fakes/feishu/open-feishu";
import { startedFeishu } from "#test/fakes/feishu/started";
import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { verifies } from "#test/verifies";

function fileOf(name: string, mime: string, content: Buffer, description = ""): Part {
  const path = join(mkdtempSync(join(tmpdir(), "feishu-")), name);
  writeFileSync(path, content);
  return { kind: "file", artifact: "art_1", path, name, mime, bytes: content.length, description };
}

describe("drafts", () => {
  it("are a card that streams: sent once, then typed by its card with rising numbers, and removed when the answer is there", async () => {
    await using chat = await startedFeishu();
    const draft = await chat.post(chat.ann, "one …", { growing: true, key: "draft.1" });
    const receipt = draft.ok ? draft.receipt : "";
    const [message] = chat.server.posted;
    expect(message).toMatchObject({ id: receipt, text: "one …", card: { isStreaming: true } });
    for (const text of ["one two …", "one two three …"]) {
      const [piece] = chat.channel.render([{ kind: "text", markdown: text }], { channel: "feishu", room: chat.ann });
      expect(piece && (await chat.channel.edit?.(receipt, piece, chat.signal))).toEqual({ ok: true, receipt });
    }
    expect(message?.card?.typed).toEqual(["one two …", "one two three …"]);
    expect(chat.server.calls.map(({ name }) => name).filter((name) => ["send", "convert", "type", "edit"].includes(name))).toEqual([
      "send",
      "convert",
      "type",
      "type",
    ]);
    expect(await chat.post(chat.ann, "one two three four", { key: "out_1.0" })).toMatchObject({ ok: true });
    expect(await chat.channel.remove?.(receipt, chat.signal)).toMatchObject({ ok: true });
    expect(chat.server.posted.map(({ text }) => text)).toEqual(["one two three four"]);
  });

  it("stop streaming when no edit comes any more, and stream again with the next", async () => {
    await using chat = await startedFeishu({ timing: { closeMs: 30 } });
    const draft = await chat.post(chat.ann, "one …", { growing: true });
    const receipt = draft.ok ? draft.receipt : "";
    const edit = async (markdown: string) => {
      const [piece] = chat.channel.render([{ kind: "text", markdown }], { channel: "feishu", room: chat.ann });
      return piece && chat.channel.edit?.(receipt, piece, chat.signal);
    };
    await edit("one two …");
    await chat.server.waitFor((s) => s.posted[0]?.card?.isStreaming === false);
    expect(await edit("one two three …")).toMatchObject({ ok: true });
    expect(chat.server.posted).toMatchObject([{ text: "one two three …" }]);
  });

  it("of before a restart are edited too, while they stream and when they do not", async () => {
    await using chat = await startedFeishu();
    const draft = await chat.post(chat.ann, "one …", { growing: true });
    await using again = channelTo(chat.server);
    await again.start(new Desk(), startWith(chat.signal, chat.memory));
    const [piece] = again.render([{ kind: "text", markdown: "one two" }], { channel: "feishu", room: chat.ann });
    expect(piece && (await again.edit?.(draft.ok ? draft.receipt : "", piece, chat.signal))).toMatchObject({ ok: true });
    expect(chat.server.posted).toMatchObject([{ text: "one two" }]);
  });

  it("that Feishu refuses, for want of a permission, say which", async () => {
    await using chat = await startedFeishu();
    const draft = await chat.post(chat.ann, "one …", { growing: true });
    chat.server.fault({ on: ["convert"], kind: "no permission" });
    const [piece] = chat.channel.render([{ kind: "text", markdown: "two" }], { channel: "feishu", room: chat.ann });
    const edited = piece && (await chat.channel.edit?.(draft.ok ? draft.receipt : "", piece, chat.signal));
    expect(edited).toMatchObject({ ok: false, why: "refused", reason: expect.stringContaining("权限管理") as unknown });
  });
});

describe("posts", () => {
  verifies("C-7.1-1", "arrive as cards with Markdown, tables and code, and as plain text where a card is refused", async () => {
    await using chat = await startedFeishu();
    await chat.post(chat.group, "**bold** and `code`\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```ts\nlet x = 1;\n```");
    const [card] = chat.server.posted;
    expect(card).toMatchObject({
      type: "interactive",
      text: expect.stringMatching(/\*\*bold\*\* and `code`\n\n\| a \| b \|\n\| --- \| --- \|\n\| 1 \| 2 \|\n\n```ts\nlet x = 1;\n```/) as unknown,
    });
    const [piece] = chat.channel.render([{ kind: "text", markdown: "**bold**" }], { channel: "feishu", room: chat.group });
    if (piece?.instead === undefined) throw new Error("there is nothing instead");
    await chat.channel.post({ channel: "feishu", room: chat.group }, piece.instead, { key: "k2", signal: chat.signal });
    expect(chat.server.posted[1]).toMatchObject({ type: "text", text: "**bold**" });
  });

  it("that went out as text, because the card was refused, are brought up to date as text", async () => {
    await using chat = await startedFeishu();
    const to = { channel: "feishu", room: chat.group };
    const [question] = chat.channel.render([{ kind: "text", markdown: "May **I**?" }], to);
    const [outcome] = chat.channel.render([{ kind: "text", markdown: "Ann: **yes**" }], to);
    if (question?.instead === undefined || outcome?.instead === undefined) throw new Error("there is nothing instead");
    const sent = await chat.channel.post(to, question.instead, { key: "k1", signal: chat.signal });
    const receipt = sent.ok ? sent.receipt : "";
    expect(await chat.channel.edit?.(receipt, outcome, chat.signal)).toMatchObject({ ok: false, why: "refused" });
    expect(await chat.channel.edit?.(receipt, outcome.instead, chat.signal)).toEqual({ ok: true, receipt });
    expect(chat.server.posted).toMatchObject([{ type: "text", text: "Ann: **yes**" }]);
  });

  it("never call people: a tag in an agent's words is text, as a card and as plain text", async () => {
    await using chat = await startedFeishu();
    const hostile = 'look <at id=all></at> and <at user_id="all">all</at>';
    await chat.post(chat.group, hostile);
    const [piece] = chat.channel.render([{ kind: "text", markdown: hostile }], { channel: "feishu", room: chat.group });
    if (piece?.instead !== undefined) await chat.channel.post({ channel: "feishu", room: chat.group }, piece.instead, { key: "k2", signal: chat.signal });
    expect(chat.server.posted.map(({ text }) => text)).toEqual([hostile, hostile]);
  });

  it.each([
    { kind: "limit", scope: "address", afterMs: 3_000 },
    { kind: "limit everywhere", scope: "channel", afterMs: 3_000 },
    { kind: "too many", scope: "channel", afterMs: 3_000 },
  ] as const)("a limit ($kind) is later for the $scope, as long as the header says", async ({ kind, scope, afterMs }) => {
    await using chat = await startedFeishu();
    chat.server.fault({ on: ["send"], kind, resetSeconds: 3 });
    expect(await chat.post(chat.group, "x")).toEqual({ ok: false, why: "later", reason: expect.stringMatching(/slow down/) as unknown, scope, afterMs });
  });

  it("a token that was withdrawn is fetched again with the next try", async () => {
    await using chat = await startedFeishu({ timing: { askMs: 60_000 } });
    chat.server.withdrawTokens();
    expect(await chat.post(chat.group, "x")).toMatchObject({ ok: false, why: "later" });
    expect(await chat.post(chat.group, "x")).toMatchObject({ ok: true });
  });

  it("a problem of Feishu's own gateway is unknown, because the message may be there", async () => {
    await using chat = await startedFeishu();
    chat.server.fault({ on: ["send"], kind: "busy" });
    expect(await chat.post(chat.group, "x")).toMatchObject({ ok: false, why: "unknown" });
  });

  it("whose outcome is not known are not tried again once Feishu has forgotten their key, after a restart neither", async () => {
    const clock = jumpingClock();
    const memory = memoryOf();
    await using chat = await startedFeishu({ clock, memory, server: { uuidMs: 0 } });
    chat.server.fault({ on: ["send"], kind: "drop-after" });
    expect(await chat.post(chat.group, "once", { key: "out_1.0" })).toMatchObject({ ok: false, why: "unknown" });
    clock.jump(61 * 60_000);
    await using again = channelTo(chat.server, { clock });
    await again.start(new Desk(), startWith(chat.signal, memory));
    const to = { channel: "feishu", room: chat.group };
    const [piece] = again.render([{ kind: "text", markdown: "once" }], to);
    if (piece === undefined) throw new Error("nothing was rendered");
    expect(await again.post(to, piece, { key: "out_1.0", signal: chat.signal })).toMatchObject({ ok: false, why: "unknown", keyExpired: true });
    expect(chat.server.posted).toHaveLength(1);
    // Sent again on purpose, by a person.
    expect(await again.post(to, piece, { key: "out_1.0", signal: chat.signal })).toMatchObject({ ok: true });
  });

  it("in a thread go into the thread, and a reply there stays there", async () => {
    await using chat = await startedFeishu();
    const ref = chat.server.say(chat.ann, chat.group, "@bot", { mention: true, thread: "omt_1" });
    const event = await chat.desk.until(() => chat.desk.events[0]);
    expect(event.from).toEqual({ channel: "feishu", room: chat.group, topic: "omt_1" });
    await chat.post(chat.group, "in the thread", { topic: "omt_1" });
    const [piece] = chat.channel.render([{ kind: "text", markdown: "a reply" }], event.from);
    if (piece !== undefined) await chat.channel.post(event.from, piece, { key: "k2", replyTo: ref, signal: chat.signal });
    expect(chat.server.posted.map(({ text, thread }) => [text, thread])).toEqual([
      ["in the thread", "omt_1"],
      ["a reply", "omt_1"],
    ]);
  });

  it("of pictures show them, of other files carry their name; an empty or too large one is told in words", async () => {
    await using chat = await startedFeishu({ can: { fileBytes: 100 } });
    const to = { channel: "feishu", room: chat.group };
    const parts = [
      fileOf("a.png", "image/png", Buffer.from("png"), "A picture"),
      fileOf('b"\r\n.pdf', "application/pdf", Buffer.from("pdf")),
      fileOf("none.txt", "text/plain", Buffer.alloc(0)),
      fileOf("big.bin", "application/octet-stream", Buffer.alloc(101)),
    ];
    for (const [i, piece] of chat.channel.render(parts, to).entries()) {
      expect(await chat.channel.post(to, piece, { key: `k${i}`, signal: chat.signal })).toMatchObject({ ok: true });
    }
    expect(chat.server.posted.map(({ type, text, file }) => [type, file?.content.toString() ?? text])).toEqual([
      ["image", "png"],
      ["interactive", "A picture"],
      ["file", "pdf"],
      ["interactive", expect.stringContaining("none.txt")],
      ["interactive", expect.stringContaining("big.bin")],
    ]);
  });

  it("a file whose upload broke off was posted to nobody, and is tried again", async () => {
    await using chat = await startedFeishu();
    const to = { channel: "feishu", room: chat.group };
    const [piece] = chat.channel.render([fileOf("a.bin", "application/octet-stream", Buffer.from("x"))], to);
    if (piece === undefined) throw new Error("nothing was rendered");
    chat.server.fault({ on: ["upload"], kind: "drop-after" });
    expect(await chat.channel.post(to, piece, { key: "k1", signal: chat.signal })).toMatchObject({ ok: false, why: "later" });
    expect(await chat.channel.post(to, piece, { key: "k1", signal: chat.signal })).toMatchObject({ ok: true });
    expect(chat.server.posted).toHaveLength(1);
  });
});

describe("hints", () => {
  it("a reaction that is made while the answer goes out is taken back too", async () => {
    await using chat = await startedFeishu();
    const ref = chat.server.say(chat.ann, chat.ann, "quick");
    await chat.desk.until(() => chat.desk.events.length === 1);
    const hinted = chat.channel.hint?.({ channel: "feishu", room: chat.ann }, "working", ref);
    await chat.post(chat.ann, "done");
    await hinted;
    await chat.server.waitFor((s) => s.world.messages.get(ref)?.reactions.length === 0 && s.calls.some(({ name }) => name === "unreact"));
    expect(chat.server.posted.map(({ text }) => text)).toEqual(["done"]);
  });

  it("lesson 13: the reaction that says that work goes on is taken back when something was said", async () => {
    await using chat = await startedFeishu();
    const ref = chat.server.say(chat.ann, chat.ann, "work");
    await chat.desk.until(() => chat.desk.events.length === 1);
    const to = { channel: "feishu", room: chat.ann };
    await chat.channel.hint?.(to, "received", ref);
    await chat.channel.hint?.(to, "working", ref);
    const reactions = () => chat.server.world.messages.get(ref)?.reactions.map(({ emoji }) => emoji);
    expect(reactions()).toEqual(["OneSecond", "Typing"]);
    await chat.post(chat.ann, "growing …", { growing: true });
    expect(reactions()).toEqual(["OneSecond", "Typing"]);
    await chat.post(chat.ann, "done");
    await chat.server.waitFor(() => reactions()?.length === 1);
  });
});

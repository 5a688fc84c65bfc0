import { describe, expect, it } from "vitest";
import { freePort } from "#test/fakes/onebot/open-onebot";
import { goCqhttp, lagrange, llOneBot, napCat } from "#test/fakes/onebot/personality";
import { filePart, startedOneBot } from "#test/fakes/onebot/started";
import { shownText } from "#test/fakes/onebot/world";
import { verifies } from "#test/verifies";

const called = (actions: readonly { readonly action: string }[]) => actions.map(({ action }) => action);

describe("files to QQ", () => {
  const content = Buffer.from("a\0b\r\n你好\xff".repeat(50), "latin1");
  const uploads = (calls: readonly { readonly action: string; readonly params: Readonly<Record<string, unknown>> }[]) =>
    calls.flatMap(({ action, params }) =>
      /^upload_(group|private)_file$/.test(action) ? [[action, String(params["file"]).replace(/^(base64:|http:).*$/s, "$1")]] : [],
    );

  verifies(["CD-7.1-1", "CD-7.1-2"], "are uploaded to groups and private chats by id, path and name, where the implementation reads our disk", async () => {
    await using chat = await startedOneBot({ server: { personality: lagrange }, more: { self_files: true } });
    const part = filePart("site.zip", content);
    for (const room of [chat.group, chat.direct]) expect(await chat.post(room, [part])).toMatchObject([{ ok: true }]);
    expect(uploads(chat.server.calls)).toEqual([
      ["upload_group_file", part.path],
      ["upload_private_file", part.path],
    ]);
    expect(chat.server.posted).toMatchObject([
      { chat: { kind: "group", id: 20 }, file: { name: "site.zip", content } },
      { chat: { kind: "private", id: 7 }, file: { name: "site.zip", content } },
    ]);
  });

  it("are fetched from us by a secret address that lasts as long as the upload", async () => {
    const listen = `127.0.0.1:${await freePort()}`;
    await using chat = await startedOneBot({ more: { files_listen: listen } });
    expect(await chat.post(chat.group, [filePart("a b.bin", content)])).toMatchObject([{ ok: true }]);
    expect(chat.server.posted).toMatchObject([{ file: { name: "a b.bin", content } }]);
    const address = String(chat.server.calls.find(({ action }) => action === "upload_group_file")?.params["file"]);
    expect(address).toMatch(new RegExp(`^http://${listen}/[\\w-]{43}/a%20b\\.bin$`));
    expect((await fetch(address)).status).toBe(404);
    expect((await fetch(`http://${listen}/`)).status).toBe(404);
  });

  it("go by the next way where one is refused: path, base64, chunks", async () => {
    const personality = { ...napCat, uploads: ["path"] as const };
    await using chat = await startedOneBot({ server: { personality }, more: { self_files: true } });
    chat.server.fault({ on: ["upload_group_file"], kind: "refuse" });
    const big = Buffer.alloc(1_300_000, "0123456789");
    expect(await chat.post(chat.group, [filePart("big.bin", big)])).toMatchObject([{ ok: true }]);
    expect(called(chat.server.calls).filter((action) => action.startsWith("upload"))).toEqual([
      "upload_group_file",
      "upload_group_file",
      "upload_file_stream",
      "upload_file_stream",
      "upload_file_stream",
      "upload_file_stream",
      "upload_group_file",
    ]);
    expect(chat.server.posted).toHaveLength(1);
    expect(chat.server.posted[0]?.file?.content.equals(big)).toBe(true);
  });

  it("that break off while they are streamed are tried again later, because nothing was posted yet", async () => {
    await using chat = await startedOneBot({ server: { personality: { ...napCat, uploads: ["path"] } } });
    chat.server.fault({ on: ["upload_file_stream"], kind: "cut-after" });
    expect(await chat.post(chat.group, [filePart("a.bin", content)])).toMatchObject([{ ok: false, why: "later" }]);
    expect(chat.server.posted).toEqual([]);
  });

  verifies("CD-7.3-1", "are a file segment of a message where the upload actions are not supported", async () => {
    const lacks = ["upload_group_file", "upload_private_file", "upload_file_stream"];
    await using chat = await startedOneBot({ server: { personality: { ...napCat, lacks } } });
    expect(await chat.post(chat.group, [filePart("a.bin", content)])).toMatchObject([{ ok: true }]);
    expect(chat.server.posted).toMatchObject([{ file: { name: "a.bin", content } }]);
    expect(called(chat.server.calls).filter((action) => action.startsWith("upload"))).toEqual(["upload_group_file"]);
  });

  verifies(["CD-7.3-2", "CD-12-3"], "are told by name and path where everything is refused", async () => {
    for (const personality of [lagrange, goCqhttp]) {
      await using chat = await startedOneBot({ server: { personality } });
      const part = filePart("site.zip", content);
      expect(await chat.post(chat.group, [part])).toMatchObject([{ ok: true }]);
      expect(chat.server.posted.map(shownText)).toEqual([expect.stringContaining(part.path)]);
    }
  });

  it("that are too large for base64 are told by name and path by LLOneBot, which takes no chunks; smaller ones arrive", async () => {
    await using chat = await startedOneBot({ server: { personality: llOneBot } });
    const [small, large] = [filePart("a.bin", content), { ...filePart("b.bin", content), bytes: 21 * 1024 * 1024 }];
    expect(await chat.post(chat.group, [small, large])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(chat.server.posted.map((message) => message.file?.name ?? shownText(message))).toEqual(["a.bin", expect.stringContaining(large.path)]);
    expect(chat.server.calls.some(({ action }) => action === "upload_file_stream")).toBe(true);
  });

  it("that are pictures are shown in the chat, by every implementation", async () => {
    for (const personality of [napCat, llOneBot, lagrange, goCqhttp]) {
      await using chat = await startedOneBot({ server: { personality } });
      expect(await chat.post(chat.group, [filePart("a.png", content, "image/png")])).toMatchObject([{ ok: true }]);
      expect(chat.server.posted).toMatchObject([{ segments: [{ type: "image" }], file: { name: "a.png", content } }]);
    }
  });
});

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { uploadWire, type UploadWire } from "#protocol/runs";
import { messageWire } from "#protocol/wire";
import { putThread } from "#test/fakes/door/furnish";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";

let door: OpenDoor;
let thread: string;
beforeEach(async () => {
  door = await openDoor();
  thread = await putThread(door, "open");
});
afterEach(() => door[Symbol.asyncDispose]());

async function uploaded(name: string, body = "text", to = thread): Promise<UploadWire> {
  const { status, json } = await door.call("POST", `/api/threads/${to}/files?announce=false&name=${encodeURIComponent(name)}`, {
    token: door.owner.token,
    body,
  });
  expect(status).toBe(201);
  return uploadWire.parse(json);
}

const post = (files: readonly Omit<UploadWire, "name">[], more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  door.call("POST", `/api/threads/${thread}/messages`, { token: door.owner.token, body: { content: "Look at these", files, ...more }, headers });

const lines = async (): Promise<readonly z.infer<typeof messageWire>[]> => {
  const { json } = await door.call("GET", `/api/threads/${thread}/messages`, { token: door.owner.token });
  return z.array(messageWire).parse(json);
};

describe("files that are sent with a message", () => {
  it("are one line with their words, and whoever sees it downloads them as they were, whatever happens in the workspace", async () => {
    const files = [await uploaded("plan 第一.txt", "sow in April"), await uploaded("shot.png", "not really")];
    expect(await lines()).toEqual([]);
    const { status, json } = await post(files);
    expect(status).toBe(201);
    const [line, ...others] = await lines();
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      content: "Look at these",
      author_id: door.owner.id,
      artifacts: [{ name: "plan 第一.txt", bytes: 12 }, { mime: "image/png" }],
    });
    expect(json["artifacts"]).toEqual(line?.artifacts);
    const [first, second] = line?.artifacts ?? [];
    expect(line?.metadata?.["uploads"]).toEqual([
      { artifact: first?.id, path: files[0]?.path },
      { artifact: second?.id, path: files[1]?.path },
    ]);
    writeFileSync(join(door.workspace, files[0]?.path ?? ""), "something else");
    const { json: link } = await door.call("GET", `/api/artifacts/${first?.id}/link`, { token: door.owner.token });
    expect(await (await fetch(`http://127.0.0.1:${door.port}${String(link["url"])}`)).text()).toBe("sow in April");
  });

  it("are those of this thread, and still what was uploaded", async () => {
    const elsewhere = await uploaded("other.txt", "text", await putThread(door, "open"));
    expect((await post([elsewhere])).json["error"]).toBe("NotFound");
    expect((await post([{ ...elsewhere, path: `.agents/uploads/${thread}/../../../secret` }])).json["error"]).toBe("NotFound");
    const mine = await uploaded("mine.txt");
    expect((await post([{ ...mine, sha256: "0".repeat(64) }])).json["error"]).toBe("SubjectChanged");
    writeFileSync(join(door.workspace, mine.path), "else");
    expect((await post([mine])).json["error"]).toBe("SubjectChanged");
    expect(await lines()).toEqual([]);
  });

  it("make the words a message, never a command, and a repeated post leaves no second copy", async () => {
    const file = await uploaded("a.txt");
    const key = { "Idempotency-Key": "k1" };
    const said = await post([file], { content: "!!status" }, key);
    expect([said.status, (await post([file], { content: "!!status" }, key)).json["id"]]).toEqual([201, said.json["id"]]);
    expect((await lines()).map(({ content }) => content)).toEqual(["!!status"]);
    expect(readdirSync(join(door.workspace, "artifacts", thread))).toHaveLength(1);
  });

  it("are named by the hub alone", async () => {
    const { json } = await door.call("POST", `/api/threads/${thread}/messages`, {
      token: door.owner.token,
      body: { content: "x", metadata: { uploads: [{ artifact: "art_x", path: "/etc/passwd" }], kept: 1 } },
    });
    expect(json["metadata"]).toEqual({ kept: 1 });
  });
});

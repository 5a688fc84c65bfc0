import { existsSync, readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Reply } from "#test/fakes/door/client";
import { connectMcp } from "#test/fakes/door/mcp";
import { putThread } from "#test/fakes/door/furnish";
import { openDoor, type Holder, type OpenDoor } from "#test/fakes/door/open-door";
import { like } from "#test/matching";
import { say } from "#lib/words/words";
import { fileTexts } from "#hub/files/texts";

let door: OpenDoor;
beforeEach(async () => {
  door = await openDoor();
});
afterEach(() => door[Symbol.asyncDispose]());

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=", "base64");
const files = (): readonly string[] => readdirSync(join(door.artifactsDir, "uploads"));

async function form(file: Buffer, name = "shot.png", type = "image/png"): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const data = new FormData();
  data.set("file", new File([new Uint8Array(file)], name, { type }));
  const request = new Request("http://x/", { method: "POST", body: data });
  return { body: Buffer.from(await request.arrayBuffer()), headers: { "Content-Type": request.headers.get("content-type") ?? "" } };
}
const upload = async (by: Holder, file: Buffer, name?: string, type?: string): Promise<Reply> =>
  door.call("POST", "/api/upload/image", { token: by.token, ...(await form(file, name, type)) });

describe("uploading a picture", () => {
  it("keeps it under the hash of what it holds, once, and gives it only to whoever has a token", async () => {
    const { status, json } = await upload(door.agent, png);
    expect(status).toBe(201);
    expect(json).toEqual({ url: like(/^\/static\/uploads\/[0-9a-f]{64}\.png$/), name: "shot.png" });
    expect((await upload(door.member, png, "again.png")).json).toEqual({ url: json["url"], name: "again.png" });
    expect(files()).toHaveLength(1);
    expect(statSync(join(door.artifactsDir, "uploads", files()[0] ?? "")).mode & 0o077).toBe(0);
    const got = await door.call("GET", String(json["url"]), { token: door.member.token });
    expect(got).toMatchObject({
      status: 200,
      headers: { "content-type": "image/png", "x-content-type-options": "nosniff", "content-disposition": like(/^attachment/) },
    });
    expect(got.headers["content-length"]).toBe(String(png.length));
    expect((await door.call("GET", String(json["url"]))).status).toBe(401);
  });

  it("takes the bytes as they are, too", async () => {
    const raw = await door.call("POST", "/api/upload/image", { token: door.agent.token, body: png, headers: { "Content-Type": "image/png" } });
    expect(raw).toMatchObject({ status: 201, json: { name: like(/^[0-9a-f]{64}\.png$/) } });
  });

  it.each([
    ["jpg", "\xff\xd8\xff\xe0 and so on"],
    ["gif", "GIF89a and so on"],
    ["webp", "RIFF1234WEBPVP8 "],
  ])("knows %s by its first bytes, whatever it is called", async (kind, bytes) => {
    const { json } = await upload(door.agent, Buffer.from(bytes, "latin1"), "page.html", "text/html");
    expect(String(json["url"]).endsWith(`.${kind}`)).toBe(true);
  });

  it.each([
    ["a page", "<html><script>1</script>"],
    ["a drawing with a script", "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"],
    ["nothing", ""],
    ["a picture's name", "PNG"],
  ])("refuses %s that says it is a picture, and keeps nothing", async (_what, bytes) => {
    expect(await upload(door.agent, Buffer.from(bytes))).toMatchObject({
      status: 400,
      json: { error: "BadRequest", detail: say("en", fileTexts.notAPicture) },
    });
    expect(existsSync(join(door.artifactsDir, "uploads"))).toBe(false);
  });

  it("refuses what is too large, a form without a file, a broken one, and one without a token", async () => {
    expect((await upload(door.agent, Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))).status).toBe(413);
    expect((await upload(door.agent, Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]))).status).toBe(413);
    const ask = (body: string, type: string): Promise<Reply> =>
      door.call("POST", "/api/upload/image", { token: door.agent.token, body, headers: { "Content-Type": type } });
    const empty = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n';
    expect(await ask(empty, "multipart/form-data; boundary=b")).toMatchObject({ status: 400, json: { detail: like(/no file/) } });
    expect((await ask("nonsense", "multipart/form-data; boundary=b")).status).toBe(400);
    expect((await ask("nonsense", "multipart/form-data")).status).toBe(400);
    expect((await door.call("POST", "/api/upload/image", await form(png))).status).toBe(401);
    expect(door.errors).toEqual([]);
  });

  it("is on record, for a join token too, and refused to whoever may not speak", async () => {
    const thread = await putThread(door, "open");
    const token = await door.hub.access.issueAgentToken({ kind: "operator" }, { id: "agt_guest", name: "guest" }, thread);
    const { json } = await upload({ ...door.agent, token }, png);
    const [record] = await door.store.auditRecords({ kind: "uploaded", limit: 1 });
    expect(record).toMatchObject({ who: "agt_guest", data: { picture: String(json["url"]).split("/").at(-1), bytes: png.length } });
    await upload({ ...door.agent, token }, png);
    expect(await door.store.auditRecords({ kind: "uploaded", limit: 9 })).toHaveLength(1);
  });

  it("has a share for each caller, of which another's pictures take nothing", async () => {
    const most = 64 * 1024 * 1024;
    const data = { picture: "x.png", bytes: most - png.length + 1 };
    await door.store.record([{ at: door.clock.now(), kind: "uploaded", who: door.agent.id, data }]);
    expect(await upload(door.agent, png)).toMatchObject({ status: 413, json: { error: "TooLarge", max_bytes: most } });
    expect((await upload(door.member, png)).status).toBe(201);
    await door.clock.advance(86_400_001);
    expect((await upload(door.agent, png)).status).toBe(201);
  });

  it("of a member's agents counts for the member, and of an owner's for each agent", async () => {
    const most = 64 * 1024 * 1024;
    const register = async (by: Holder): Promise<Holder> => {
      const { json } = await door.call("POST", "/api/agents/register", { token: by.token, body: { ide: "IDE" } });
      return { ...by, id: String(json["agent_id"]), token: String(json["token"]) };
    };
    const few = Buffer.alloc(5 * 1024 * 1024 - png.length);
    for (const [by, statuses] of [
      [door.member, [201, 413, 413]],
      [door.owner, [201, 201, 201]],
    ] as const) {
      const [first, second] = [await register(by), await register(by)];
      const half = Buffer.concat([png, few.fill(by.id)]);
      expect((await upload(first, half)).status).toBe(201);
      const [record] = await door.store.auditRecords({ kind: "uploaded", limit: 1 });
      const data = { ...record?.data, bytes: most - half.length - 2 * png.length };
      await door.store.record([{ at: door.clock.now(), kind: "uploaded", who: first.id, data }]);
      const tries = [first, second, by].map((one, i) => upload(one, Buffer.concat([png, Buffer.from(`${by.id} ${i}`)])));
      expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(statuses);
    }
  });

  it("is removed when no message has named it for too long, with a record, and never one that a message names", async () => {
    const thread = await putThread(door, "open");
    const names = ["named beside", "named in the text", "edited in", "unused", "new"];
    const files = new Map<string, string>();
    for (const what of names) files.set(what, String((await upload(door.member, Buffer.concat([png, Buffer.from(what)]))).json["url"]));
    const post = (body: object): Promise<Reply> => door.call("POST", `/api/threads/${thread}/messages`, { token: door.member.token, body });
    await post({ content: "look", images: [files.get("named beside")] });
    await post({ content: `see ${files.get("named in the text")}` });
    const { json } = await post({ content: "soon" });
    await door.call("PUT", `/api/messages/${String(json["id"])}`, { token: door.member.token, body: { content: `now ${files.get("edited in")}` } });
    const path = (what: string): string => join(door.artifactsDir, "uploads", files.get(what)?.split("/").at(-1) ?? "");
    const at = (door.clock.now() - 2 * 86_400_000) / 1000;
    for (const what of names.slice(0, -1)) utimesSync(path(what), at, at);
    await door.clock.advance(6 * 3_600_000);
    await vi.waitFor(() => expect(names.filter((what) => existsSync(path(what)))).toEqual(["named beside", "named in the text", "edited in", "new"]));
    await vi.waitFor(async () =>
      expect(await door.store.auditRecords({ kind: "uploaded", limit: 1 })).toMatchObject([{ who: "hub", data: { did: "removed unused" } }]),
    );
  });

  it("holds no more than its bound together", async () => {
    await upload(door.agent, png);
    const large = join(door.artifactsDir, "uploads", `${"0".repeat(64)}.png`);
    writeFileSync(large, "");
    truncateSync(large, 512 * 1024 * 1024);
    expect(await upload(door.agent, Buffer.concat([png, Buffer.from("more")]))).toMatchObject({
      status: 507,
      json: { error: "StoreFull", detail: like(/uploaded pictures/) },
    });
    expect((await upload(door.agent, png)).status).toBe(201);
  });

  it.each(["../secret.txt", "..%2Fsecret.txt", `${"0".repeat(64)}.png`, `${"0".repeat(64)}.html`, "x"])("gives nothing at %s", async (name) => {
    expect((await door.call("GET", `/static/uploads/${name}`, { token: door.owner.token })).status).toBe(404);
  });

  it("is shown to agents that read the message, by its address; one that is gone is named", async () => {
    const { json } = await upload(door.member, png);
    const { json: made } = await door.call("POST", "/api/threads", { token: door.owner.token, body: { topic: "release" } });
    const gone = `/static/uploads/${"0".repeat(64)}.png`;
    const body = { content: "look", images: [json["url"], { url: json["url"] }, gone, "https://example.org/a.png"] };
    expect((await door.call("POST", `/api/threads/${String(made["id"])}/messages`, { token: door.member.token, body })).status).toBe(201);
    await using bee = await connectMcp(door.port, door.agent.token);
    const { content } = await bee.tool("msg_list", { thread_id: made["id"], include_system_prompt: false });
    const image = { type: "image", data: png.toString("base64"), mimeType: "image/png" };
    expect(content.slice(2)).toEqual([image, image, { type: "text", text: `[image] ${gone}` }, { type: "text", text: "[image] https://example.org/a.png" }]);
    const agentsOwn = { content: "mine", images: [json["url"]], metadata: { a: 1 } };
    const posted = await door.call("POST", `/api/threads/${String(made["id"])}/messages`, { token: door.agent.token, body: agentsOwn });
    expect(posted.json).toMatchObject({ metadata: { a: 1, images: [json["url"]] } });
  });
});

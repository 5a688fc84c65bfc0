import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { putFile, putThread } from "#test/fakes/door/furnish";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";
import { attachment } from "./files.ts";

let door: OpenDoor;
beforeEach(async () => {
  door = await openDoor();
});
afterEach(async () => {
  await door[Symbol.asyncDispose]();
});

async function make(path: string, name = "report.html", mime = "text/html"): Promise<string> {
  return putFile(door, await putThread(door, "open"), { name, mime, path });
}

async function link(id: string): Promise<string> {
  const reply = await door.call("GET", `/api/artifacts/${id}/link`, { token: door.member.token });
  expect(reply.status).toBe(200);
  expect(Date.parse(String(reply.json["expires_at"])) - door.clock.now()).toBe(60_000);
  return String(reply.json["url"]);
}

describe("a made file", () => {
  it("comes through its signed link without a token, as an attachment that no browser shows as a page", async () => {
    await mkdir(join(door.artifactsDir, "ab"));
    await writeFile(join(door.artifactsDir, "ab", "one"), "<script>alert(1)</script>");
    const reply = await door.call("GET", await link(await make("ab/one")));
    expect([reply.status, reply.text]).toEqual([200, "<script>alert(1)</script>"]);
    expect(reply.headers).toMatchObject({
      "content-disposition": `attachment; filename="report.html"; filename*=UTF-8''report.html`,
      "content-type": "text/html",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-length": "25",
    });
  });

  it("is given for one minute", async () => {
    await writeFile(join(door.artifactsDir, "one"), "1");
    const url = await link(await make("one"));
    await door.clock.advance(59_999);
    expect((await door.call("GET", url)).status).toBe(200);
    await door.clock.advance(1);
    const late = await door.call("GET", url);
    expect([late.status, late.json["error"]]).toEqual([403, "LinkUnknown"]);
    expect((await door.refusals()).map((one) => one.code)).toEqual(["LinkUnknown"]);
  });

  it("is not given for another file's link, a later minute, another signature or none", async () => {
    await writeFile(join(door.artifactsDir, "one"), "1");
    await writeFile(join(door.artifactsDir, "two"), "2");
    const [one, two] = [await make("one"), await make("two")];
    const url = await link(one);
    const exp = Number(/exp=(\d+)/.exec(url)?.[1]);
    const wrong = [
      url.replace(one, two),
      url.replace(`exp=${exp}`, `exp=${exp + 1}`),
      url.replace(/.{4}$/, "AAAA"),
      url.replace(/&sig=.*/, "&sig="),
      url.replace(/\?.*/, ""),
    ];
    for (const bad of wrong) expect([bad, (await door.call("GET", bad)).status]).toEqual([bad, 403]);
    expect((await door.refusals())[0]).toMatchObject({ who: "http:127.0.0.1", code: "LinkUnknown" });
    expect((await door.refusals())[0]?.about).not.toContain("sig");
  });

  it.each(["../secret.txt", "ab/../../secret.txt", "linked", "linked-dir/secret.txt", "dir", "", ".", "gone"])(
    "is never read from the path %j",
    async (path) => {
      await mkdir(join(door.artifactsDir, "dir"));
      await symlink(join(door.artifactsDir, "..", "secret.txt"), join(door.artifactsDir, "linked"));
      await symlink(join(door.artifactsDir, ".."), join(door.artifactsDir, "linked-dir"));
      const reply = await door.call("GET", await link(await make(path)));
      expect([reply.status, reply.json["error"]]).toEqual([404, "NotFound"]);
      expect(reply.text).not.toContain("not yours");
    },
  );

  it("with a name or a kind that would break the headers is sent all the same", async () => {
    await writeFile(join(door.artifactsDir, "one"), "1");
    const reply = await door.call("GET", await link(await make("one", 'a"b\r\nX-Evil: 1/报告.txt', "text/html\r\nX-Evil: 1")));
    expect(reply.status).toBe(200);
    expect(reply.headers["x-evil"]).toBeUndefined();
    expect(reply.headers["content-type"]).toBe("application/octet-stream");
  });
});

describe("the name of an attachment", () => {
  it.each([
    ["report.pdf", `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ["报告 (1)'*.pdf", `attachment; filename="__ (1)'*.pdf"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%281%29%27%2A.pdf`],
    ["a/b\\c", `attachment; filename="a_b_c"; filename*=UTF-8''a_b_c`],
    ["\ud800", `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
    ["", `attachment; filename="file"; filename*=UTF-8''file`],
  ])("of %j is whole for new clients and plain for old ones", (name, header) => {
    expect(attachment(name)).toBe(header);
  });
});

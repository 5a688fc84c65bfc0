import { describe, expect, it } from "vitest";
import { firstFile } from "./multipart.ts";

async function made(entries: readonly (readonly [string, string | File])[]): Promise<readonly [type: string, body: Buffer]> {
  const form = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value);
  }
  const request = new Request("http://x/", { method: "POST", body: form });
  return [request.headers.get("content-type") ?? "", Buffer.from(await request.arrayBuffer())];
}
const part = (headers: string, content: string): Buffer => Buffer.from(`--b\r\n${headers}\r\n\r\n${content}\r\n--b--\r\n`, "latin1");

describe("a form", () => {
  it("gives its first file, whatever stands before it, byte by byte", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256);
    const tricky = Buffer.concat([Buffer.from("\r\n--\r\n\r\n--bo"), bytes]);
    const file = new File([new Uint8Array(tricky)], 'a "b" 图.png');
    const found = firstFile(
      ...(await made([
        ["note", "hello"],
        ["file", file],
        ["file", new File(["2"], "second")],
      ])),
    );
    expect(found?.name).toBe('a "b" 图.png');
    expect(found?.bytes.equals(tricky)).toBe(true);
  });

  it("gives an empty file, too", async () => {
    expect(firstFile(...(await made([["file", new File([], "none")]])))).toEqual({ name: "none", bytes: Buffer.alloc(0) });
  });

  it("takes a boundary in quotes", () => {
    expect(firstFile('multipart/form-data; boundary="b"', part('Content-Disposition: form-data; name="f"; filename="x"', "abc"))).toEqual({
      name: "x",
      bytes: Buffer.from("abc"),
    });
  });

  it.each([
    ["without a file", "multipart/form-data; boundary=b", part('Content-Disposition: form-data; name="f"', "abc")],
    ["without a boundary", "multipart/form-data", part("", "")],
    ["with another boundary", "multipart/form-data; boundary=c", part('Content-Disposition: form-data; name="f"; filename="x"', "abc")],
    ["that was cut off", "multipart/form-data; boundary=b", Buffer.from('--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nabc')],
    ["that ends in its headers", "multipart/form-data; boundary=b", Buffer.from("--b\r\nContent-Disposition")],
    [
      "with endless headers",
      "multipart/form-data; boundary=b",
      part(`X: ${"y".repeat(10_000)}\r\nContent-Disposition: form-data; name="f"; filename="x"`, "abc"),
    ],
    ["that is empty", "multipart/form-data; boundary=b", Buffer.alloc(0)],
  ])("%s gives none", (_what, type, body) => {
    expect(firstFile(type, body)).toBeUndefined();
  });
});

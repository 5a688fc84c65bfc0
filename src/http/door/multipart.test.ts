import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { readFormFile, type UploadedFormFile } from "./multipart.ts";

const maxFileBytes = 100_000;
type ReadForm = UploadedFormFile | undefined | Error;

async function encode(entries: readonly (readonly [string, string | File])[]): Promise<readonly [type: string, body: Buffer]> {
  const form = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value);
  }
  const request = new Request("http://x/", { method: "POST", body: form });
  return [request.headers.get("content-type") ?? "", Buffer.from(await request.arrayBuffer())];
}
const part = (headers: string, content: string): Buffer => Buffer.from(`--b\r\n${headers}\r\n\r\n${content}\r\n--b--\r\n`, "latin1");
const fileHeaders = 'Content-Disposition: form-data; name="f"; filename="x"';

/** Sends the body in the given pieces over a real connection and returns what was read from it. */
async function receive(
  type: string,
  pieces: readonly Buffer[],
  { declared, hangUp = false }: { declared?: number | "chunked"; hangUp?: boolean } = {},
): Promise<ReadForm> {
  const { promise, resolve } = Promise.withResolvers<ReadForm>();
  await using server = createServer((incoming: IncomingMessage, outgoing) => {
    readFormFile(incoming, maxFileBytes)
      .then(resolve, resolve)
      .finally(() => outgoing.end());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const socket = connect({ port: typeof address === "object" && address !== null ? address.port : 0, host: "127.0.0.1", noDelay: true });
  socket.on("error", () => {});
  const length = declared ?? pieces.reduce((sum, piece) => sum + piece.length, 0);
  const framing = length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`);
  const frame = (piece: Buffer): Buffer => Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
  for (const piece of pieces) await new Promise<void>((sent) => socket.write(length === "chunked" ? frame(piece) : piece, () => sent()));
  if (hangUp) socket.end();
  const outcome = await promise;
  socket.destroy();
  return outcome;
}
const whole = async ([type, body]: readonly [string, Buffer]): Promise<ReadForm> => receive(type, [body]);

describe("a form", () => {
  it("gives its first file byte by byte, after any fields and wherever the chunks are cut", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256);
    const tricky = Buffer.concat([Buffer.from("\r\n--\r\n\r\n--bo"), bytes]);
    const file = new File([new Uint8Array(tricky)], 'a "b" 图.png');
    const [type, body] = await encode([
      ["note", "hello"],
      ["file", file],
      ["file", new File(["2"], "second")],
    ]);
    const cuts = [0, 1, 60, 61, 150, 151, 152, 199, 69_000, body.length];
    for (const pieces of [[body], cuts.slice(1).map((end, i) => body.subarray(cuts[i], end))]) {
      const found = await receive(type, pieces);
      expect(found).toMatchObject({ name: 'a "b" 图.png' });
      expect((found as UploadedFormFile).bytes.equals(tricky)).toBe(true);
    }
  });

  it("gives an empty file, too", async () => {
    expect(await whole(await encode([["file", new File([], "none")]]))).toEqual({ name: "none", bytes: Buffer.alloc(0) });
  });

  it("takes a boundary in quotes", async () => {
    expect(await receive('multipart/form-data; boundary="b"', [part(fileHeaders, "abc")])).toEqual({ name: "x", bytes: Buffer.from("abc") });
  });

  it.each([
    ["without a file", "multipart/form-data; boundary=b", part('Content-Disposition: form-data; name="f"', "abc")],
    ["without a boundary", "multipart/form-data", part("", "")],
    ["with another boundary", "multipart/form-data; boundary=c", part(fileHeaders, "abc")],
    ["that was cut off", "multipart/form-data; boundary=b", Buffer.from(`--b\r\n${fileHeaders}\r\n\r\nabc`)],
    ["that ends in its headers", "multipart/form-data; boundary=b", Buffer.from("--b\r\nContent-Disposition")],
    ["with endless headers", "multipart/form-data; boundary=b", part(`X: ${"y".repeat(10_000)}\r\n${fileHeaders}`, "abc")],
    ["with too many headers", "multipart/form-data; boundary=b", part(`${"X: y\r\n".repeat(40)}${fileHeaders}`, "abc")],
    [
      "with too many fields before its file",
      "multipart/form-data; boundary=b",
      Buffer.concat([Buffer.from('--b\r\nContent-Disposition: form-data; name="f"\r\n\r\nv\r\n'.repeat(40)), part(fileHeaders, "abc")]),
    ],
    ["that is empty", "multipart/form-data; boundary=b", Buffer.alloc(0)],
  ])("%s gives none", async (_what, type, body) => {
    expect(await receive(type, [body])).toBeUndefined();
  });

  it("is rejected at the limit of its file, before the rest has arrived", async () => {
    const type = "multipart/form-data; boundary=b";
    const begins = Buffer.from(`--b\r\n${fileHeaders}\r\n\r\n`);
    const outcome = await receive(type, [begins, Buffer.alloc(maxFileBytes + 1)], { declared: maxFileBytes + 30_000 });
    expect(outcome).toMatchObject({ code: "TooLarge" });
    expect(await receive(type, [begins], { declared: 10_000_000 })).toMatchObject({ code: "TooLarge" });
  });

  it("is rejected when its fields alone take more than a form may add to a file", async () => {
    const field = Buffer.from(`--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n${"v".repeat(90_000)}\r\n`);
    expect(await receive("multipart/form-data; boundary=b", [field, field], { declared: "chunked" })).toMatchObject({ code: "TooLarge" });
  });

  it("is given up at its limit of parts, before the rest has arrived", async () => {
    const field = 'Content-Disposition: form-data; name="f"\r\n\r\nv\r\n';
    const fields = Buffer.from(`--b\r\n${field}`.repeat(40));
    expect(await receive("multipart/form-data; boundary=b", [fields], { declared: maxFileBytes })).toBeUndefined();
  });

  it("reports a client that left", async () => {
    const outcome = await receive("multipart/form-data; boundary=b", [Buffer.from(`--b\r\n${fileHeaders}\r\n\r\nabc`)], { declared: 1_000, hangUp: true });
    expect(outcome).toMatchObject({ name: "ClientLeft" });
  });
});

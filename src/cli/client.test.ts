import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hubOf } from "./client.ts";

let home = "";
let server: Server;
let answer: (response: ServerResponse) => void = () => {};
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "parley-client-"));
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true });
});

const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
/** What stands in hub.json; this process is the hub unless another one is named. */
const note = (fields: object = {}): void =>
  writeFileSync(join(home, "hub.json"), JSON.stringify({ url: url(), token: "t", pid: process.pid, version: "1", ...fields }));
const call = (waitMs = 10_000): Promise<unknown> => hubOf(home, waitMs)("GET", "/api/status");
const json = (status: number, body: string) => (response: ServerResponse) => void response.writeHead(status).end(body);

describe("the way to the hub of a home", () => {
  it("gives the answer, and a refusal with the hub's own code and sentence", async () => {
    note();
    answer = json(200, '{"ok":true}');
    expect(await call()).toEqual({ ok: true });
    answer = json(404, '{"error":"NotFound","detail":"There is no thread here that you may see."}');
    await expect(call()).rejects.toMatchObject({ code: "NotFound", message: "There is no thread here that you may see." });
  });

  it.each([
    ["a page", json(200, "<!doctype html><title>another program</title>")],
    ["an error of another kind", json(500, '{"message":"no"}')],
    ["a hub that does not know the token", json(401, '{"error":"BadToken","detail":"This token is unknown."}')],
    ["a hub without an owner that does not know it either", json(403, '{"error":"NoOwner","detail":"This hub has no owner yet."}')],
  ])("takes %s at the old address for somebody else", async (_what, reply) => {
    note();
    answer = reply;
    await expect(call()).rejects.toMatchObject({
      code: "NotRunning",
      message: `No hub is running on ${home}: another program answers at its last address, ${url()}. Start it with parley start.`,
    });
  });

  it("never follows to another address with its token", async () => {
    note();
    answer = (response) => void response.writeHead(302, { location: `${url()}/elsewhere` }).end();
    await expect(call()).rejects.toMatchObject({ code: "NotRunning" });
  });

  it("waits for a hub that hangs only so long, and names its process", async () => {
    note();
    answer = () => {};
    await expect(call(50)).rejects.toThrow(`does not answer at ${url()} (it took too long). Look at its log; if its process ${process.pid} hangs, end it`);
  });

  it("says of a hub that was killed that it is gone", async () => {
    const address = url();
    note({ url: address, pid: 4_194_305 });
    server.close();
    await expect(call()).rejects.toThrow(`the last one, process 4194305, was killed or crashed. Start it again`);
  });

  it.each(["", "{", "[]", '{"url":"http://127.0.0.1:1","token":"t","pid":"x","version":"1"}'])("says of the note %j that it is none", async (text) => {
    writeFileSync(join(home, "hub.json"), text);
    await expect(call()).rejects.toMatchObject({
      code: "NotRunning",
      message: expect.stringContaining("cannot be read as the note of a running hub") as unknown,
    });
  });
});

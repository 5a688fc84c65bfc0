import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { like } from "#test/matching";
import { systemClock } from "#lib/time/clock";
import { works } from "#wire/child";
import { findConfinement, type Confinement } from "#wire/confine";
import { confinedNode, documentLimits } from "./document-program.ts";
import { createDocuments } from "./read-document.ts";

// Other code in the program's place tries what it should not be able to do, and tells how that went.

const noNetwork = join(import.meta.dirname, "../../../documents/program/no-network.ts");
let dir = "";
let server: Server;
let port = 0;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "parley-confined-"));
  writeFileSync(join(dir, "document"), "the document");
  server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

/** How each attempt ended, by its name. */
async function attempts(
  tries: Readonly<Record<string, string>>,
  { lead = "", words }: { lead?: string; words?: readonly string[] } = {},
): Promise<Record<string, string>> {
  const bodies = Object.entries(tries).map(([name, body]) => `${name}: async () => { ${body} }`);
  const code = `
    import { readFileSync, writeSync } from "node:fs";
    const say = (frame) => writeSync(1, JSON.stringify(frame) + "\\n");
    ${lead}
    for (const [name, attempt] of Object.entries({ ${bodies.join(", ")} })) {
      const how = await attempt().then((value) => "did it: " + value, (cause) => (cause.cause ?? cause).code ?? (cause.cause ?? cause).message);
      say({ kind: "warning", sentence: name + "=" + how });
    }
    say({ kind: "end", format: "pdf", counts: { tables: 0, headings: 0, paragraphs: 0 }, chars: 0, truncated: false });`;
  const program = (confinement: Confinement): readonly [string, ...string[]] =>
    confinedNode({ words: words ?? confinement.words }, ["--input-type=module", "-e", code]);
  const found: Record<string, string> = {};
  const fd = openSync(join(dir, "document"), "r");
  await createDocuments({ clock: systemClock, program }).read(
    fd,
    { verb: "extract", format: "auto", mode: "text" },
    {
      signal: new AbortController().signal,
      timeMs: 60_000,
      onWarning: (sentence) => {
        const [name = "", ...how] = sentence.split("=");
        found[name] = how.join("=");
      },
    },
  );
  closeSync(fd);
  return found;
}

/** Every way to the network that Node has. */
function roads(): Readonly<Record<string, string>> {
  return {
    connect: `const { connect } = await import("node:net"); return await new Promise((resolve, reject) => connect(${port}, "127.0.0.1", () => resolve("connected")).on("error", reject));`,
    fetch: `return (await fetch("http://127.0.0.1:${port}/")).status;`,
    send: `const { createSocket } = await import("node:dgram"); return await new Promise((resolve, reject) => createSocket("udp4").send("x", ${port}, "127.0.0.1", (cause) => cause ? reject(cause) : resolve("sent")));`,
    lookup: 'const { resolve4 } = (await import("node:dns")).promises; return await resolve4("example.org");',
  };
}

describe("the program that reads documents", () => {
  it("has no network: not even a listening port of this machine can be reached", async () => {
    const found = await attempts(roads());
    expect(found).toEqual({ connect: "ENETUNREACH", fetch: "ENETUNREACH", send: "ENETUNREACH", lookup: like(/^E/) });
  });

  it("takes the network from itself where the kernel does not, before it reads", async () => {
    const alone = { words: [], lead: `(await import(${JSON.stringify(noNetwork)})).closeNetwork();` };
    const found = await attempts({ ...roads(), binding: 'return process.binding("tcp_wrap");' }, alone);
    const refused = "The document reader has no network access.";
    expect(found).toEqual({ connect: refused, fetch: refused, send: refused, lookup: refused, binding: refused });
  });

  it("would connect without either, so that the tests above can fail", async () => {
    const { connect = "" } = roads();
    expect(await attempts({ connect }, { words: [] })).toEqual({ connect: "did it: connected" });
  });

  it("reads the document and its own code, and no other file", async () => {
    writeFileSync(join(dir, "secret"), "the keys");
    const denied = "ERR_ACCESS_DENIED";
    const found = await attempts({
      document: 'return readFileSync(3, "utf8");',
      code: `return readFileSync(${JSON.stringify(noNetwork)}).length > 0;`,
      secret: `return readFileSync(${JSON.stringify(join(dir, "secret"))}, "utf8");`,
      passwd: 'return readFileSync("/etc/passwd", "utf8");',
      folder: 'const { readdirSync } = await import("node:fs"); return readdirSync("/");',
      detour: 'return readFileSync("/proc/self/root/etc/passwd", "utf8");',
      config: `return readFileSync(${JSON.stringify(join(process.cwd(), "parley.example.yaml"))}, "utf8");`,
    });
    expect(found).toEqual({
      document: "did it: the document",
      code: "did it: true",
      secret: denied,
      passwd: denied,
      folder: denied,
      detour: denied,
      config: denied,
    });
  });

  it("writes nowhere, starts nothing, evaluates nothing and knows nothing of the hub's environment", async () => {
    const path = join(dir, "written");
    const found = await attempts({
      write: `const { writeFileSync } = await import("node:fs"); writeFileSync(${JSON.stringify(path)}, "x");`,
      spawn: 'const { execFileSync } = await import("node:child_process"); execFileSync("/bin/true");',
      worker: 'const { Worker } = await import("node:worker_threads"); new Worker("0", { eval: true });',
      evaluate: 'return new Function("return 1")();',
      addon: 'process.dlopen({ exports: {} }, "/lib/x86_64-linux-gnu/libc.so.6");',
      environment: "return JSON.stringify(process.env);",
      folder: "return process.cwd();",
    });
    expect(found).toEqual({
      write: "ERR_ACCESS_DENIED",
      spawn: "ERR_ACCESS_DENIED",
      worker: "ERR_ACCESS_DENIED",
      evaluate: "Code generation from strings disallowed for this context",
      addon: "ERR_DLOPEN_DISABLED",
      environment: "did it: {}",
      folder: "did it: /",
    });
    expect(existsSync(path)).toBe(false);
  });
});

describe("how far this machine can confine it", () => {
  it("is found out by trying, and told for doctor", async () => {
    const tried: string[] = [];
    const here = await findConfinement(documentLimits, (argv) => {
      tried.push(argv.join(" "));
      return works(argv);
    });
    expect(here).toMatchObject({ network: "namespace", hasLimits: true });
    expect(tried.every((line) => line.endsWith("/true"))).toBe(true);
    expect(await createDocuments({ clock: systemClock }).confinement()).toEqual(here);
  });

  it("falls back to what works", async () => {
    const without = (word: string) => findConfinement(documentLimits, async (argv) => !argv.join(" ").includes(word));
    expect((await without("--user")).words.join(" ")).toContain("unshare --net --");
    expect(await without("unshare")).toMatchObject({ network: "alone", hasLimits: true });
    expect(await without("prlimit")).toMatchObject({ network: "namespace", hasLimits: false });
    expect(await findConfinement(documentLimits, async () => false)).toEqual({ words: [], network: "alone", hasLimits: false });
  });
});

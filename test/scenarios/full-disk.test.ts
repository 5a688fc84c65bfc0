import { say } from "#lib/words/words";
import { turnTexts } from "#hub/turns/texts";
import { closeSync, openSync, readdirSync, rmSync, statfsSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { events } from "#test/fakes/door/client";
import { run, startHub, type Program } from "#test/fakes/program";
import { smallDisk, type SmallDisk } from "#test/fakes/tmpfs";
import { Parley } from "./parley.ts";

const sessions = `
sessions:
  - { name: helper, cli_type: scripted, script: helper.script }
  - { name: maker, cli_type: scripted, script: helper.script }
default_session: helper
`;
const yaml = `people: [{ name: Ana, role: owner }]\n${sessions}`;
const script = `
on "make"
  make "big.txt" mime "text/plain" "a file"
    | ${"x".repeat(200_000)}
  say "here it is"
on "later"
  wait 300ms
  say "the answer"
otherwise
  say "you said {prompt}"
`;

let disk: SmallDisk;
let home: string;
let hub: Program;
let token: string;

const start = (): Promise<Program> => startHub(["--home", home, "--config", join(disk.dir, "parley.yaml")], { cwd: disk.dir });
const ballast = (): string => join(disk.dir, "ballast");

/** Leaves so many blocks. */
function fill(blocks: number, dir = disk.dir): void {
  const { bavail, bsize } = statfsSync(dir);
  const file = openSync(join(dir, "ballast"), "w");
  try {
    for (let n = bavail; n > blocks; n--) writeSync(file, Buffer.alloc(bsize));
  } catch (cause) {
    // The hub took some of it meanwhile.
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOSPC")) throw cause;
  } finally {
    closeSync(file);
  }
}

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function ask(method: string, path: string, body?: object): Promise<Reply> {
  const response = await fetch(`${hub.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Reply["body"] };
}

const threadOf = async (name: string): Promise<string> =>
  ((await ask("GET", "/api/sessions")).body as unknown as { name: string; thread: string }[]).find((one) => one.name === name)?.thread ?? "";
const linesOf = async (thread: string): Promise<readonly { id: string; seq: number; content: string; artifacts: unknown[] }[]> =>
  (await ask("GET", `/api/threads/${thread}/messages?limit=1000`)).body as unknown as { id: string; seq: number; content: string; artifacts: unknown[] }[];

describe("a disk that fills up under a running hub", () => {
  beforeEach(async () => {
    disk = smallDisk("size=6m,mode=700");
    home = join(disk.dir, "home");
    writeFileSync(join(disk.dir, "parley.yaml"), yaml);
    writeFileSync(join(disk.dir, "helper.script"), script);
    hub = await start();
    token = (JSON.parse((await run(["token", "create", "--person", "Ana", "--json", "--home", home])).out) as { token: string }).token;
  });
  afterEach(async () => {
    await hub[Symbol.asyncDispose]();
    disk[Symbol.dispose]();
  });

  it("what was answered is there once, also after a kill; the rest is refused with 507 until there is space", async () => {
    const thread = String((await ask("POST", "/api/threads", { topic: "load" })).body["id"]);
    const accepted: string[] = [];
    const refused: Reply[] = [];
    fill(400);
    const client = async (name: number): Promise<void> => {
      for (let n = 0; refused.length < 40; n++) {
        const reply = await ask("POST", `/api/threads/${thread}/messages`, { content: `${name}.${n} ${"y".repeat(10_000)}` });
        if (reply.status === 201) accepted.push(String(reply.body["id"]));
        else refused.push(reply);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, name) => client(name)));
    expect(new Set(refused.map(({ status, body }) => `${status} ${String(body["error"])}`))).toEqual(new Set(["507 StoreFull"]));
    expect(String(refused[0]?.body["detail"])).toMatch(/disk .*full.*[Ff]ree some space/);
    expect(accepted.length).toBeGreaterThan(10);
    // Reading goes on, and so does what nobody may do.
    expect((await fetch(`${hub.url}/health`)).status).toBe(200);
    expect((await fetch(`${hub.url}/api/threads`)).status).toBe(401);
    expect((await linesOf(thread)).map((line) => line.id).toSorted()).toEqual(accepted.toSorted());
    rmSync(ballast());
    const after = await ask("POST", `/api/threads/${thread}/messages`, { content: "there is space again" });
    expect([after.status, after.body["seq"]]).toEqual([201, accepted.length + 1]);
    await hub.stop("SIGKILL");
    hub = await start();
    const lines = await linesOf(thread);
    expect(lines.map((line) => line.seq)).toEqual(lines.map((_, n) => n + 1));
    expect(lines.map((line) => line.id).toSorted()).toEqual([...accepted, String(after.body["id"])].toSorted());
    await hub.stop();
    expect((await run(["audit", "verify", "--home", home])).code).toBe(0);
  });

  it("a picture that does not fit is refused in so many words, and half of one is gone at the next start", async () => {
    const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(400_000, "x")]);
    const upload = async (): Promise<readonly [number, unknown]> => {
      const response = await fetch(`${hub.url}/api/upload/image`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "image/png" },
        body: png,
      });
      return [response.status, ((await response.json()) as Record<string, unknown>)["error"]];
    };
    fill(60);
    expect(await upload()).toEqual([507, "StoreFull"]);
    const folder = join(home, "artifacts", "uploads");
    expect(readdirSync(folder)).toEqual([]);
    rmSync(ballast());
    expect(await upload()).toEqual([201, undefined]);
    writeFileSync(join(folder, "0123456789abcdef.part"), "half");
    await hub.stop();
    hub = await start();
    expect(readdirSync(folder).map((name) => name.slice(64))).toEqual([".png"]);
  });

  it("an answer that could not be written is written when there is space, and the session goes on", async () => {
    const thread = await threadOf("helper");
    const stream = await events(hub.port, `/api/events?thread=${thread}`, { token });
    await stream.next("snapshot");
    expect((await ask("POST", `/api/threads/${thread}/messages`, { content: "later" })).status).toBe(201);
    fill(0);
    await hub.says(/could not be written down; trying again every second/);
    expect((await linesOf(thread)).map((line) => line.content)).toEqual(["later"]);
    expect((await ask("POST", `/api/threads/${thread}/messages`, { content: "z".repeat(200_000) })).status).toBe(507);
    rmSync(ballast());
    const contents: string[] = [];
    while (contents.at(-1) !== "the answer")
      contents.push(String(((await stream.next("entry")).data["entry"] as { message?: { content: string } }).message?.content));
    expect(contents).toEqual(["later", "the answer"]);
    expect((await ask("POST", `/api/threads/${thread}/messages`, { content: "and on" })).body).toMatchObject({ seq: 3, queue_position: 0 });
    stream.close();
  });

  it("a file that does not fit is not kept, everybody is told, and the turn goes on", async () => {
    const thread = await threadOf("maker");
    const stream = await events(hub.port, `/api/events?thread=${thread}`, { token });
    await stream.next("snapshot");
    fill(40);
    expect((await ask("POST", `/api/threads/${thread}/messages`, { content: "make" })).status).toBe(201);
    const contents: string[] = [];
    while (contents.at(-1) !== "here it is")
      contents.push(String(((await stream.next("entry")).data["entry"] as { message?: { content: string } }).message?.content));
    expect(contents).toEqual(["make", say("en", turnTexts.fileNotKept, { session: "maker", name: "big.txt", reason: "the disk is full" }), "here it is"]);
    expect(readdirSync(join(home, "artifacts", thread))).toEqual([]);
    rmSync(ballast());
    expect((await ask("POST", `/api/threads/${thread}/messages`, { content: "make" })).status).toBe(201);
    await stream.next("entry");
    expect((await stream.next("entry")).data["entry"]).toMatchObject({ message: { content: "here it is", artifacts: [{ name: "big.txt", bytes: 200_001 }] } });
    stream.close();
  });
});

describe("a disk that fills up while a chat is told something", () => {
  it("tells it once, and goes on with the next when there is space", async () => {
    using small = smallDisk("size=6m,mode=700");
    vi.stubEnv("TMPDIR", small.dir);
    await using parley = await Parley.start({
      yaml: `people: [{ name: Ana, role: owner, accounts: ["chat:ana"] }]\n${sessions}`,
      files: { "helper.script": script },
    });
    vi.unstubAllEnvs();
    const room = parley.chat.direct("ana");
    const said = (): readonly string[] => parley.chat.posted.filter((message) => message.room === room).map((message) => message.text);
    parley.chat.fault({ on: "post", kind: "hang-after" });
    parley.chat.say("ana", room, "one");
    await parley.chat.waitFor((chat) => chat.calls.some((call) => call.method === "post"));
    fill(0, small.dir);
    parley.chat.cut();
    await vi.waitFor(() => expect(parley.logged.map(({ message }) => message)).toContainEqual(expect.stringContaining("trying again every second")));
    rmSync(join(small.dir, "ballast"));
    parley.chat.say("ana", room, "two");
    await parley.chat.waitFor(() => said().includes("you said two"));
    expect(said()).toEqual(["you said one", "you said two"]);
  });
});

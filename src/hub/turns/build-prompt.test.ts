import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Store } from "#domain/store";
import type { NewMessage } from "#domain/thread";
import type { HubDeps, HubSettings } from "#hub/deps";
import { openSqliteStore } from "#store/sqlite/store";
import { buildPrompt } from "./build-prompt.ts";

const author = { kind: "person", id: "per_1", name: "Ann" } as const;
let dir: string;
let store: Store;
let workspace: string;
let warned: string[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "parley-prompt-"));
  workspace = join(dir, "workspace");
  mkdirSync(workspace);
  warned = [];
  let n = 0;
  store = await openSqliteStore({ path: ":memory:", newId: (kind) => `${kind}_x${++n}` as never, now: () => 1 });
  await store.accept({ at: 1, thread: { id: "thr_1", topic: "t", access: "open", createdBy: author, at: 1, participants: [] } });
});

afterEach(async () => {
  await store[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

function line(more: Partial<NewMessage>): NewMessage {
  return { id: "msg_1", thread: "thr_1", at: 1, author, role: "user", text: "look", surface: "chat:telegram", ...more };
}

async function prompted(message: NewMessage) {
  await store.accept({ at: 1, message });
  return built(message);
}

function built(message: NewMessage) {
  const session = { name: "work", kind: "tmux", thread: "thr_1" } as const;
  const turn = { prompt: message.text, message: message.id, by: author };
  const own = { home: dir, program: join(dir, "program"), files: [] };
  const folders = { artifactsDir: join(dir, "artifacts"), sessionsDir: join(dir, "sessions"), workspace };
  const settings = { ...folders, own, unusedUploadBytes: 20 } as unknown as HubSettings;
  return buildPrompt(
    { store, settings, log: { warn: (about: { cause: Error }) => void warned.push(about.cause.message) } as unknown as HubDeps["log"] },
    turn,
    session,
  );
}

async function sent(...files: readonly (readonly [id: `art_${string}`, name: string])[]): Promise<void> {
  mkdirSync(join(dir, "artifacts", "thr_1"), { recursive: true });
  for (const [id, name] of files) {
    writeFileSync(join(dir, "artifacts", "thr_1", id), `of ${id}`);
    const path = join("thr_1", id);
    await store.addArtifact({ id, thread: "thr_1", key: id, name, mime: "text/plain", bytes: 8, sha256: id, description: "", path, at: 1 });
  }
}

it("hands over copies of the message's files in the session's own folder, under safe names that differ", async () => {
  await sent(["art_1", "../../notes.txt"], ["art_2", "Notes.txt"]);
  const message = line({ artifacts: ["art_1", "art_2"] });
  const { files } = await prompted(message);
  const folder = join(dir, "sessions", "work", "files", "msg_1");
  expect(files).toEqual([
    { path: join(folder, "notes.txt"), name: "notes.txt", mime: "text/plain", bytes: 8, shared: ".agents/uploads/thr_1/msg_1-1-notes.txt" },
    { path: join(folder, "Notes-2.txt"), name: "Notes-2.txt", mime: "text/plain", bytes: 8, shared: ".agents/uploads/thr_1/msg_1-2-Notes.txt" },
  ]);
  expect(files.map(({ path }) => [readFileSync(path, "utf8"), statSync(path).mode & 0o777])).toEqual([
    ["of art_1", 0o600],
    ["of art_2", 0o600],
  ]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it("names copies below the workspace for commands, as many as fit, the same ones when it is built again", async () => {
  await sent(["art_1", "a.txt"], ["art_2", "b.txt"], ["art_3", "c.txt"]);
  const message = line({ artifacts: ["art_1", "art_2", "art_3"] });
  const shared = (await prompted(message)).files.map((file) => file.shared);
  expect(shared).toEqual([".agents/uploads/thr_1/msg_1-1-a.txt", ".agents/uploads/thr_1/msg_1-2-b.txt", undefined]);
  expect((await built(message)).files.map((file) => file.shared)).toEqual(shared);
  expect(readdirSync(join(workspace, ".agents/uploads/thr_1")).map((name) => readFileSync(join(workspace, ".agents/uploads/thr_1", name), "utf8"))).toEqual([
    "of art_1",
    "of art_2",
  ]);
});

it("names the upload that a file was sent from, as long as it is there, and copies it only when it is gone", async () => {
  await sent(["art_1", "a.txt"]);
  const upload = ".agents/uploads/thr_1/a.txt";
  mkdirSync(join(workspace, ".agents/uploads/thr_1"), { recursive: true });
  writeFileSync(join(workspace, upload), "of art_1");
  const message = line({ artifacts: ["art_1"], meta: { uploads: [{ artifact: "art_1", path: upload }] } });
  expect((await prompted(message)).files.map((file) => file.shared)).toEqual([upload]);
  expect(readdirSync(join(workspace, ".agents/uploads/thr_1"))).toEqual(["a.txt"]);
  rmSync(join(workspace, upload));
  expect((await built(message)).files.map((file) => file.shared)).toEqual([".agents/uploads/thr_1/msg_1-1-a.txt"]);
});

it("is built without them, and says so in the log, when the workspace cannot take them", async () => {
  await sent(["art_1", "a.txt"]);
  writeFileSync(join(workspace, ".agents"), "in the way");
  const { files } = await prompted(line({ artifacts: ["art_1"] }));
  expect(files).toEqual([{ path: join(dir, "sessions", "work", "files", "msg_1", "a.txt"), name: "a.txt", mime: "text/plain", bytes: 8 }]);
  expect(warned).toHaveLength(1);
});

it("names the room and quotes what was replied to; words of the page have neither", async () => {
  await store.accept({ at: 1, message: line({ id: "msg_0", text: "what was said" }) });
  const origin = { address: { channel: "telegram", room: "42" }, roomName: "Ops", direct: false };
  expect(await prompted(line({ origin, replyTo: "msg_0" }))).toEqual({
    text: "look",
    by: "Ann",
    outside: false,
    files: [],
    room: { name: "Ops", direct: false },
    replyTo: "what was said",
  });
  expect(await prompted(line({ id: "msg_2", surface: "page" }))).toEqual({ text: "look", by: "Ann", outside: false, files: [] });
});

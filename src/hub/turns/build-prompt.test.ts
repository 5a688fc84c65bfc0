import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Store } from "#domain/store";
import type { NewMessage } from "#domain/thread";
import type { Settings } from "#hub/deps";
import { openSqliteStore } from "#store/sqlite/store";
import { buildPrompt } from "./build-prompt.ts";

const author = { kind: "person", id: "per_1", name: "Ann" } as const;
let dir: string;
let store: Store;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "parley-prompt-"));
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
  const session = { name: "work" };
  const turn = { prompt: message.text, message: message.id, by: author };
  const settings = { artifactsDir: join(dir, "artifacts"), sessionsDir: join(dir, "sessions") } as Settings;
  return buildPrompt({ store, settings }, turn, session);
}

it("hands over copies of the message's files in the session's own folder, under safe names that differ", async () => {
  mkdirSync(join(dir, "artifacts", "thr_1"), { recursive: true });
  for (const [id, name] of [
    ["art_1", "../../notes.txt"],
    ["art_2", "Notes.txt"],
  ] as const) {
    writeFileSync(join(dir, "artifacts", "thr_1", id), `of ${id}`);
    const path = join("thr_1", id);
    await store.addArtifact({ id, thread: "thr_1", key: id, name, mime: "text/plain", bytes: 8, sha256: id, description: "", path, at: 1 });
  }
  const message = line({ artifacts: ["art_1", "art_2"] });
  const { files } = await prompted(message);
  const folder = join(dir, "sessions", "work", "files", "msg_1");
  expect(files).toEqual([
    { path: join(folder, "notes.txt"), name: "notes.txt", mime: "text/plain", bytes: 8 },
    { path: join(folder, "Notes-2.txt"), name: "Notes-2.txt", mime: "text/plain", bytes: 8 },
  ]);
  expect(files.map(({ path }) => [readFileSync(path, "utf8"), statSync(path).mode & 0o777])).toEqual([
    ["of art_1", 0o600],
    ["of art_2", 0o600],
  ]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
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

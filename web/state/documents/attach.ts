import type { UploadWire } from "#protocol/runs";
import { refusalOf } from "#web/state/hub/api.ts";
import { kindOfFile } from "./file-kind.ts";
import type { Page } from "#web/state/page.ts";
import type { DroppedFile } from "./dropped-files.ts";
import { readDocument } from "./read-document.ts";

/** A browser has six connections to a hub; each file under way holds one, and Stop must get through. */
const mostAtOnce = 2;
const keptRead = 50;

/** Begins with as many of the waiting files as may go at once; each that is through begins with the next. */
export function pump(page: Page): void {
  const files = page.files.list.value;
  const busy = files.filter(({ state }) => state === "sending").length;
  for (const { key } of files.filter(({ state }) => state === "waits").slice(0, Math.max(0, mostAtOnce - busy))) {
    change(page, key, { state: "sending", sent: 0, problem: null });
    void carry(page, key).then(() => pump(page));
  }
}

export function tryAgain(page: Page, { key, upload, name, type }: DroppedFile): void {
  if (upload !== null) return void readFile(page, key, kindOfFile({ name, type }) === "picture" ? "ocr" : "extract");
  change(page, key, { state: "waits", stop: new AbortController() });
  pump(page);
}

/** What was not sent yet is not sent; what the hub has is removed there once nobody has used it for some days. */
export function removeFile({ files }: Page, key: string): void {
  const dropped = files.list.value.find((one) => one.key === key);
  dropped?.stop.abort();
  files.list.value = files.list.value.filter((one) => one.key !== key);
  if (dropped !== undefined) files.keep(dropped.thread);
}

/** The message that brought these is there: its documents are read, and the others are through. */
export async function readSent(page: Page, keys: readonly string[]): Promise<void> {
  const { list } = page.files;
  const isOf = ({ key, state }: DroppedFile): boolean => state === "sent" && keys.includes(key);
  const documents = list.value.filter((one) => isOf(one) && kindOfFile(one) === "document");
  list.value = list.value.filter((one) => !isOf(one) || documents.includes(one));
  await Promise.all(documents.map(({ key }) => readFile(page, key, "extract")));
}

async function readFile(page: Page, key: string, verb: "extract" | "ocr"): Promise<void> {
  const dropped = find(page, key);
  if (dropped === undefined || dropped.upload === null) return;
  change(page, key, { state: "reading", problem: null });
  const { problem } = await readDocument(page, dropped.thread, verb, dropped.upload.path, (run) => change(page, key, { run }));
  change(page, key, problem === null ? { state: "read" } : { state: "unread", problem });
  forgetOld(page);
}

async function carry(page: Page, key: string): Promise<void> {
  const dropped = find(page, key);
  if (dropped === undefined) return;
  try {
    const upload = await sendFile(page, dropped);
    change(page, key, { upload, name: upload.name, bytes: upload.bytes, state: "kept" });
    page.files.keep(dropped.thread);
  } catch (problem) {
    change(page, key, { state: "refused", problem });
  }
}

/** Not with fetch: it does not tell how far a body has gone. */
function sendFile(page: Page, { key, thread, file, bytes, name, stop }: DroppedFile): Promise<UploadWire> {
  return new Promise((resolve, reject) => {
    const request = page.api.opened("POST", `/api/threads/${encodeURIComponent(thread)}/files?announce=false&name=${encodeURIComponent(name)}`);
    request.upload.onprogress = ({ loaded }) => change(page, key, { sent: Math.min(loaded, bytes) });
    request.onload = () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as UploadWire);
      else reject(refusalOf(request.status, request.responseText));
    };
    request.onerror = () => reject(new Error("the hub did not answer"));
    request.onabort = request.onerror;
    stop.signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

function find({ files }: Page, key: string): DroppedFile | undefined {
  return files.list.value.find((one) => one.key === key);
}

function change({ files: { list } }: Page, key: string, some: Partial<DroppedFile>): void {
  list.value = list.value.map((one) => (one.key === key ? { ...one, ...some } : one));
}

/** Their runs stand for them in the log. */
function forgetOld({ files: { list } }: Page): void {
  const old = new Set(list.value.filter(({ state }) => state === "read").slice(0, -keptRead));
  if (old.size > 0) list.value = list.value.filter((one) => !old.has(one));
}

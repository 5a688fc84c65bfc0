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
  const busy = files.filter(({ state }) => state === "sending" || state === "reading").length;
  for (const { key } of files.filter(({ state }) => state === "waits").slice(0, Math.max(0, mostAtOnce - busy))) {
    change(page, key, { state: "sending", sent: 0, problem: null });
    void carry(page, key).then(() => pump(page));
  }
}

export function tryAgain(page: Page, { key, path, file }: DroppedFile): void {
  if (path !== null) return void readFile(page, key, kindOfFile(file) === "picture" ? "ocr" : "extract");
  change(page, key, { state: "waits", stop: new AbortController() });
  pump(page);
}

/** What was not sent yet is not sent; what the hub has stays there. */
export function removeFile({ files: { list } }: Page, key: string): void {
  list.value.find((one) => one.key === key)?.stop.abort();
  list.value = list.value.filter((one) => one.key !== key);
}

async function readFile(page: Page, key: string, verb: "extract" | "ocr"): Promise<void> {
  const dropped = find(page, key);
  if (dropped === undefined || dropped.path === null) return;
  change(page, key, { state: "reading", problem: null });
  const { problem } = await readDocument(page, dropped.thread, verb, dropped.path, (run) => change(page, key, { run }));
  change(page, key, problem === null ? { state: "read" } : { state: "refused", problem });
  forgetOld(page);
}

async function carry(page: Page, key: string): Promise<void> {
  const dropped = find(page, key);
  if (dropped === undefined) return;
  try {
    const { path, name } = await sendFile(page, dropped);
    change(page, key, { path, name, state: "kept" });
  } catch (problem) {
    return change(page, key, { state: "refused", problem });
  }
  if (kindOfFile(dropped.file) === "document") await readFile(page, key, "extract");
}

/** Not with fetch: it does not tell how far a body has gone. */
function sendFile(page: Page, { key, thread, file, stop }: DroppedFile): Promise<UploadWire> {
  return new Promise((resolve, reject) => {
    const request = page.api.opened("POST", `/api/threads/${encodeURIComponent(thread)}/files?name=${encodeURIComponent(file.name)}`);
    request.upload.onprogress = ({ loaded }) => change(page, key, { sent: Math.min(loaded, file.size) });
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

import type { UploadWire } from "#protocol/runs";
import { refusalOf } from "./api.ts";
import { kindOfFile } from "./file-kind.ts";
import type { Page } from "./page.ts";
import type { Paper } from "./papers.ts";
import { readDocument } from "./read-document.ts";

/** A browser has six connections to a hub; each file under way holds one, and Stop must get through. */
const mostAtOnce = 2;
const keptRead = 50;

/** Begins with as many of the waiting papers as may go at once; each that is through begins with the next. */
export function pump(page: Page): void {
  const papers = page.papers.list.value;
  const busy = papers.filter(({ state }) => state === "sending" || state === "reading").length;
  for (const { key } of papers.filter(({ state }) => state === "waits").slice(0, Math.max(0, mostAtOnce - busy))) {
    change(page, key, { state: "sending", sent: 0, problem: null });
    void carry(page, key).then(() => pump(page));
  }
}

export function tryAgain(page: Page, { key, path }: Paper): void {
  if (path !== null) return void readPaper(page, key, "extract");
  change(page, key, { state: "waits", stop: new AbortController() });
  pump(page);
}

/** What was not sent yet is not sent; what the hub has stays there. */
export function dropPaper({ papers: { list } }: Page, key: string): void {
  list.value.find((one) => one.key === key)?.stop.abort();
  list.value = list.value.filter((one) => one.key !== key);
}

export async function readPaper(page: Page, key: string, verb: "extract" | "ocr"): Promise<void> {
  const paper = find(page, key);
  if (paper === undefined || paper.path === null) return;
  change(page, key, { state: "reading", problem: null });
  const { problem } = await readDocument(page, paper.thread, verb, paper.path, (run) => change(page, key, { run }));
  change(page, key, problem === null ? { state: "read" } : { state: "refused", problem });
  forgetOld(page);
}

async function carry(page: Page, key: string): Promise<void> {
  const paper = find(page, key);
  if (paper === undefined) return;
  try {
    const { path, name } = await sendFile(page, paper);
    change(page, key, { path, name, state: "kept" });
  } catch (problem) {
    return change(page, key, { state: "refused", problem });
  }
  if (kindOfFile(paper.file) === "document") await readPaper(page, key, "extract");
}

/** Not with fetch: it does not tell how far a body has gone. */
function sendFile(page: Page, { key, thread, file, stop }: Paper): Promise<UploadWire> {
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

function find({ papers }: Page, key: string): Paper | undefined {
  return papers.list.value.find((one) => one.key === key);
}

function change({ papers: { list } }: Page, key: string, some: Partial<Paper>): void {
  list.value = list.value.map((one) => (one.key === key ? { ...one, ...some } : one));
}

/** Their runs stand for them in the log. */
function forgetOld({ papers: { list } }: Page): void {
  const old = new Set(list.value.filter(({ state }) => state === "read").slice(0, -keptRead));
  if (old.size > 0) list.value = list.value.filter((one) => !old.has(one));
}

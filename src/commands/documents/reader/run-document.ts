import { read } from "node:fs";
import { promisify } from "node:util";
import type { CommandContext } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { DocumentEnd, DocumentRequest } from "#documents/program/protocol";
import { showHidden } from "#lib/text/show-hidden";
import { say } from "#lib/words/words";
import { documentRefusal } from "./document-words.ts";
import type { Documents, ReadOptions } from "./read-document.ts";
import { documentTexts } from "#commands/documents/texts";
import { defined } from "#lib/defined";

/** The largest file that is opened at all. */
const mostBytes = 512 * 1024 * 1024;

export interface DocumentJob extends Pick<ReadOptions, "onText" | "onTable" | "onCsv"> {
  readonly path: string;
  readonly request: Omit<DocumentRequest, "extension">;
  readonly timeMs: number;
  /** Called with the file's name before it is read: the place for what must be refused first. */
  readonly before?: (name: string) => Promise<void>;
}

export interface DocumentRead {
  readonly end: DocumentEnd;
  readonly warnings: readonly string[];
}

/** Opens a file of the workspace and reads it, telling how far it is. Refusals carry `status` and `warnings` for programs. */
export async function runDocument(documents: Documents, ctx: CommandContext, job: DocumentJob): Promise<DocumentRead> {
  await using file = await ctx.files.open(job.path, mostBytes);
  await job.before?.(file.name);
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(file.name)?.[1];
  const warnings: string[] = [];
  try {
    const end = await documents.read(
      file.fd,
      { ...job.request, ...defined({ extension: ending }) },
      {
        signal: ctx.signal,
        timeMs: job.timeMs,
        ...defined({ onText: job.onText, onTable: job.onTable, onCsv: job.onCsv }),
        onProgress: progressTo(ctx),
        onWait: (before) => ctx.progress(say(ctx.language, documentTexts.docWaits, { before })),
        onWarning: (sentence) => void warnings.push(showHidden(sentence)),
      },
    );
    return { end, warnings };
  } catch (cause) {
    if (!(cause instanceof ParleyError)) throw cause;
    const isOffice = cause.code === "NoText" && (await isPacked(file.fd));
    const hint = cause.code === "NoText" ? hintOf(job, isOffice) : {};
    throw documentRefusal(cause, ctx.language, { status: "failed", ...hint, warnings }, isOffice ? documentTexts.docNoTextOffice : undefined);
  }
}

/** A line for each hundredth, not for each page of a thousand. */
function progressTo({ progress, language }: CommandContext): NonNullable<ReadOptions["onProgress"]> {
  let told = -1;
  return (done, total) => {
    if (total === undefined || total === 0) return;
    // What a file says of its own size may be too little.
    const percent = Math.min(100, Math.floor((100 * done) / total));
    if (percent === told) return;
    told = percent;
    progress(say(language, documentTexts.docProgress, { percent }));
  };
}

/** The line that helps. An Office file is no picture of a page: what helps there is how many parts it has, if some were asked for. */
function hintOf({ path, request }: DocumentJob, isOffice: boolean): { readonly hint?: string } {
  if (request.verb === "ocr") return {};
  if (!isOffice) return { hint: `doc ocr --in ${quoted(path)}` };
  return request.pages === undefined ? {} : { hint: `doc info --in ${quoted(path)}` };
}

/** Whether the file is a ZIP, as those of Office are; whatever it is called. */
async function isPacked(fd: number): Promise<boolean> {
  const { buffer } = await promisify(read)(fd, Buffer.alloc(4), 0, 4, 0);
  return buffer.toString("latin1") === "PK\u0003\u0004";
}

function quoted(path: string): string {
  return /^[\p{L}\p{N}._/-]+$/u.test(path) ? path : JSON.stringify(path);
}

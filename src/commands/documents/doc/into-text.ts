import { summaryOf } from "#commands/documents/reader/document-summary";
import type { Documents } from "#commands/documents/reader/read-document";
import { runDocument, type DocumentJob } from "#commands/documents/reader/run-document";
import type { CommandContext, CommandResult } from "#domain/command";
import type { FileSink } from "#domain/workspace";
import type { Mode } from "#documents/program/protocol";
import { say } from "#lib/words/words";
import { documentTexts } from "#commands/documents/texts";
import { defined } from "#lib/defined";

const kinds: Readonly<Record<Mode, { readonly ending: string; readonly mime: string }>> = {
  md: { ending: ".md", mime: "text/markdown" },
  text: { ending: ".txt", mime: "text/plain" },
  json: { ending: ".json", mime: "application/json" },
};

export interface TextJob extends Pick<DocumentJob, "path" | "request" | "timeMs"> {
  readonly command: string;
  readonly out: string | undefined;
  readonly confirm: boolean;
}

/** Where nobody says how the text is to be written, the name of its file does. */
export function modeOf(out: string | undefined): Mode {
  const ending = /\.\w+$/.exec(out?.toLowerCase() ?? "")?.[0];
  return ending === ".txt" ? "text" : ending === ".json" ? "json" : "md";
}

/** Reads a document into a file: the one that is named or, without a name, one of the run's own. */
export async function intoText(documents: Documents, ctx: CommandContext, { command, path, out, confirm, request, timeMs }: TextJob): Promise<CommandResult> {
  const { ending, mime } = kinds[request.mode];
  await using opened = new AsyncDisposableStack();
  let sink: FileSink | undefined;
  const read = await runDocument(documents, ctx, {
    path,
    request,
    timeMs,
    before: async (name) => {
      const note = { mime, description: say(ctx.language, documentTexts.docTextOf, { name }) };
      sink = opened.use(out === undefined ? await ctx.files.artifact(named(name, ending), note) : await ctx.files.create(out, { ...note, confirm }));
    },
    onText: async (text) => sink?.write(text),
  });
  const written = await sink?.finish();
  const { end, warnings } = read;
  const { pages, slides, sheets, tables, headings, paragraphs } = end.counts;
  return {
    exitCode: 0,
    text: summaryOf(read, written === undefined ? [] : [written], ctx.language),
    result: {
      ok: true,
      command,
      status: end.truncated ? "truncated" : "ok",
      format: end.format,
      mode: request.mode,
      extracted_chars: end.chars,
      truncated: end.truncated,
      warnings,
      ...defined({ pages, slides, sheets }),
      paragraphs,
      headings,
      tables,
      out: written?.path ?? null,
    },
  };
}

function named(name: string, ending: string): string {
  const stem = name.replace(/\.[A-Za-z0-9]{1,10}$/, "");
  return `${stem === "" ? "document" : stem}${ending}`;
}

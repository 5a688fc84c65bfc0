import type { CommandContext } from "#domain/command";
import type { FileSink, RunArtifact } from "#domain/workspace";
import { showHidden } from "#lib/text/show-hidden";
import { say } from "#lib/words/words";
import { documentTexts } from "#commands/documents/texts";

export interface ListedTable {
  readonly number: number;
  readonly name?: string;
  readonly page?: number;
}

interface MadeTable extends ListedTable {
  readonly file: RunArtifact;
}

/** The files that tables go to, one after the other. */
export interface TableFiles extends AsyncDisposable {
  /** Opens the file that was named, so that it is refused before anything is read. */
  prepare(document: string): Promise<void>;
  next(table: ListedTable): Promise<void>;
  write(csv: string): Promise<void>;
  end(): Promise<{ readonly made: readonly MadeTable[]; readonly found: number; readonly listed: readonly string[] }>;
}

const mostFiles = 100;
const mostListed = 20;
const mime = "text/csv";

export function createTableFiles(
  { files, language }: Pick<CommandContext, "files" | "language">,
  { out, confirm, number = 1 }: { readonly out: string | undefined; readonly confirm: boolean; readonly number?: number | undefined },
): TableFiles {
  const made: MadeTable[] = [];
  const listed: string[] = [];
  let found = 0;
  let document = "";
  let named: FileSink | undefined;
  let current: { readonly table: ListedTable; readonly sink: FileSink } | undefined;

  const finish = async (): Promise<void> => {
    if (current === undefined) return;
    const { table, sink } = current;
    current = undefined;
    made.push({ ...table, file: await sink.finish() });
    await sink[Symbol.asyncDispose]();
  };
  const descriptionOf = ({ number, name }: ListedTable): string =>
    name === undefined
      ? say(language, documentTexts.docTableOf, { number, name: document })
      : say(language, documentTexts.docTableNamed, { number, title: name, name: document });

  return {
    prepare: async (name) => {
      document = name;
      if (out !== undefined) named = await files.create(out, { mime, confirm, description: say(language, documentTexts.docTableOf, { number, name }) });
    },
    next: async (told) => {
      const table = told.name === undefined ? told : { ...told, name: showHidden(told.name) };
      found += 1;
      if (listed.length < mostListed) listed.push(table.name === undefined ? String(table.number) : `${table.number} ${table.name}`);
      // With one file for many tables nothing will be written; the rest is read to tell how many there are.
      if (named !== undefined) {
        if (found === 1) current = { table, sink: named };
        return;
      }
      await finish();
      if (found > mostFiles) return;
      const stem = document.replace(/\.[A-Za-z0-9]{1,10}$/, "");
      const sink = await files.artifact(`${stem}-${table.name ?? table.number}.csv`, { mime, description: descriptionOf(table) });
      current = { table, sink };
    },
    write: async (csv) => {
      if (named === undefined || found === 1) await current?.sink.write(csv);
    },
    end: async () => {
      if (named === undefined || found === 1) await finish();
      return { made, found, listed };
    },
    [Symbol.asyncDispose]: async () => {
      await named?.[Symbol.asyncDispose]();
      await current?.sink[Symbol.asyncDispose]();
    },
  };
}

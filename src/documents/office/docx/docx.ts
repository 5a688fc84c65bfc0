import type { DocumentBlock, Counts, Findings, BlockSource } from "#documents/blocks";
import { bodyOf, type BodyContext } from "./body.ts";
import { readNumbering } from "./numbering.ts";
import { readStyles } from "./styles.ts";
import { openOfficeAs, smallPart, type Office } from "#documents/office/office";
import type { Relationships } from "#documents/office/relationships";

const mostNotes = 100_000;

/** Text documents: docx, docm, dotx, dotm. */
export async function readDocx(source: BlockSource, out: Findings): Promise<Counts> {
  const office = await openOfficeAs("docx", source);
  const relationships = await office.relationships(office.main);
  const partOf = (type: string): string | undefined => relationships.ofType(type)[0]?.target;
  const styles = await readStyles(office, partOf("styles"));
  const numbering = await readNumbering(office, partOf("numbering"));
  // Footnotes and endnotes are numbered together, as the text refers to them.
  const notes = new Map<string, number>();
  const context: BodyContext = { out, styles, numbering, relationships, noteNumber };
  function noteNumber(kind: string, id: string): number {
    const key = `${kind} ${id}`;
    const number = notes.get(key) ?? notes.size + 1;
    if (notes.size < mostNotes) notes.set(key, number);
    return number;
  }

  const size = office.zip.declared([office.main]);
  const before = office.zip.unpacked();
  const body = bodyOf(context);
  await office.read(office.main, body, { watch: () => out.progress(office.zip.unpacked() - before, size) });
  let tables = body.tables;
  const held = holdNotes(out);
  for (const kind of ["footnote", "endnote"]) {
    const part = partOf(`${kind}s`);
    if (part === undefined || notes.size === 0) continue;
    const noteBegins = (id: string): number | undefined => held.begin(notes.get(`${kind} ${id}`));
    const own = bodyOf({ ...context, out: { ...out, block: held.block }, relationships: await office.relationships(part), noteBegins });
    await office.read(part, own);
    tables += own.tables;
  }
  held.end();
  await warnOfMargins(office, relationships, out);
  const pages = (await pagesOf(office)) ?? (body.pageBreaks > 0 ? body.pageBreaks + 1 : undefined);
  return pages === undefined ? { tables } : { pages, tables };
}

const mostHeld = 20_000;

/** Notes stand in their parts in any order, and come in that of their numbers. Of a document with very many of them only so many wait. */
function holdNotes(out: Findings): { begin(number: number | undefined): number | undefined; block(block: DocumentBlock): void; end(): void } {
  let held: { readonly number: number; readonly block: DocumentBlock }[] = [];
  let current = 0;
  const end = (): void => {
    for (const { block } of held.toSorted((a, b) => a.number - b.number)) out.block(block);
    held = [];
  };
  return {
    begin: (number) => {
      current = number ?? current;
      return number;
    },
    block: (block) => {
      if (held.push({ number: current, block }) >= mostHeld) end();
    },
    end,
  };
}

// Headers and footers repeat on every page and belong to none. They are worth a word only where they hold more than a page number.
async function warnOfMargins(office: Office, relationships: Relationships, out: Findings): Promise<void> {
  let hasWords = false;
  let isText = false;
  const handler = {
    open: (name: string): void => void (isText = name === "w:t"),
    close: (): void => void (isText = false),
    text: (text: string): void => void (hasWords ||= isText && /\p{L}/u.test(text)),
  };
  for (const { target } of [...relationships.ofType("header"), ...relationships.ofType("footer")].slice(0, 20)) {
    if (!hasWords) await office.read(target, handler, { most: smallPart });
  }
  if (hasWords) out.warn("Headers and footers were left out.");
}

/** What the program that saved the file counted. */
async function pagesOf(office: Office): Promise<number | undefined> {
  const part = (await office.relationships("")).ofType("extended-properties")[0]?.target ?? "docProps/app.xml";
  let isPages = false;
  let written = "";
  await office.read(
    part,
    {
      open: (name) => void (isPages = name === "Pages"),
      close: () => void (isPages = false),
      text: (text) => void (written += isPages ? text : ""),
    },
    { most: smallPart },
  );
  return /^\s*[1-9]\d{0,6}\s*$/u.test(written) ? Number(written) : undefined;
}

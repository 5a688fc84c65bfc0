import type { Counts, Findings, BlockSource } from "#documents/blocks";
import { openOfficeAs, smallPart, type Office } from "#documents/office/office";
import { readChart } from "./charts.ts";
import { readDiagram } from "./diagrams.ts";
import { layouts, type Layout } from "./layouts.ts";
import { shapesOf, type ShapePiece } from "./shapes.ts";
import type { Relationships } from "#documents/office/relationships";

const mostSlides = 10_000;
/** Below the line that says which slide it is. */
const slideTitle = 3;
/** One slide is held in memory until its title is known. */
const largestSlide = 64e6;

/** Presentations: pptx, pptm, potx, ppsx and their like. */
export async function readPptx(source: BlockSource, out: Findings): Promise<Counts> {
  const office = await openOfficeAs("pptx", source);
  const parts = await slideParts(office, out);
  const layoutOf = layouts(office);
  let tables = 0;
  const nextTable = (): number => (tables += 1);
  for (const [at, part] of parts.entries()) {
    const number = at + 1;
    const relationships = await office.relationships(part);
    const layout = await layoutOf(relationships.ofType("slideLayout")[0]?.target);
    const shapes = shapesOf({ out, relationships, layout, nextTable });
    const isThere = await office.read(part, shapes, { most: largestSlide });
    if (!isThere) out.warn(`Slide ${number} is missing from the file.`);
    out.block({ kind: "page", of: "slide", number, ...(shapes.isHidden && { isHidden: true }) });
    if (shapes.title.length > 0) out.block({ kind: "heading", level: slideTitle, spans: shapes.title });
    for (const piece of shapes.pieces) await emit(piece, { office, relationships, out, nextTable });
    await emitNotes(office, relationships, { out, layout, nextTable });
    if (relationships.ofType("comments").length > 0) out.warn("Comments were left out.");
    out.progress(number, parts.length);
  }
  return { slides: parts.length, tables };
}

async function slideParts(office: Office, out: Findings): Promise<string[]> {
  const relationships = await office.relationships(office.main);
  const parts = new Set<string>();
  await office.read(
    office.main,
    {
      open(name, attributes) {
        if (name !== "p:sldId") return;
        const slide = relationships.get(attributes["r:id"]);
        if (slide === undefined || slide.isExternal) out.warn("A slide that the presentation lists is not in the file.");
        else if (parts.size < mostSlides) parts.add(slide.target);
        else out.warn(`The presentation has more than ${mostSlides} slides; the rest was left out.`);
      },
      close: () => undefined,
      text: () => undefined,
    },
    { most: smallPart },
  );
  return [...parts];
}

interface Emitting {
  readonly office: Office;
  readonly relationships: Relationships;
  readonly out: Findings;
  nextTable(): number;
}

async function emit(piece: ShapePiece, { office, relationships, out, nextTable }: Emitting): Promise<void> {
  if (piece.kind === "diagram") {
    const part = relationships.get(piece.id)?.target;
    for (const block of part === undefined ? [] : await readDiagram(office, part)) out.block(block);
  } else if (piece.kind === "chart") {
    const part = relationships.get(piece.id)?.target;
    const chart = part === undefined ? undefined : await readChart(office, part);
    if (chart === undefined || chart.rows.length === 0) {
      out.warn("A chart without readable numbers was left out.");
      return;
    }
    out.block({ kind: "table", number: nextTable(), ...(chart.title !== "" && { name: chart.title }) });
    for (const cells of chart.rows) out.block({ kind: "row", cells });
    out.block({ kind: "table-end" });
  } else out.block(piece);
}

async function emitNotes(office: Office, slide: Relationships, context: { out: Findings; layout: Layout; nextTable(): number }): Promise<void> {
  const part = slide.ofType("notesSlide")[0]?.target;
  if (part === undefined) return;
  const shapes = shapesOf({ ...context, relationships: await office.relationships(part) });
  await office.read(part, shapes, { most: smallPart });
  const paragraphs = shapes.pieces.flatMap((piece) => (piece.kind === "paragraph" || piece.kind === "item" ? [piece.spans] : []));
  const spans = paragraphs.flatMap((words, at) => (at === 0 ? words : [{ text: "\n" }, ...words]));
  if (spans.length > 0) context.out.block({ kind: "notes", spans });
}

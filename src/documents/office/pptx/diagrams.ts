import type { DocumentBlock } from "#documents/blocks";
import { smallPart, type Office } from "#documents/office/office";
import { isBlank, runText, spanList } from "#documents/office/spans";

/** The words of a SmartArt drawing, one item for each of its points. How they are laid out is not read. */
export async function readDiagram(office: Office, part: string): Promise<DocumentBlock[]> {
  const blocks: DocumentBlock[] = [];
  const spans = spanList();
  let isText = false;
  await office.read(
    part,
    {
      open: (name) => void (isText = name === "a:t"),
      close(name) {
        isText = false;
        if (name === "a:p") spans.add("\n");
        if (name !== "dgm:pt") return;
        const taken = spans.take();
        if (!isBlank(taken)) blocks.push({ kind: "item", depth: 0, isOrdered: false, spans: taken.map((span) => ({ ...span, text: span.text.trimEnd() })) });
      },
      text: (words) => void (isText && spans.add(runText(words))),
    },
    { most: smallPart },
  );
  return blocks;
}

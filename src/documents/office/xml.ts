import { TextDecoder } from "node:util";
import { SaxesParser } from "saxes";
import { DocumentFault } from "#documents/fault";
import { damaged } from "./office-faults.ts";
import { namesOf, type Attributes } from "./xml-names.ts";

/** Names come in one spelling whatever prefixes the file chose: see xml-names.ts. What a handler throws ends the reading and comes out as it is. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

export interface XmlBounds {
  readonly depth: number;
  /** Characters of one piece of text, or of one tag with its attributes. The parser holds that much before it says anything. */
  readonly piece: number;
}

export const usualXmlBounds: XmlBounds = { depth: 512, piece: 4 << 20 };

export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler, bounds: XmlBounds = usualXmlBounds): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const names = namesOf();
  let depth = 0;
  let sinceEvent = 0;
  parser.on("error", patience());
  // Entities are how a kilobyte of XML becomes gigabytes or reads a local file, and no Office format has use for a document type.
  parser.on("doctype", () => {
    throw new DocumentFault("Damaged", "The file declares XML entities, which Office programs never write and attackers use. It was not read.");
  });
  parser.on("opentag", (tag) => {
    sinceEvent = 0;
    depth += 1;
    if (depth > bounds.depth) throw damaged(`its elements are nested more than ${bounds.depth} deep`);
    handler.open(names.open(tag.name, tag.attributes, depth), names.attributes(tag.attributes));
  });
  parser.on("closetag", (tag) => {
    sinceEvent = 0;
    handler.close(names.close(tag.name, depth));
    depth -= 1;
  });
  parser.on("text", (text) => {
    sinceEvent = 0;
    if (depth > 0) handler.text(text);
  });
  parser.on("cdata", (text) => {
    sinceEvent = 0;
    handler.text(text);
  });
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    const text = decoder.decode(chunk, { stream: true });
    sinceEvent += text.length;
    names.expect(text);
    parser.write(text);
    if (sinceEvent > bounds.piece) {
      throw new DocumentFault("TooLarge", `The file contains a single text of more than ${bounds.piece} characters, which is above the limit.`, {
        limit: bounds.piece,
        unit: "characters",
      });
    }
  }
  if (decoder === undefined) throw damaged("a part of it is empty");
  parser.write(decoder.decode());
  parser.close();
}

// Some writers let control characters through. They say nothing, so a few are no reason to refuse a document that Office opens.
function patience(): (error: Error) => void {
  let left = 100;
  return (error) => {
    left -= 1;
    if (left < 0 || !error.message.includes("disallowed character.")) throw damaged("a part of it is not well-formed XML");
  };
}

function encodingOf(start: Buffer): string {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  const declared = /^<\?xml[^>]*?encoding=["']([\w.:-]+)["']/u.exec(start.toString("latin1", 0, 200))?.[1];
  if (declared === undefined || declared.toLowerCase().startsWith("utf")) return "utf-8";
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    throw damaged(`a part of it uses an unknown encoding (${declared})`);
  }
}

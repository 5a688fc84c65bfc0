import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import type { Language } from "#documents/protocol";
import { DocumentFault } from "#documents/fault";

// The core is used directly: the package around it would start a worker, look for a cache and know a server to ask for
// languages. Its core needs none of that and comes with it.

interface TessApi {
  Init(path: null, languages: string, engine: number, config: null): number;
  SetVariable(name: string, value: string): void;
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: number): number;
  GetUTF8Text(): string;
  GetTSVText(page: number): string;
}

interface TessCore {
  _malloc(bytes: number): number;
  setValue(at: number, value: number, type: "i32"): void;
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => TessApi;
}

type LoadCore = (options: { TesseractProgress: () => void; print: () => void; printErr: () => void }) => Promise<TessCore>;

export interface Ocr {
  /** Asks `isOver` again and again and ends early when it is. Throws DocumentFault when the picture is none that can be decoded. */
  recognize(picture: Uint8Array, isOver: () => boolean, turn?: Turn): Recognized;
}

/** By how much a picture is turned before it is read, in degrees to the right. */
export type Turn = 0 | 90 | 180 | 270;

export interface Recognized {
  /** A blank line between paragraphs. */
  readonly text: string;
  /** It was ended early: what stands further down is missing. */
  readonly isCut: boolean;
  /** How sure it is of its words in the mean, of 100; 0 where there are none. */
  readonly confidence: number;
}

const lstmOnly = 1;
// As cameras write it down (EXIF).
const orientations: Readonly<Record<Turn, number>> = { 0: 1, 90: 6, 180: 3, 270: 8 };

// The watch that the core may be given over its work (ETEXT_DESC): all of it zero but the time at which to end, if any.
const watch = { bytes: 64, endsAt: 24 } as const;
const longAgo = 1;

export async function loadOcr(languages: readonly Language[]): Promise<Ocr> {
  const fromPackage = createRequire(import.meta.resolve("tesseract.js"));
  const loadCore = fromPackage("tesseract.js-core/tesseract-core-relaxedsimd-lstm.js") as LoadCore;
  const silent = (): void => {};
  let step = silent;
  const core = await loadCore({ TesseractProgress: () => step(), print: silent, printErr: silent });
  for (const language of languages) core.FS.writeFile(`${language}.traineddata`, gunzipSync(readFileSync(trainedOn(language))));
  const api = new core.TessBaseAPI();
  if (api.Init(null, languages.join("+"), lstmOnly, null) !== 0) throw new Error("The OCR did not take its languages.");
  // Without it, it puts spaces between Chinese characters.
  api.SetVariable("preserve_interword_spaces", "1");
  const at = core._malloc(watch.bytes);
  return {
    recognize: (picture, isOver, turn = 0) => {
      core.FS.writeFile("/input", picture);
      if (api.SetImageFile(orientations[turn], 0) !== 0)
        throw new DocumentFault(
          "Damaged",
          "The picture cannot be decoded: it is cut off, damaged, or of a kind that the OCR does not know. Save it as PNG or JPEG, and try again.",
        );
      for (let i = 0; i < watch.bytes; i += 4) core.setValue(at + i, 0, "i32");
      step = () => {
        if (isOver()) core.setValue(at + watch.endsAt, longAgo, "i32");
      };
      const isCut = api.Recognize(at) !== 0;
      return { text: blankLines(api.GetUTF8Text()), isCut, confidence: confidenceOf(api.GetTSVText(0)) };
    },
  };
}

const fieldOf = { level: 0, confidence: 10, text: 11 } as const;
const wordLevel = "5";

/** The mean over letters, not words: noise is read as many short ones. Those that were not come to are blank. */
function confidenceOf(table: string): number {
  let [sum, letters] = [0, 0];
  for (const line of table.split("\n")) {
    const fields = line.split("\t");
    const count = fields[fieldOf.level] === wordLevel ? (fields[fieldOf.text]?.trim().length ?? 0) : 0;
    const confidence = Number(fields[fieldOf.confidence]);
    if (count === 0 || !(confidence >= 0)) continue;
    sum += confidence * count;
    letters += count;
  }
  return letters === 0 ? 0 : sum / letters;
}

/** Words that were not come to are as many spaces. */
function blankLines(text: string): string {
  return text.replaceAll(/^[ \t]+$/gm, "");
}

function trainedOn(language: Language): URL {
  // Named one by one, so that it shows which packages are needed.
  const packages = { eng: import.meta.resolve("@tesseract.js-data/eng"), chi_sim: import.meta.resolve("@tesseract.js-data/chi_sim") };
  return new URL(`./4.0.0_best_int/${language}.traineddata.gz`, packages[language]);
}

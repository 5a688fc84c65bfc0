import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import type { OcrLanguage } from "#documents/program/protocol";
import { DocumentFault } from "#documents/fault";

// Only the core is used: the package around it (tesseract.js) starts a worker, looks for a cache and downloads languages from a server.

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
  /** Polls `isOver` and stops early when it returns true. Throws DocumentFault if the image cannot be decoded. */
  recognize(picture: Uint8Array, isOver: () => boolean, turn?: PageRotation): Recognized;
}

/** Rotation applied before reading, in degrees clockwise. */
export type PageRotation = 0 | 90 | 180 | 270;

export interface Recognized {
  /** A blank line between paragraphs. */
  readonly text: string;
  /** It was stopped early: the text further down is missing. */
  readonly isCut: boolean;
  /** Mean confidence of its words, 0 to 100; 0 if there are none. */
  readonly confidence: number;
}

const lstmOnly = 1;
// As cameras write it down (EXIF).
const orientations: Readonly<Record<PageRotation, number>> = { 0: 1, 90: 6, 180: 3, 270: 8 };

// The watch that the core may be given over its work (ETEXT_DESC): all of it zero but the time at which to end, if any.
const watch = { bytes: 64, endsAt: 24 } as const;
const longAgo = 1;

const require = createRequire(import.meta.url);

export async function loadOcr(languages: readonly OcrLanguage[]): Promise<Ocr> {
  const loadCore = require("tesseract.js-core/tesseract-core-relaxedsimd-lstm.js") as LoadCore;
  const silent = (): void => {};
  let step = silent;
  const core = await loadCore({ TesseractProgress: () => step(), print: silent, printErr: silent });
  for (const language of languages) core.FS.writeFile(`${language}.traineddata`, gunzipSync(readFileSync(trainedOn(language))));
  const api = new core.TessBaseAPI();
  if (api.Init(null, languages.join("+"), lstmOnly, null) !== 0) throw new Error("failed to initialise the OCR languages");
  // Without it, it puts spaces between Chinese characters.
  api.SetVariable("preserve_interword_spaces", "1");
  const at = core._malloc(watch.bytes);
  return {
    recognize: (picture, isOver, turn = 0) => {
      core.FS.writeFile("/input", picture);
      if (api.SetImageFile(orientations[turn], 0) !== 0)
        throw new DocumentFault(
          "Damaged",
          "The image cannot be decoded: it is truncated, damaged, or in an unsupported format. Save it as PNG or JPEG, and try again.",
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

/** Mean over letters, not words, because noise is read as many short words. Unread words are blank. */
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

/** Unread words appear as spaces. */
function blankLines(text: string): string {
  return text.replaceAll(/^[ \t]+$/gm, "");
}

function trainedOn(language: OcrLanguage): URL {
  // Named one by one, so that it shows which packages are needed.
  const packages = { eng: import.meta.resolve("@tesseract.js-data/eng"), chi_sim: import.meta.resolve("@tesseract.js-data/chi_sim") };
  return new URL(`./4.0.0_best_int/${language}.traineddata.gz`, packages[language]);
}

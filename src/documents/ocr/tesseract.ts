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
  Recognize(monitor: null): number;
  GetUTF8Text(): string;
}

interface TessCore {
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => TessApi;
}

type LoadCore = (options: { TesseractProgress: (percent: number) => void; print: () => void; printErr: () => void }) => Promise<TessCore>;

export interface Ocr {
  /** The words in a picture, a blank line between paragraphs. Throws DocumentFault when it is none that can be decoded. */
  recognize(picture: Uint8Array): string;
}

const lstmOnly = 1;
const upright = 1;

/** `alive` is called again and again while a picture is looked at. */
export async function loadOcr(languages: readonly Language[], alive: () => void): Promise<Ocr> {
  const fromPackage = createRequire(import.meta.resolve("tesseract.js"));
  const loadCore = fromPackage("tesseract.js-core/tesseract-core-relaxedsimd-lstm.js") as LoadCore;
  const silent = (): void => {};
  const core = await loadCore({ TesseractProgress: alive, print: silent, printErr: silent });
  for (const language of languages) core.FS.writeFile(`${language}.traineddata`, gunzipSync(readFileSync(trainedOn(language))));
  const api = new core.TessBaseAPI();
  if (api.Init(null, languages.join("+"), lstmOnly, null) !== 0) throw new Error("The OCR did not take its languages.");
  // Without it, it puts spaces between Chinese characters.
  api.SetVariable("preserve_interword_spaces", "1");
  return {
    recognize: (picture) => {
      core.FS.writeFile("/input", picture);
      if (api.SetImageFile(upright, 0) !== 0)
        throw new DocumentFault(
          "Damaged",
          "The picture cannot be decoded: it is cut off, damaged, or of a kind that the OCR does not know. Save it as PNG or JPEG, and try again.",
        );
      api.Recognize(null);
      return api.GetUTF8Text();
    },
  };
}

function trainedOn(language: Language): URL {
  // Named one by one, so that it shows which packages are needed.
  const packages = { eng: import.meta.resolve("@tesseract.js-data/eng"), chi_sim: import.meta.resolve("@tesseract.js-data/chi_sim") };
  return new URL(`./4.0.0_best_int/${language}.traineddata.gz`, packages[language]);
}

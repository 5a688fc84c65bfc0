import { readFileSync } from "node:fs";
import { PDFiumModule } from "@hyzyla/pdfium";
import { instantiate, type WasmCall, type WasmExports, type WasmImports, type WasmMemory, type WasmTable } from "./wasm.ts";

// The package's own classes know a tenth of what the library can. Its exports are called directly: no wrapper between, and
// this room alone decides how far its memory may grow.

const used = [
  "malloc",
  "free",
  "FPDF_InitLibrary",
  "FPDF_LoadCustomDocument",
  "FPDF_GetLastError",
  "FPDF_CloseDocument",
  "FPDF_GetPageCount",
  "FPDF_GetSecurityHandlerRevision",
  "FPDF_DocumentHasValidCrossReferenceTable",
  "FPDF_GetMetaText",
  "FPDF_LoadPage",
  "FPDF_ClosePage",
  "FPDF_RenderPageBitmap",
  "FPDFBitmap_CreateEx",
  "FPDFBitmap_FillRect",
  "FPDFBitmap_Destroy",
  "FPDFText_LoadPage",
  "FPDFText_ClosePage",
  "FPDFText_CountChars",
  "FPDFText_GetText",
  "FPDFText_GetUnicode",
  "FPDFText_IsGenerated",
  "FPDFText_GetCharIndexFromTextIndex",
  "FPDFText_GetLooseCharBox",
  "FPDFText_GetCharOrigin",
  "FPDFText_GetFontSize",
  "FPDFText_GetMatrix",
  "FPDFLink_Enumerate",
  "FPDFLink_GetAction",
  "FPDFLink_GetAnnotRect",
  "FPDFAction_GetURIPath",
  "FPDFPage_CountObjects",
  "FPDFPage_GetObject",
  "FPDFPageObj_GetType",
  "FPDFPageObj_GetMatrix",
  "FPDFPath_CountSegments",
  "FPDFPath_GetPathSegment",
  "FPDFPathSegment_GetType",
  "FPDFPathSegment_GetPoint",
  "FPDFPathSegment_GetClose",
  "FPDF_GetPageWidthF",
  "FPDF_GetPageHeightF",
] as const;

type Calls = Readonly<Record<(typeof used)[number], WasmCall>>;

export interface Pdfium {
  readonly call: Calls;
  /** Another view after memory has grown: not to be kept over a call. */
  bytes(): Uint8Array;
  numbers(): DataView;
  readonly table: WasmTable;
  /** Room for a few results of one call. */
  readonly scratch: number;
  /** True once the library asked for more memory than it may have. */
  hitLimit(): boolean;
}

export async function loadPdfium(maxBytes: number): Promise<Pdfium> {
  const wasm = readFileSync(new URL(import.meta.resolve("@hyzyla/pdfium/pdfium.wasm")));
  let hitLimit = false;
  let exports: WasmExports = {};
  const silent = (): void => {};
  const options = {
    instantiateWasm: (imports: WasmImports, done: (instance: { exports: WasmExports }) => void) => {
      const grow = imports["env"]?.["emscripten_resize_heap"];
      const bounded = (wanted: number): unknown => {
        hitLimit ||= wanted >>> 0 > maxBytes;
        return !hitLimit && typeof grow === "function" ? Reflect.apply(grow, undefined, [wanted]) : 0;
      };
      const instance = instantiate(wasm, { ...imports, env: { ...imports["env"], emscripten_resize_heap: bounded } });
      exports = instance.exports;
      done(instance);
      return exports;
    },
    // What it has to say about broken files is said better here.
    print: silent,
    printErr: silent,
  };
  await PDFiumModule(options);
  const call = callsOf(exports);
  const memory = exports["memory"] as WasmMemory;
  call.FPDF_InitLibrary();
  let bytes = new Uint8Array(memory.buffer);
  let numbers = new DataView(memory.buffer);
  return {
    call,
    bytes: () => (bytes.buffer === memory.buffer ? bytes : (bytes = new Uint8Array(memory.buffer))),
    numbers: () => (numbers.buffer === memory.buffer ? numbers : (numbers = new DataView(memory.buffer))),
    table: exports["__indirect_function_table"] as WasmTable,
    scratch: call.malloc(64),
    hitLimit: () => hitLimit,
  };
}

function callsOf(exports: WasmExports): Calls {
  const missing = used.filter((name) => typeof exports[name] !== "function");
  if (missing.length > 0) throw new Error(`The PDF library is missing ${missing.join(", ")}.`);
  return exports as Calls;
}

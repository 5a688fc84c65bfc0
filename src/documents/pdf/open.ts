import type { BlockSource } from "#documents/blocks";
import { outOfMemory } from "#documents/program/failure";
import { DocumentFault } from "#documents/fault";
import { createBlockReader } from "./block-reader.ts";
import { loadPdfium, type Pdfium } from "./pdfium.ts";
import { asWasmFunction, isTrap } from "./wasm.ts";

export interface PdfDocument {
  readonly pdfium: Pdfium;
  readonly handle: number;
  readonly pages: number;
  readonly isEncrypted: boolean;
  /** The table of objects was wrong or missing and was put together again from what is there. */
  readonly isRepaired: boolean;
  meta(key: "Title" | "Author"): string | undefined;
}

const failures = { password: 4, security: 5 } as const;
const longestMeta = 4_096;

// What the library may hold of a document, besides the few blocks of the file that are kept outside of it.
const mostPdfBytes = 384 * 1024 * 1024;

/** Nothing is closed: the program ends with its one document. */
export async function withPdf<T>(source: BlockSource, use: (document: PdfDocument) => T | Promise<T>, mostBytes = mostPdfBytes): Promise<T> {
  const pdfium = await loadPdfium(mostBytes);
  try {
    return await use(openPdf(pdfium, source));
  } catch (cause) {
    // The library gives up where it gets no memory, and does not say that this was why.
    throw isTrap(cause) && pdfium.hitLimit() ? outOfMemory() : cause;
  }
}

function openPdf(pdfium: Pdfium, source: BlockSource): PdfDocument {
  const { call, scratch } = pdfium;
  const read = createBlockReader(source);
  // The library's table of functions cannot grow. Its first place stands for "no function" and is free.
  const slot = 0;
  pdfium.table.set(
    slot,
    asWasmFunction((_param = 0, position = 0, into = 0, size = 0) => {
      const start = into >>> 0;
      return read(position >>> 0, pdfium.bytes().subarray(start, start + (size >>> 0))) ? 1 : 0;
    }),
  );
  const access = call.malloc(12);
  [source.bytes, slot, 0].forEach((value, i) => pdfium.numbers().setUint32(access + 4 * i, value, true));
  const handle = call.FPDF_LoadCustomDocument(access, 0);
  if (handle === 0) throw whyNot(call.FPDF_GetLastError());
  return {
    pdfium,
    handle,
    pages: call.FPDF_GetPageCount(handle),
    isEncrypted: call.FPDF_GetSecurityHandlerRevision(handle) >= 0,
    isRepaired: call.FPDF_DocumentHasValidCrossReferenceTable(handle) === 0,
    meta: (key) => {
      pdfium.bytes().set(Buffer.from(`${key}\0`), scratch);
      const size = Math.min(call.FPDF_GetMetaText(handle, scratch, 0, 0), longestMeta);
      if (size <= 2) return undefined;
      const into = call.malloc(size);
      call.FPDF_GetMetaText(handle, scratch, into, size);
      const text = utf16At(pdfium, into, size / 2 - 1).trim();
      call.free(into);
      return text === "" ? undefined : text;
    },
  };
}

export function utf16At(pdfium: Pdfium, at: number, units: number): string {
  const bytes = pdfium.bytes();
  return Buffer.from(bytes.buffer, at, 2 * units).toString("utf16le");
}

function whyNot(failure: number): DocumentFault {
  if (failure === failures.password)
    return new DocumentFault("Encrypted", "The PDF is protected by a password. Open it in a PDF program, save it without one, and try again.");
  if (failure === failures.security)
    return new DocumentFault(
      "Encrypted",
      "The PDF uses an unsupported encryption. Open it in the program it was made for, save or print it as a plain PDF, and try again.",
    );
  return new DocumentFault(
    "Damaged",
    "The file starts like a PDF but cannot be read: it is truncated or damaged. Get it again, or open it in a PDF program and save it again.",
  );
}

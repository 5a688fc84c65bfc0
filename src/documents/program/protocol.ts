// The protocol between the hub and the document reader: one request as a line of JSON on the child's stdin, and frames, one line
// of JSON each, on its stdout. The document itself is the child's descriptor 3. Types only: the hub validates every frame it
// reads.

export type DocumentVerb = "extract" | "info" | "ocr" | "tables";
export type Format = "pdf" | "docx" | "pptx" | "xlsx";
export type Mode = "text" | "md" | "json";
export type OcrLanguage = "eng" | "chi_sim";

export interface DocumentRequest {
  readonly verb: DocumentVerb;
  /** `auto` detects the format. If the content contradicts the request, the content wins, with a warning. */
  readonly format: "auto" | Format;
  readonly mode: Mode;
  /** Of the file's name, without the dot, to be told when it is wrong. */
  readonly extension?: string;
  /** In code points, the marks of pages and tables included. */
  readonly maxChars?: number;
  /** Pages, slides or sheets, from 1, both ends included. Text documents have none and are read whole. */
  readonly pages?: { readonly from: number; readonly to: number };
  /** For `ocr`; both when none is named. */
  readonly languages?: readonly OcrLanguage[];
  /** For `tables`: which one, counted from 1 over the whole document. */
  readonly table?: number;
  /** For `tables`: a sheet's name or number. */
  readonly sheet?: string;
  /** For `tables`: such as `A1:C20`, of a sheet's cells or within each table. */
  readonly range?: string;
  /** For `tables`: what a spreadsheet would run as a formula starts with an apostrophe. */
  readonly safeCells?: boolean;
}

export interface DocumentCounts {
  readonly pages?: number;
  readonly slides?: number;
  readonly sheets?: number;
  readonly tables: number;
  /** Of the tables that were asked for. */
  readonly rows?: number;
  readonly headings: number;
  readonly paragraphs: number;
}

export interface DocumentInfo {
  readonly kind: string;
  readonly bytes: number;
  readonly encrypted: boolean;
  /** Looked for in the first pages only; `false` means that none was found there. */
  readonly hasText: boolean;
  readonly pages?: number;
  readonly slides?: number;
  readonly sheets?: number;
  readonly title?: string;
  readonly author?: string;
  /** Of a picture, in pixels. */
  readonly width?: number;
  readonly height?: number;
}

export interface DocumentEnd {
  readonly format: string;
  readonly counts: DocumentCounts;
  /** Code points that were handed over, without the mark of a cut. */
  readonly chars: number;
  readonly truncated: boolean;
  readonly info?: DocumentInfo;
}

export type DocumentFrame =
  | { readonly kind: "progress"; readonly done: number; readonly total?: number }
  | { readonly kind: "text"; readonly text: string }
  /** The lines of CSV that follow belong to it. */
  | { readonly kind: "table"; readonly number: number; readonly name?: string; readonly page?: number }
  | { readonly kind: "csv"; readonly text: string }
  | { readonly kind: "warning"; readonly sentence: string }
  | ({ readonly kind: "end" } & DocumentEnd)
  | { readonly kind: "error"; readonly code: string; readonly sentence: string; readonly data: Readonly<Record<string, unknown>> };

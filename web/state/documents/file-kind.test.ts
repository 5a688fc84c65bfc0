import { expect, it } from "vitest";
import { kindOfFile } from "./file-kind.ts";

it.each([
  ["report.PDF", "", "document"],
  ["notes.docx", "", "document"],
  ["old.doc", "application/msword", "document"],
  ["without-ending", "application/pdf", "document"],
  ["scan.jpeg", "image/jpeg", "picture"],
  ["image", "image/png", "picture"],
  ["drawing.svg", "image/svg+xml", "text"],
  ["notes.txt", "text/plain", "text"],
  ["data.json", "application/json", "text"],
  ["README", "", "other"],
  ["files.zip", "application/zip", "other"],
] as const)("takes %s, which the browser calls “%s”, for a %s", (name, type, kind) => {
  expect(kindOfFile({ name, type })).toBe(kind);
});

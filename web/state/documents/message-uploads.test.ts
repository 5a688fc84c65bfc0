import { expect, it } from "vitest";
import { messageUploads } from "./message-uploads.ts";

it("finds the paths of a message's files, and ignores what has another shape", () => {
  const uploads = [{ artifact: "art_1", path: ".agents/uploads/thr_1/a.txt" }, null, 7, { artifact: 1, path: "b" }, { path: "c" }];
  expect([...messageUploads({ metadata: { uploads } })]).toEqual([["art_1", ".agents/uploads/thr_1/a.txt"]]);
  expect([null, {}, { uploads: "art_1" }].map((metadata) => messageUploads({ metadata }).size)).toEqual([0, 0, 0]);
});

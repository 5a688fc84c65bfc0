import { z } from "zod";
import type { DocumentFrame } from "#documents/program/protocol";

// The program that reads documents may have been taken over by one: what it says is checked like anything from outside.

const count = z.int().nonnegative();
const sentence = z.string().max(2_000);
const counts = z.object({
  pages: count.optional(),
  slides: count.optional(),
  sheets: count.optional(),
  tables: count,
  rows: count.optional(),
  headings: count,
  paragraphs: count,
});
const info = z.object({
  kind: z.string().max(40),
  bytes: count,
  encrypted: z.boolean(),
  hasText: z.boolean(),
  pages: count.optional(),
  slides: count.optional(),
  sheets: count.optional(),
  title: z.string().max(5_000).optional(),
  author: z.string().max(5_000).optional(),
  width: count.optional(),
  height: count.optional(),
});

const frame = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), done: count, total: count.optional() }),
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({ kind: z.literal("table"), number: count, name: z.string().max(1_000).optional(), page: count.optional() }),
  z.object({ kind: z.literal("csv"), text: z.string() }),
  z.object({ kind: z.literal("warning"), sentence }),
  z.object({
    kind: z.literal("end"),
    format: z.string().max(40),
    counts,
    chars: count,
    truncated: z.boolean(),
    info: info.optional(),
  }),
  z.object({
    kind: z.literal("error"),
    code: z.string().max(40),
    sentence,
    data: z.record(z.string().max(40), z.union([z.string().max(500), z.number(), z.boolean()])),
  }),
]);

/** Undefined when the line is no frame. */
export function parseFrame(line: string): DocumentFrame | undefined {
  try {
    const parsed = frame.safeParse(JSON.parse(line));
    return parsed.success ? (parsed.data as DocumentFrame) : undefined;
  } catch {
    return undefined;
  }
}

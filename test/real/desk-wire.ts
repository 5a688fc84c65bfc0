import { z } from "zod";

export const message = z.object({ seq: z.number(), author_name: z.string(), author_kind: z.string(), role: z.string(), content: z.string() });
/** As the API tells them. */
export const session = z.looseObject({
  id: z.string(),
  name: z.string(),
  thread: z.string(),
  state: z.string(),
  reason: z.string(),
  queue: z.number(),
  status: z.object({ doing: z.string(), what: z.string().optional() }).optional(),
});
export const question = z.looseObject({
  id: z.string(),
  kind: z.string(),
  prompt: z.string(),
  state: z.string(),
  guessed: z.boolean().optional(),
  subject: z.looseObject({ detail: z.string().optional() }).nullish(),
  options: z.array(z.looseObject({ id: z.string(), label: z.string(), grants: z.string().nullish() })),
});

export type Question = z.output<typeof question>;

import { z } from "zod";
import { isId, type RunId, type ThreadId } from "#domain/ids";
import type { Holder } from "#domain/command";
import { BadInput, issuesOf } from "./body.ts";

const runs = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  thread: z
    .string()
    .refine((id) => isId("thr", id), "must be a thread's id")
    .optional(),
  session: z.string().min(1).max(200).optional(),
  before: z
    .string()
    .refine((id) => isId("run", id), "must be a run's id")
    .optional(),
});
const file = z.object({ exp: z.coerce.number().int(), sig: z.string() });

export function runsQuery(query: Record<string, string>): { limit: number; thread?: ThreadId; session?: Holder; before?: RunId } {
  const parsed = runs.safeParse(query);
  if (!parsed.success) throw new BadInput("BadRequest", issuesOf(parsed.error));
  const { limit, thread, session, before } = parsed.data;
  return {
    limit,
    ...(thread !== undefined && isId("thr", thread) && { thread }),
    // Whatever was written there: it is compared, never resolved.
    ...(session !== undefined && { session: session as Holder }),
    ...(before !== undefined && isId("run", before) && { before }),
  };
}

export function runFileQuery(query: Record<string, string>): { exp: number; sig: string } | undefined {
  return file.safeParse(query).data;
}

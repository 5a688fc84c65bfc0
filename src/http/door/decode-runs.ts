import { z } from "zod";
import { isId, type RunId, type ThreadId } from "#domain/ids";
import type { Holder } from "#domain/command";
import { rule } from "#protocol/field-rules";
import { pageLimit } from "./page-limit.ts";
import { checked } from "./bad-input.ts";

const runs = z.object({
  limit: pageLimit(200, 50),
  thread: z
    .string()
    .refine((id) => isId("thr", id), rule("threadId"))
    .optional(),
  session: z.string().min(1).max(200).optional(),
  before: z
    .string()
    .refine((id) => isId("run", id), rule("runId"))
    .optional(),
});
const commands = z.object({ table: z.enum(["terminal", "chat"]).default("terminal") });
const file = z.object({ exp: z.coerce.number().int(), sig: z.string() });

export function runsQuery(query: Record<string, string>): { limit: number; thread?: ThreadId; session?: Holder; before?: RunId } {
  const { limit, thread, session, before } = checked(runs, query);
  return {
    limit,
    ...(thread !== undefined && isId("thr", thread) && { thread }),
    // Whatever was written there: it is compared, never resolved.
    ...(session !== undefined && { session: session as Holder }),
    ...(before !== undefined && isId("run", before) && { before }),
  };
}

export function commandsQuery(query: Record<string, string>): z.output<typeof commands> {
  return checked(commands, query);
}

export function runFileQuery(query: Record<string, string>): { exp: number; sig: string } | undefined {
  return file.safeParse(query).data;
}

import { z } from "zod";
import type { JsonObject } from "#domain/json";
import type { TaskRequest } from "#domain/task";

const stored = z.object({
  task: z.templateLiteral(["tsk_", z.string()]),
  prompt: z.string(),
  source: z.discriminatedUnion("type", [
    z.object({ type: z.literal("empty") }),
    z.object({ type: z.literal("git"), url: z.string(), ref: z.string().optional() }),
  ]),
  target: z.object({ channel: z.string(), room: z.string(), topic: z.string().optional() }),
});

export function taskRequestOf(settings: JsonObject): TaskRequest {
  return stored.parse(settings) as TaskRequest;
}

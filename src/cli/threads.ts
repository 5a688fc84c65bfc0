import { z } from "zod";
import { callHub } from "./client.ts";
import { table } from "./table.ts";
import type { Verb } from "./verb.ts";

const shape = z.object({
  threads: z.array(z.object({ id: z.string(), topic: z.string(), status: z.string(), access: z.string(), current_seq: z.number(), updated_at: z.string() })),
});

export const threads: Verb = {
  usage: "threads",
  summary: "lists the threads, newest first",
  options: {},
  words: 0,
  run: async (call) => {
    const answer = await callHub(call.home, "GET", "/api/threads?limit=200&order=last");
    if (call.json) {
      call.out(JSON.stringify(answer));
      return 0;
    }
    const rows = shape.parse(answer).threads.map((one) => [one.id, one.updated_at, one.access, `${one.current_seq}`, one.topic]);
    for (const line of table(rows)) call.out(line);
    if (rows.length === 0) call.err("There are no threads yet.");
    return 0;
  },
};

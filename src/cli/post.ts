import { z } from "zod";
import { callHub } from "./client.ts";
import { needWord, type Verb } from "./verb.ts";

const shape = z.union([
  z.object({ id: z.string(), seq: z.number(), queue_position: z.number().nullish() }),
  z.object({ run: z.object({ text: z.string(), exit_code: z.number() }) }),
  z.object({ answered: z.object({ id: z.string() }) }),
]);

export const post: Verb = {
  usage: "post THREAD TEXT",
  summary: "posts to a thread, named by its id or by a topic that only one has; a command with the prefix is run",
  options: {},
  words: "text",
  run: async (call) => {
    const thread = needWord(call, 0, "The thread");
    const words = call.words.slice(1).join(" ");
    if (words === "") needWord(call, 1, "The text");
    const answer = await callHub(call.home, "POST", `/api/threads/${encodeURIComponent(thread)}/messages`, { content: words });
    if (call.json) {
      call.out(JSON.stringify(answer));
      return 0;
    }
    const made = shape.parse(answer);
    if ("run" in made) {
      call.out(made.run.text);
      return made.run.exit_code === 0 ? 0 : 1;
    }
    if ("answered" in made) call.out(`Answered ${made.answered.id}.`);
    else call.out(`${made.id} is line ${made.seq}${(made.queue_position ?? 0) > 0 ? `, queued at position ${made.queue_position}` : ""}.`);
    return 0;
  },
};

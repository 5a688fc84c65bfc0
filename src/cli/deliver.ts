import { z } from "zod";
import { callHub } from "./client.ts";
import { text, WrongUse, type Verb } from "./verb.ts";

const shape = z.object({ task_id: z.string(), state: z.string(), session: z.string().optional(), target: z.string() });

export const deliver: Verb = {
  usage: "deliver PROMPT [--from GIT_URL [--ref REF]] (--to CHANNEL/ROOM | --task TASK)",
  summary: "has code written and run in a container, and sends the archive to a chat; --task continues an earlier delivery",
  options: { from: { type: "string" }, ref: { type: "string" }, to: { type: "string" }, task: { type: "string" } },
  words: "text",
  run: async (call) => {
    const prompt = call.words.join(" ");
    if (prompt === "") throw new WrongUse("The prompt is missing.");
    const [from, ref, to, task] = ["from", "ref", "to", "task"].map((name) => text(call, name));
    const answer =
      task === undefined
        ? await callHub(call.home, "POST", "/api/tasks", { prompt, source_type: from === undefined ? "empty" : "git", git_url: from, git_ref: ref, target: to })
        : await callHub(call.home, "POST", `/api/tasks/${encodeURIComponent(task)}/continue`, { prompt });
    const started = shape.parse(answer);
    call.out(call.json ? JSON.stringify(answer) : started.task_id);
    if (!call.json)
      call.err(
        started.state === "asked"
          ? "It waits for approval: parley questions."
          : `It has begun as ${started.session ?? ""}; the archive goes to ${started.target}.`,
      );
    return 0;
  },
};

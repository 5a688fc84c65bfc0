import { z } from "zod";
import { callHub } from "./client.ts";
import { needWord, type Verb } from "./verb.ts";

const shape = z.object({ agent_name: z.string(), command_executed: z.string() });

export const invite: Verb = {
  usage: "invite AGENT THREAD",
  summary: "starts a configured agent in a thread, named by its id or by a topic that only one has",
  options: {},
  words: "text",
  run: async (call) => {
    const agent_name = needWord(call, 0, "The agent");
    const thread_id = call.words.slice(1).join(" ");
    if (thread_id === "") needWord(call, 1, "The thread");
    const answer = await callHub(call.home, "POST", "/api/agents/invite", { agent_name, thread_id });
    const { command_executed: command } = shape.parse(answer);
    call.out(call.json ? JSON.stringify(answer) : `${agent_name} is being started: ${command}`);
    if (!call.json) call.err("It appears in the thread once it has joined. If it does not join in time, the thread says why.");
    return 0;
  },
};

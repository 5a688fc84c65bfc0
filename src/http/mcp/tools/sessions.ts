import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { encodeRun, encodeSession } from "#http/encode/encode";
import { answer } from "#http/mcp/result";
import { tool, type Tool } from "#http/mcp/tool";
import { say } from "#lib/words/words";
import { limits } from "#protocol/requests";
import { commonTexts } from "#lib/words/common";
import { defined } from "#lib/defined";

const sessionList = tool({
  name: "session_list",
  description: "Agents at work that the hub drives: their name, thread, state, and how many prompts wait.",
  input: z.object({}),
  run: async ({ deps: { store, policy }, by }) => answer((await store.sessions(policy.reader(by))).map(encodeSession)),
});

const sessionPrompt = tool({
  name: "session_prompt",
  description:
    "Gives a session something to do. It is queued behind what the session does already; the answer comes as a message of its thread. An agent's token needs the grant prompt.",
  input: z.object({
    session: z.string().min(1).max(200).describe("The session's id or name; session_list has them."),
    prompt: z.string().min(1).max(limits.messageBytes),
    idempotency_key: z.string().min(1).max(200).optional().describe("The same key is the same prompt, for a day."),
  }),
  run: async ({ deps, by }, { session: named, prompt, idempotency_key: key }) => {
    const { hub, store, policy, language } = deps;
    const session = (await store.sessions(policy.reader(by))).find((one) => one.id === named || one.name === named);
    if (session === undefined) throw new ParleyError("NoSuchSession", say(language, commonTexts.notFound, { what: `session ${named.slice(0, 100)}` }));
    const outcome = await hub.say({ by, surface: "mcp", thread: session.thread, text: prompt, session: session.id, ...defined({ key }) });
    const head = { ok: true, session_id: session.id, thread_id: session.thread };
    switch (outcome.kind) {
      case "message":
        return answer({ ...head, msg_id: outcome.message.id, seq: outcome.message.seq, turn: outcome.turn ?? null, queue_position: outcome.ahead ?? null });
      case "command":
        return answer({ ...head, run: encodeRun(outcome.run) });
      case "answered":
        return answer({ ...head, answered: outcome.question.id });
    }
  },
});

export const sessionTools: readonly Tool[] = [sessionList, sessionPrompt];

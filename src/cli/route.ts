import { z } from "zod";
import { callHub } from "./client.ts";
import { needWord, text, texts, type Verb } from "./verb.ts";

const rule = z.object({
  number: z.number(),
  name: z.string(),
  session: z.string().nullable(),
  invite: z.string().nullable(),
  holds: z.boolean(),
  conditions: z.array(z.object({ what: z.string(), met: z.string().nullable() })),
  passed_over: z.string().nullable(),
  invites: z.string().nullable(),
});
const shape = z.object({
  decision: z.string(),
  code: z.string().nullable(),
  session: z.string().nullable(),
  by: z.string().nullable(),
  rule: z.number().nullable(),
  thread: z.object({ id: z.string(), topic: z.string() }).nullable(),
  rules: z.array(rule),
});

export const route: Verb = {
  usage: "route TEXT [--address CHANNEL:ROOM] [--thread ID] [--person NAME] [--file NAME]",
  summary: "shows which session a message would go to, rule by rule; sends nothing",
  options: { address: { type: "string" }, thread: { type: "string" }, person: { type: "string" }, file: { type: "string", multiple: true } },
  words: "text",
  run: async (call) => {
    needWord(call, 0, "The text");
    const [address, thread, person] = [text(call, "address"), text(call, "thread"), text(call, "person")];
    const files = texts(call, "file");
    const answer = await callHub(call.home, "POST", "/api/routing/try", { text: call.words.join(" "), address, thread, person, files });
    if (call.json) {
      call.out(JSON.stringify(answer));
      return 0;
    }
    const tried = shape.parse(answer);
    for (const one of tried.rules) call.out(ruleLine(one));
    if (tried.rules.length === 0) call.err("There are no rules (docs/routing.md).");
    call.out(outcomeLine(tried));
    return 0;
  },
};

function ruleLine({ number, name, session, invite, holds, conditions, passed_over: passedOver, invites }: z.output<typeof rule>): string {
  const target = session === null ? `invites ${invite ?? ""}` : `to ${session}`;
  const label = name === `${number}` ? `rule ${number}` : `rule ${number} (${name})`;
  const seen = conditions.map(({ what, met }) => (met === null ? `no ${what}` : `${what}: ${met}`)).join(", ");
  const outcome = holds ? (notes[passedOver ?? ""] ?? verdicts[invites ?? ""] ?? "holds") : "does not hold";
  return `${label} ${target}: ${outcome}${seen === "" ? "" : ` [${seen}]`}`;
}

const notes: Readonly<Record<string, string>> = {
  "no-session": "skipped, the configuration has no such session",
  "other-thread": "skipped, that session is in another thread",
  later: "holds, but an earlier rule decides",
};

const verdicts: Readonly<Record<string, string>> = {
  yes: "would invite",
  off: "invitations by rules are off",
  "no-right": "this person may not invite",
  "not-listed": "config/available-agents.json has no such agent",
  "not-allowed": "the agent does not allow it (auto_invite)",
  here: "already in the thread",
  hour: "the budget of this hour is used up",
  day: "the budget of this day is used up",
  thread: "the budget of this thread is used up",
};

const reasons: Readonly<Record<string, string>> = {
  name: "its name is in front",
  chosen: "it was chosen with the use command",
  default: "default_session",
  thread: "it is the thread's session",
};

function outcomeLine({ decision, code, session, by, rule: number, thread }: z.output<typeof shape>): string {
  const where = thread === null ? "" : `, thread ${thread.topic} (${thread.id})`;
  if (session !== null) return `It would go to ${session}: ${number === null ? (reasons[by ?? ""] ?? "") : `rule ${number}`}${where}.`;
  if (decision === "refusal") return `It would be refused: ${code ?? ""}.`;
  if (decision === "command") return "It would be run as a command.";
  if (decision === "answer" || decision === "which") return "It would be an answer to a question.";
  return `No session would get it; it would be posted${thread === null ? " in a new thread" : where}.`;
}

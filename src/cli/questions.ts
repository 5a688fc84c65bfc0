import { z } from "zod";
import { callHub } from "./client.ts";
import type { Verb } from "./verb.ts";

const shape = z.array(
  z.object({
    id: z.string(),
    code: z.string(),
    session_name: z.string(),
    prompt: z.string(),
    subject: z
      .object({
        argv: z.array(z.string()).optional(),
        directory: z.string().optional(),
        environment: z.array(z.string()).optional(),
        detail: z.string().optional(),
      })
      .nullable(),
    options: z.array(z.object({ id: z.string(), label: z.string() })),
    expires_at: z.string(),
  }),
);

export const questions: Verb = {
  usage: "questions",
  summary: "lists the open questions",
  options: {},
  words: 0,
  run: async (call) => {
    const answer = await callHub(call.home, "GET", "/api/questions?state=open");
    if (call.json) {
      call.out(JSON.stringify(answer));
      return 0;
    }
    const open = shape.parse(answer);
    for (const question of open) {
      call.out(`${question.id} ${question.code}  ${escaped(question.session_name)} asks ${escaped(question.prompt)}`);
      if (question.subject?.argv !== undefined) call.out(`  command      ${question.subject.argv.map(escaped).join(" ")}`);
      if (question.subject?.directory !== undefined) call.out(`  directory    ${escaped(question.subject.directory)}`);
      if (question.subject?.environment !== undefined) call.out(`  environment  ${question.subject.environment.map(escaped).join(" ")}`);
      if (question.subject?.detail !== undefined) for (const line of question.subject.detail.split("\n")) call.out(`  | ${escaped(line)}`);
      call.out(`  choices      ${question.options.map((one) => `${one.id} (${one.label})`).join(", ") || "any text"}`);
      call.out(`  expires      ${question.expires_at}`);
    }
    if (open.length === 0) call.err("There are no open questions.");
    return 0;
  },
};

/** One argument cannot look like two. What would be invisible is shown by whoever prints it. */
function escaped(text: string): string {
  return JSON.stringify(text);
}

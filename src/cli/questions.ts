import { z } from "zod";
import { callHub } from "./client.ts";
import type { Verb } from "./verb.ts";

const shape = z.array(
  z.object({
    id: z.string(),
    code: z.string(),
    session_name: z.string(),
    prompt: z.string(),
    subject: z.object({ argv: z.array(z.string()).optional(), directory: z.string().optional(), environment: z.array(z.string()).optional(), detail: z.string().optional() }).nullable(),
    options: z.array(z.object({ id: z.string(), label: z.string() })),
    expires_at: z.string(),
  }),
);

export const questions: Verb = {
  usage: "questions",
  summary: "lists the questions that wait for an answer",
  options: {},
  run: async (call) => {
    const answer = await callHub(call.home, "GET", "/api/questions?state=open");
    if (call.json) {
      call.out(JSON.stringify(answer));
      return 0;
    }
    const open = shape.parse(answer);
    for (const question of open) {
      // JSON strings: one argument cannot look like two, and what would be invisible is escaped.
      call.out(`${question.id} ${question.code}  ${JSON.stringify(question.session_name)} asks ${escaped(question.prompt)}`);
      if (question.subject?.argv !== undefined) call.out(`  command      ${question.subject.argv.map(escaped).join(" ")}`);
      if (question.subject?.directory !== undefined) call.out(`  directory    ${escaped(question.subject.directory)}`);
      if (question.subject?.environment !== undefined) call.out(`  environment  ${question.subject.environment.map(escaped).join(" ")}`);
      if (question.subject?.detail !== undefined) for (const line of question.subject.detail.split("\n")) call.out(`  | ${escaped(line)}`);
      call.out(`  choices      ${question.options.map((one) => `${one.id} (${one.label})`).join(", ") || "any text"}`);
      call.out(`  expires      ${question.expires_at}`);
    }
    if (open.length === 0) call.err("No question waits.");
    return 0;
  },
};

function escaped(text: string): string {
  return JSON.stringify(text).replaceAll(/[^\u0020-\u007e\u00a1-\u200a\u2010-\u2027\u2030-\u2065\u2070-\ufefe\uff00-\uffef]/g, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}

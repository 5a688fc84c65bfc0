import { z } from "zod";
import type { Question } from "#domain/question";
import { encodeQuestion } from "#http/encode/encode";
import { gatherSessions } from "#http/encode/lookups";
import { pageLimit } from "#http/door/page-limit";
import { asThread, threadArg } from "#http/mcp/call-parts";
import { answer } from "#http/mcp/result";
import { tool, type Tool, type CalledTool } from "#http/mcp/tool";

async function encode({ deps, by }: CalledTool, questions: readonly Question[]): Promise<readonly object[]> {
  const known = await gatherSessions(deps, by, questions);
  return questions.map((question) => encodeQuestion(question, known));
}

const questionList = tool({
  name: "question_list",
  description: "Questions that agents ask people, in the threads you can see: what is asked, about what, the choices, and who answered.",
  input: z.object({
    state: z.enum(["open", "answered", "expired", "withdrawn"]).default("open"),
    thread_id: threadArg.optional(),
    limit: pageLimit(500, 100),
  }),
  run: async (call, { state, thread_id: id, limit }) => {
    const { store, policy } = call.deps;
    const found = await store.questions(policy.reader(call.by), {
      limit,
      ...(state === "open" ? { state } : {}),
      ...(id === undefined ? {} : { thread: asThread(call, id) }),
    });
    return answer(
      await encode(
        call,
        found.filter((question) => question.state === state),
      ),
    );
  },
});

const questionAnswer = tool({
  name: "question_answer",
  description: "Answers a question for the person whose token this is. Agents' tokens never may, and a person's only if it was made with --answers.",
  input: z.object({
    question_id: z.string().min(1).max(200).describe("The question's id, or its code."),
    choice: z.string().min(1).max(16_384).describe("An option's id, label or number; for a free-text question the text."),
  }),
  run: async (call, { question_id: id, choice }) => {
    const question = await call.deps.hub.answer(call.by, "mcp", id, choice);
    const [encoded] = await encode(call, [question]);
    return answer(encoded);
  },
});

export const questionTools: readonly Tool[] = [questionList, questionAnswer];

import { callHub } from "./client.ts";
import { needWord, type Verb } from "./verb.ts";

export const answer: Verb = {
  usage: "answer ID CHOICE",
  summary: "answers a question by its id or code; the owner is told",
  options: {},
  words: "text",
  run: async (call) => {
    const id = needWord(call, 0, "The question's id");
    const choice = call.words.slice(1).join(" ");
    if (choice === "") needWord(call, 1, "The choice");
    const answered = await callHub(call.home, "POST", `/api/questions/${encodeURIComponent(id)}/answer`, { choice });
    call.out(call.json ? JSON.stringify(answered) : `Answered ${id}.`);
    return 0;
  },
};

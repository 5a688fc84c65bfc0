import { callHub } from "./client.ts";
import { needWord, type Verb } from "./verb.ts";

export const answer: Verb = {
  usage: "answer ID CHOICE",
  summary: "answers a question, named by its id or code, with yes, no, the number, the label or the id of a choice; the owner is notified",
  options: {},
  words: "text",
  run: async (call) => {
    const id = needWord(call, 0, "The question's id or code");
    const choice = call.words.slice(1).join(" ");
    if (choice === "") needWord(call, 1, "The choice");
    const answered = await callHub(call.home, "POST", `/api/questions/${encodeURIComponent(id)}/answer`, { choice });
    call.out(call.json ? JSON.stringify(answered) : `Answered ${id}.`);
    return 0;
  },
};

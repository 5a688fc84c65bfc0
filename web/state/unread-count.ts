import { waitingQuestions } from "./questions/waiting-questions.ts";
import type { Model } from "./stream/model.ts";

/** Questions that wait for this person, and threads with lines that they have not read. */
export function unreadCount(model: Model): number {
  const unread = [...model.threads.values()].filter((thread) => thread.unread > 0 && thread.status !== "archived").length;
  return waitingQuestions(model).length + unread;
}

import type { Actor } from "#domain/people";
import { revOf, type Entry } from "#domain/thread";
import type { FeedEvent } from "#hub/hub";
import type { StreamEventName, StreamEvents } from "#protocol/wire";
import type { HttpDeps } from "#http/deps";
import type { AgentFrames, AgentsJson } from "./agent-frames.ts";
import { encodeDraft, encodeEntry, encodeLink, encodeQuestion, encodeSession, encodeThread } from "#http/encode/encode";
import { encodeNotice } from "#http/encode/encode-notice";
import { encodeLight, encodeRunLine } from "#http/encode/encode-runs";
import { changerOf, gather, gatherSessions, questionOf } from "#http/encode/lookups";

/** A promise only where something has to be read first. */
export type Framer = (event: FeedEvent, actor: Actor) => string | Promise<string>;

function frame<Name extends StreamEventName>(name: Name, data: StreamEvents[Name], id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function agentsFrame(list: AgentsJson): string {
  return `event: agents\ndata: {${list.fields()}}\n\n`;
}

/**
 * Serialises each event once, however many streams it goes to: the feed hands all of them the same objects. A question
 * says whether its reader may answer it, so that one is made for each.
 */
export function createFramer(deps: Pick<HttpDeps, "store" | "policy" | "hub">, agents: AgentFrames): Framer {
  const made = new WeakMap<object, string>();

  const once = (key: object, make: () => string): string => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make();
    made.set(key, fresh);
    return fresh;
  };

  const entryFrame = (thread: string, entry: Entry, actor: Actor): string | Promise<string> => {
    const before = made.get(entry);
    if (before !== undefined) return before;
    const ready = (wire: ReturnType<typeof encodeEntry>): string => frame("entry", { thread, entry: wire }, `${thread}:${revOf(entry)}`);
    if (questionOf(entry) !== undefined) return gather(deps, actor, [entry]).then((known) => ready(encodeEntry(entry, known)));
    if (changerOf(entry) !== undefined || (entry.kind === "message" && (entry.message.artifacts?.length ?? 0) > 0)) {
      return gather(deps, actor, [entry]).then((known) => once(entry, () => ready(encodeEntry(entry, known))));
    }
    return once(entry, () => ready(encodeEntry(entry, nothing)));
  };

  return (event, actor) => {
    switch (event.kind) {
      case "entry":
        return entryFrame(event.thread, event.entry, actor);
      case "thread":
        return once(event.thread, () => frame("thread", encodeThread(event.thread)));
      case "thread_gone":
        return frame("thread_gone", { id: event.id });
      case "session":
        return once(event.session, () => frame("session", encodeSession(event.session)));
      case "session_gone":
        return frame("session_gone", { id: event.id });
      case "question":
        return gatherSessions(deps, actor, [event.question]).then((known) => frame("question", encodeQuestion(event.question, known)));
      case "link":
        return once(event.link, () => frame("link", encodeLink(event.link)));
      case "light":
        return once(event.light, () => frame("light", encodeLight(event.light)));
      case "run":
        return frame("run", encodeRunLine(event.run));
      case "agents":
        return agents.at(event, actor).then(agentsFrame);
      case "typing":
        return frame("typing", { ...event.typist, is_typing: event.on });
      case "draft":
        return once(event.draft, () => frame("draft", encodeDraft(event.draft)));
      case "draft_ended":
        return frame("draft", { turn: event.turn, thread: event.thread, ended: true });
      case "notice":
        return once(event.notice, () => frame("notice", encodeNotice(event.notice)));
    }
  };
}

const nothing = {
  artifact: () => undefined,
  question: () => undefined,
  sessionName: (id: string) => id,
  nameOf: (who: string) => who,
  mayAnswer: () => false,
};

import { ParleyError } from "#domain/errors";
import { isId } from "#domain/ids";
import { messageRole } from "#hub/authors";
import { shownName } from "#hub/outbox/chat-parts";
import { cleanTopic } from "#lib/text/clean-name";
import { indentRest } from "#lib/text/quote-lines";
import { say } from "#lib/words/words";
import { busConfig } from "./bus-config.ts";
import { textOf } from "./encode.ts";
import { isoTime } from "./iso-time.ts";
import type { CalledTool } from "./tool.ts";
import { httpTexts } from "#http/texts";

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

const json = "application/json";
const plain = "text/plain";

export const resources: readonly ListedResource[] = [
  { uri: "chat://bus/config", name: "bus-config", description: "What this hub is and how to begin.", mimeType: json },
  { uri: "chat://agents/active", name: "agents", description: "Every registered agent, and who of them is there.", mimeType: json },
  { uri: "chat://threads/active", name: "threads", description: "The threads you can see.", mimeType: json },
];

export const resourceTemplates = [
  { uriTemplate: "chat://threads/{id}/transcript", name: "transcript", description: "A whole thread as text.", mimeType: plain },
  { uriTemplate: "chat://threads/{id}/summary", name: "summary", description: "What came out of a closed thread.", mimeType: plain },
  { uriTemplate: "chat://threads/{id}/state", name: "state", description: "Where a thread stands.", mimeType: json },
] as const;

export interface ReadResource {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** A transcript longer than this ends with a word about the rest. */
const mostChars = 1_000_000;
const pageLines = 1000;

/** Undefined when there is no such resource that the caller may see. */
export async function readResource(call: CalledTool, uri: string): Promise<ReadResource | undefined> {
  const { bus } = call.deps.hub;
  const asJson = (value: unknown): ReadResource => ({ uri, mimeType: json, text: JSON.stringify(value) });
  switch (uri) {
    case "chat://bus/config":
      return asJson({ ...busConfig(call), config: { msg_wait_seconds: 50, reply_token_seconds: 3600 } });
    case "chat://agents/active": {
      const rows = (await bus.agents(call.by)).filter(({ agent }) => agent.goneAt === undefined && agent.at !== 0);
      return asJson(
        rows.map(({ agent, isOnline }) => ({
          agent_id: agent.id,
          name: agent.name,
          description: agent.description,
          capabilities: agent.capabilities,
          skills: agent.skills,
          is_online: isOnline,
        })),
      );
    }
    case "chat://threads/active": {
      const { threads } = await bus.threads(call.by, { archived: false, limit: 200 });
      return asJson(threads.map(({ id, topic, status, createdAt }) => ({ thread_id: id, topic, status, created_at: isoTime(createdAt) })));
    }
    default:
      return ofThread(call, uri);
  }
}

const threadUri = /^chat:\/\/threads\/(?<id>\w+)\/(?<part>transcript|summary|state)$/;

async function ofThread(call: CalledTool, uri: string): Promise<ReadResource | undefined> {
  const { id = "", part } = threadUri.exec(uri)?.groups ?? {};
  if (!isId("thr", id)) return undefined;
  try {
    const { thread, details } = await call.deps.hub.bus.thread(call.by, id);
    switch (part) {
      case "summary":
        return { uri, mimeType: plain, text: details.summary ?? "(No summary recorded for this thread.)" };
      case "state":
        return {
          uri,
          mimeType: json,
          text: JSON.stringify({ thread_id: id, topic: thread.topic, status: thread.status, latest_seq: thread.seq, created_at: isoTime(thread.createdAt) }),
        };
      default:
        return { uri, mimeType: plain, text: `# Thread: ${cleanTopic(thread.topic)}  [status: ${thread.status}]\n\n${await transcript(call, id)}` };
    }
  } catch (cause) {
    if (cause instanceof ParleyError && cause.code === "NotFound") return undefined;
    throw cause;
  }
}

async function transcript({ deps, by }: CalledTool, id: `thr_${string}`): Promise<string> {
  const lines: string[] = [];
  let chars = 0;
  let afterSeq = -1;
  for (;;) {
    const { messages } = await deps.hub.bus.read(by, id, { afterSeq, limit: pageLines });
    for (const line of messages) {
      const shown = `[seq=${line.seq}] ${shownName(line.author.name)} (${messageRole(line.author)}): ${indentRest(textOf(line))}`;
      chars += shown.length;
      if (chars > mostChars) return [...lines, say(deps.language, httpTexts.transcriptCut, { seq: line.seq })].join("\n");
      lines.push(shown);
    }
    const last = messages.at(-1);
    if (last === undefined) return lines.join("\n");
    afterSeq = last.seq;
  }
}

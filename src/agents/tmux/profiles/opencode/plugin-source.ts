/** What the plugin needs, put into its source: where it writes, and what it runs for an event. */
export interface PluginParts {
  /** The beginning of the record's path; the conversation's id and the ending follow. */
  readonly record: string;
  /** One line for a POSIX shell, by event. */
  readonly hooks: Readonly<Record<string, string>>;
}

/**
 * The plugin that OpenCode loads. It writes what happens in the conversation to a file, line by line, because OpenCode keeps its
 * own record in a database; and it calls Parley's hooks. A hook that prints an answer to a permission or a question has it given
 * to OpenCode; one that prints nothing leaves OpenCode's own menu.
 */
export function pluginSource(parts: PluginParts): string {
  return `// Written by Parley when it starts a session. Changes are lost.
const parts = ${JSON.stringify(parts)};
${plugin}`;
}

const plugin = String.raw`
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

export const Parley = async ({ client }) => {
  const roles = new Map();
  const parents = new Map();
  const pieces = new Map();
  const waiting = new Map();
  const told = new Set();

  const recordOf = (session) => parts.record + session + ".jsonl";
  // Of the conversation itself, not of those that it starts for parts of its work.
  const isMain = (session) => session !== undefined && parents.get(session) === undefined;
  const write = (session, record) => appendFileSync(recordOf(session), JSON.stringify(record) + "\n", { mode: 0o600 });

  const call = (event, payload, keep = () => {}) =>
    new Promise((resolve) => {
      const child = spawn("/bin/sh", ["-c", parts.hooks[event]], { stdio: ["pipe", "pipe", "ignore"] });
      let out = "";
      child.stdout.on("data", (chunk) => (out += chunk));
      child.on("error", () => resolve(undefined));
      child.on("close", () => {
        try {
          resolve(JSON.parse(out));
        } catch {
          resolve(undefined);
        }
      });
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify(payload.session === undefined ? payload : { record: recordOf(payload.session), ...payload }));
      keep(child);
    });

  const post = (url, body) => client._client.post({ url, body, headers: { "Content-Type": "application/json" } }).catch(() => {});

  // Nobody waits here: an event that is not handled at once would hold up the next.
  const ask = (event, id, payload, reply) => {
    call(event, payload, (child) => waiting.set(id, child)).then((answer) => {
      if (waiting.delete(id) && answer !== undefined) return reply(answer);
    });
  };
  const answered = (id) => {
    const child = waiting.get(id);
    waiting.delete(id);
    child?.kill();
  };

  const part = ({ id, sessionID, messageID, type, text, time, callID, tool, state }) => {
    if (!isMain(sessionID) || roles.get(messageID) === "user") return;
    if (type === "text" && time?.end !== undefined && !told.has(id)) {
      told.add(id);
      write(sessionID, { kind: "text", message: messageID, text });
    }
    if (type !== "tool" || state === undefined) return;
    const key = callID + state.status;
    if (state.status === "pending" || told.has(key)) return;
    told.add(key);
    write(sessionID, { kind: "tool", id: callID, tool, status: state.status, input: state.input, output: state.output ?? state.error });
  };

  const handlers = {
    "session.created": ({ info }) => parents.set(info.id, info.parentID),
    "session.updated": ({ info }) => parents.set(info.id, info.parentID),
    "message.updated": ({ info }) => {
      roles.set(info.id, info.role);
      const { tokens, time, cost, modelID } = info;
      if (info.role !== "assistant" || time?.completed === undefined || tokens === undefined || !isMain(info.sessionID)) return;
      write(info.sessionID, { kind: "usage", message: info.id, model: modelID, cost, input: tokens.input + (tokens.cache?.read ?? 0) + (tokens.cache?.write ?? 0), output: tokens.output });
    },
    "message.part.updated": (properties) => part(properties.part),
    "message.part.delta": ({ sessionID, messageID, partID, field, delta }) => {
      if (field !== "text" || !isMain(sessionID) || roles.get(messageID) !== "assistant") return;
      const index = pieces.get(partID) ?? 0;
      pieces.set(partID, index + 1);
      write(sessionID, { kind: "piece", message: partID, index, text: delta });
    },
    "todo.updated": ({ sessionID, todos }) => isMain(sessionID) && write(sessionID, { kind: "plan", todos }),
    "session.status": ({ sessionID, status }) => isMain(sessionID) && write(sessionID, { kind: "status", ...status }),
    "session.error": ({ sessionID, error }) => {
      if (!isMain(sessionID)) return;
      write(sessionID, error?.name === "MessageAbortedError" ? { kind: "interrupted" } : { kind: "failed", reason: error?.data?.message ?? error?.name ?? "" });
    },
    "session.idle": ({ sessionID }) => {
      if (!isMain(sessionID)) return;
      write(sessionID, { kind: "over" });
      void call("idle", { session: sessionID });
    },
    "permission.asked": (request) => {
      const { id, sessionID: session, permission, patterns, metadata, tool } = request;
      ask("permission", id, { session, id, permission, patterns, metadata, call: tool?.callID }, (answer) => post("/permission/" + id + "/reply", answer));
    },
    "permission.replied": ({ requestID }) => answered(requestID),
    "question.asked": ({ id, sessionID: session, questions }) => {
      const reply = (answer) => (answer.answers === undefined ? post("/question/" + id + "/reject", {}) : post("/question/" + id + "/reply", answer));
      ask("question", id, { session, id, questions }, reply);
    },
    "question.replied": ({ requestID }) => answered(requestID),
    "question.rejected": ({ requestID }) => answered(requestID),
  };

  void call("start", {});
  return {
    "chat.message": async ({ sessionID }, { message, parts: said }) => {
      if (!isMain(sessionID)) return;
      const text = said.flatMap((one) => (one.type === "text" && !one.synthetic ? [one.text] : [])).join("\n");
      write(sessionID, { kind: "prompt", text });
      void call("prompt", { session: sessionID, text, model: message?.model?.modelID });
    },
    event: async ({ event }) => {
      try {
        handlers[event.type]?.(event.properties);
      } catch {
        // A shape of another version: the screen tells what is left.
      }
    },
  };
};
`;

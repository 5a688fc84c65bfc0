import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Message } from "#domain/thread";
import { usualSettings, type ThreadDetails } from "#domain/thread-details";
import { say } from "#lib/words";
import { authorOf } from "#hub/accept";
import type { HubDeps } from "#hub/deps";
import { hubLine } from "#hub/speech";
import type { AgentRow, Bus, SyncContext } from "./bus.ts";
import type { BusRules } from "./rules.ts";
import { builtinTemplates } from "./templates.ts";
import type { Waiting } from "./waiting.ts";

export type ThreadVerbs = Pick<
  Bus,
  | "createThread"
  | "thread"
  | "threads"
  | "setStatus"
  | "close"
  | "rename"
  | "remove"
  | "settings"
  | "waits"
  | "members"
  | "exported"
  | "templates"
  | "addTemplate"
  | "dropTemplate"
>;

export interface ThreadParts {
  readonly rules: BusRules;
  readonly waiting: Waiting;
  readonly agents: (by: Actor) => Promise<readonly AgentRow[]>;
  readonly sync: (by: Actor, thread: ThreadId, seq: number) => SyncContext;
}

const minSeconds = 30;
const pageSize = 500;
const everyone = { sees: "all" } as const;

export function createThreadVerbs(
  { store, policy, clock, newId, settings }: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">,
  parts: ThreadParts,
): ThreadVerbs {
  const { rules, waiting } = parts;
  const language = settings.language ?? "en";

  const detailsOf = async (id: ThreadId): Promise<ThreadDetails> => (await store.details(everyone, id)) ?? { settings: usualSettings };

  const templates: ThreadVerbs["templates"] = async () => [...builtinTemplates, ...(await store.templates())];

  const createThread: ThreadVerbs["createThread"] = async (by, { topic, systemPrompt, template, metadata }) => {
    await rules.admit(by, "speak", "create a thread");
    const known = await store.threadByTopic(policy.reader(by), topic);
    if (known !== undefined) return { thread: known, details: await detailsOf(known.id), created: false, sync: parts.sync(by, known.id, 0) };
    // It opens one thread and no more: a second one would be out of its own sight.
    if (by.kind === "agent" && by.only !== undefined) await rules.refuse(by, "create a thread");
    const from = template === undefined ? undefined : (await templates()).find((one) => one.id === template);
    if (template !== undefined && from === undefined) throw new ParleyError("NotFound", say(language, "notFound", { what: `template ${template}` }));
    const id = newId("thr");
    const at = clock.now();
    await store.accept({ at, thread: { id, topic, access: "open", createdBy: authorOf(by), at, participants: [whoIs(by)] } });
    const prompt = systemPrompt ?? from?.systemPrompt;
    const details: ThreadDetails = {
      settings: usualSettings,
      admin: whoIs(by),
      ...(prompt === undefined ? {} : { systemPrompt: prompt }),
      ...(template === undefined ? {} : { template }),
      ...(metadata === undefined && from === undefined ? {} : { metadata: { ...from?.metadata, ...metadata } }),
    };
    await store.setDetails(id, details);
    return { thread: await rules.seen(by, id), details, created: true, sync: parts.sync(by, id, 0) };
  };

  const close: ThreadVerbs["close"] = async (by, id, summary) => {
    const thread = await rules.seen(by, id);
    await rules.takesPart(by, thread, "close this thread");
    if (thread.status === "closed") return false;
    const at = clock.now();
    await store.setDetails(id, { closedAt: at, ...(summary === undefined ? {} : { summary }) });
    await store.accept({ at, message: hubLine(newId, id, at, say(language, "threadClosed", { who: nameOf(by), summary: summary ?? "" })), fan: true });
    await store.setStatus(id, "closed", whoIs(by), at);
    waiting.close(id);
    return true;
  };

  return {
    createThread,
    close,
    templates,
    thread: async (by, id) => ({ thread: await rules.seen(by, id), details: await detailsOf(id) }),
    threads: async (by, { status, archived, limit, before }) => {
      const reader = policy.reader(by);
      const wanted = Math.min(limit === 0 ? 200 : limit, 200);
      const rows = await store.threads(reader, { limit: wanted + 1, archived: archived || status === "archived", ...(before === undefined ? {} : { before }) });
      const fitting = status === undefined ? rows : rows.filter((row) => row.status === status);
      return { threads: fitting.slice(0, wanted), total: await store.countThreads(reader), hasMore: rows.length > wanted };
    },
    setStatus: async (by, id, status) => {
      const thread = await rules.seen(by, id);
      await rules.takesPart(by, thread, `set this thread to ${status}`);
      await store.setStatus(id, status, whoIs(by), clock.now());
      if (status === "closed" || status === "archived") waiting.close(id);
    },
    rename: async (by, id, topic) => {
      await rules.leads(by, await rules.seen(by, id), "rename this thread");
      await store.rename(policy.reader(by), id, topic, whoIs(by), clock.now());
    },
    remove: async (by, id) => {
      const thread = await rules.seen(by, id);
      await rules.leads(by, thread, "delete this thread");
      waiting.close(id);
      return store.deleteThread(id, { at: clock.now(), kind: "access", who: whoIs(by), data: { did: "thread deleted", thread: id, topic: thread.topic } });
    },
    settings: async (by, id, patch) => {
      const thread = await rules.seen(by, id);
      const now = (await detailsOf(id)).settings;
      if (patch === undefined) return now;
      await rules.takesPart(by, thread, "change this thread's settings");
      for (const [name, value] of Object.entries({ timeout_seconds: patch.timeoutSeconds, switch_timeout_seconds: patch.switchTimeoutSeconds })) {
        if (value !== undefined && value < minSeconds) throw new ParleyError("BadRequest", `${name} must be at least ${minSeconds}`);
      }
      const next = { ...now, ...patch };
      await store.setDetails(id, { settings: next });
      return next;
    },
    waits: async (by, id) => {
      await rules.seen(by, id);
      return waiting.all(id);
    },
    members: async (by, id) => {
      await rules.seen(by, id);
      const here = new Set([...(await store.participants(id)), ...waiting.all(id).map((wait) => wait.agent)]);
      return (await parts.agents(by)).filter((row) => here.has(row.agent.id));
    },
    exported: async function* (by, id) {
      const thread = await rules.seen(by, id);
      yield `# ${thread.topic}\n`;
      let after = 0;
      for (;;) {
        const messages: readonly Message[] = await store.messages(policy.reader(by), id, { afterSeq: after, limit: pageSize });
        const states = await store.messageStates(messages.map((message) => message.id));
        for (const message of messages)
          yield `\n## ${message.seq}. ${message.author.name}, ${new Date(message.at).toISOString()}\n\n${states.get(message.id)?.text ?? message.text}\n`;
        const last = messages.at(-1);
        if (last === undefined) return;
        after = last.seq;
      }
    },
    addTemplate: async (by, template) => {
      await rules.admit(by, "speak", "add a template");
      if (builtinTemplates.some((one) => one.id === template.id)) throw new ParleyError("NameTaken", say(language, "templateTaken", { id: template.id }));
      const kept = { ...template, builtin: false, at: clock.now() };
      await store.addTemplate(kept);
      return kept;
    },
    dropTemplate: async (by, id) => {
      await rules.admit(by, "session.new", "remove a template");
      if (builtinTemplates.some((one) => one.id === id)) throw new ParleyError("NotAllowed", say(language, "templateBuiltin", { id }));
      return store.dropTemplate(id);
    },
  };
}

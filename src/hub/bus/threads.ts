import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Thread, ThreadPlace, ThreadSummary } from "#domain/thread";
import { usualSettings, type ThreadDetails } from "#domain/thread-details";
import { KeyedQueue } from "#lib/keyed-queue";
import { say } from "#lib/words";
import { authorOf } from "#hub/accept";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/show";
import { hubLine } from "#hub/speech";
import type { AgentRow, Bus } from "./bus.ts";
import { createClosing } from "./closing.ts";
import { forEyesOf } from "./human-only.ts";
import type { PostGuard } from "./post-guard.ts";
import type { BusRules } from "./rules.ts";
import type { Sync } from "./sync.ts";
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
  | "decideAdmin"
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
  readonly guard: PostGuard;
  readonly agents: (by: Actor) => Promise<readonly AgentRow[]>;
  readonly sync: Sync;
  /** What agents made there, below the hub's own folder. */
  readonly removeFiles: (thread: ThreadId) => Promise<void>;
}

const minSeconds = 30;
const maxSeconds = 24 * 60 * 60;
const maxTopicChars = 200;
const maxMetadataChars = 64 * 1024;
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

  const sameTopic = new KeyedQueue<string>();

  const topicOf = (given: string): string => {
    const topic = given.trim();
    if (topic === "" || topic.length > maxTopicChars) throw new ParleyError("BadRequest", say(language, "topicLength", { max: maxTopicChars }));
    return topic;
  };

  const createThread: ThreadVerbs["createThread"] = async (by, given) => {
    await rules.admit(by, "speak", "create a thread");
    await rules.beyondThread(by, "create a thread");
    const topic = topicOf(given.topic);
    await parts.guard.cleanWords(by, topic, given.systemPrompt, given.metadata);
    // Two who ask for one topic at once get one thread.
    return sameTopic.run(topic, () => findOrMake(by, { ...given, topic }));
  };

  const findOrMake: ThreadVerbs["createThread"] = async (by, { topic, systemPrompt, template, metadata }) => {
    const known = await store.threadByTopic(policy.reader(by), topic);
    // Its lines were not read with this: the token is good for none of them.
    if (known !== undefined) return { thread: known, details: await detailsOf(known.id), created: false, sync: parts.sync.context(by, known.id, 0) };
    const from = template === undefined ? undefined : (await templates()).find((one) => one.id === template);
    if (template !== undefined && from === undefined)
      throw new ParleyError("NotFound", say(language, "notFound", { what: `template ${template.slice(0, 64)}` }));
    if (JSON.stringify(metadata ?? {}).length > maxMetadataChars)
      throw new ParleyError("TooLarge", say(language, "tooLarge", { size: "metadata", max: `${maxMetadataChars} characters` }));
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
    return { thread: await rules.seen(by, id), details, created: true, sync: parts.sync.context(by, id, 0) };
  };

  const close = createClosing({ store, clock, newId, settings }, parts);

  /** Filtering thins a page out: it is filled up, so that an empty one means that there is nothing more. */
  const listed: ThreadVerbs["threads"] = async (by, { status, archived, limit, before, order = "created" }) => {
    const reader = policy.reader(by);
    const placeOf = (row: ThreadSummary): ThreadPlace => ({ at: order === "last" ? row.lastAt : row.createdAt, id: row.id });
    const found: ThreadSummary[] = [];
    let from = before;
    for (;;) {
      const page = { limit: pageSize, order, archived: archived || status === "archived", ...(from === undefined ? {} : { before: from }) };
      const rows = await store.threads(reader, page);
      found.push(...rows.filter((row) => status === undefined || row.status === status));
      const end = rows.at(-1);
      if (found.length > limit || rows.length < pageSize || end === undefined) break;
      from = placeOf(end);
    }
    const [last, next] = [found[limit - 1], found[limit]];
    const border = last === undefined || next === undefined ? undefined : placeOf(last);
    return {
      // The last line may be one for people only.
      threads: found.slice(0, limit).map(({ last: line, ...row }) => (by.kind === "agent" || line === undefined ? row : { ...row, last: line })),
      total: await store.countThreads(reader),
      ...(border === undefined || next === undefined ? {} : { next: placeOf(next).at === border.at ? border : { at: border.at } }),
    };
  };

  const nameOfLeader = async (by: Actor, who: string, thread: Thread): Promise<string> => {
    if (who === whoIs(by)) return nameOf(by);
    const row = (await parts.agents(by)).find(({ agent }) => agent.id === who);
    return row?.agent.displayName ?? row?.agent.name ?? (who === thread.createdBy.id ? thread.createdBy.name : who);
  };

  const decideAdmin: ThreadVerbs["decideAdmin"] = async (by, id, { action, candidate, source }) => {
    const thread = await rules.seen(by, id);
    await rules.leads(by, thread, "decide who leads this thread");
    const now = (await detailsOf(id)).admin ?? thread.createdBy.id;
    if (action === "cancel") return { admin: now, alreadyDecided: false };
    const key = source === undefined ? undefined : `admin:${id}:${source}`;
    if (key !== undefined && (await store.seen(key)) !== undefined) return { admin: now, alreadyDecided: true };
    const wanted = action === "keep" ? now : action === "takeover" ? whoIs(by) : await candidateIn(by, id, candidate);
    await store.setDetails(id, { admin: wanted });
    const at = clock.now();
    const text = say(language, action === "keep" ? "stillLeads" : "nowLeads", {
      who: shownName(nameOf(by)),
      name: shownName(await nameOfLeader(by, wanted, thread)),
    });
    await store.accept({ at, message: hubLine(newId, id, at, text), fan: true, ...(key === undefined ? {} : { key }) });
    return { admin: wanted, alreadyDecided: false };
  };

  const candidateIn = async (by: Actor, id: ThreadId, candidate: string | undefined): Promise<string> => {
    const found = (await members(by, id)).find(({ agent }) => agent.id === candidate);
    if (found === undefined) throw await rules.missing(by, "agent", `agent ${candidate ?? "without an id"} in ${id}`);
    return found.agent.id;
  };

  const members: ThreadVerbs["members"] = async (by, id) => {
    await rules.seen(by, id);
    const here = new Set([...(await store.participants(id)), ...waiting.all(id).map((wait) => wait.agent)]);
    return (await parts.agents(by)).filter((row) => here.has(row.agent.id));
  };

  return {
    createThread,
    decideAdmin,
    members,
    close,
    templates,
    thread: async (by, id) => ({ thread: await rules.seen(by, id), details: await detailsOf(id) }),
    threads: listed,
    setStatus: async (by, id, status) => {
      if (status === "closed") return void (await close(by, id));
      const thread = await rules.seen(by, id);
      const isMoved = [status, thread.status].some((one) => one === "closed" || one === "archived");
      await rules[isMoved ? "opensAndCloses" : "takesPart"](by, thread, `set this thread to ${status}`);
      await store.setStatus(id, status, whoIs(by), clock.now());
    },
    rename: async (by, id, topic) => {
      await rules.leads(by, await rules.seen(by, id), "rename this thread");
      await parts.guard.cleanWords(by, topic);
      await store.rename(policy.reader(by), id, topicOf(topic), whoIs(by), clock.now());
    },
    remove: async (by, id) => {
      const thread = await rules.seen(by, id);
      await rules.leads(by, thread, "delete this thread");
      const removed = await store.deleteThread(id, {
        at: clock.now(),
        kind: "access",
        who: whoIs(by),
        data: { did: "thread deleted", thread: id, topic: thread.topic },
      });
      if (removed) await parts.removeFiles(id);
      return removed;
    },
    settings: async (by, id, patch) => {
      const thread = await rules.seen(by, id);
      const now = (await detailsOf(id)).settings;
      if (patch === undefined) return now;
      await rules.takesPart(by, thread, "change this thread's settings");
      for (const [name, value] of Object.entries({ timeout_seconds: patch.timeoutSeconds, switch_timeout_seconds: patch.switchTimeoutSeconds })) {
        if (value === undefined) continue;
        if (!(value >= minSeconds)) throw new ParleyError("BadRequest", `${name} must be at least ${minSeconds}`);
        if (value > maxSeconds) throw new ParleyError("BadRequest", `${name} must be at most ${maxSeconds}`);
      }
      const next = { ...now, ...patch };
      await store.setDetails(id, { settings: next });
      return next;
    },
    waits: async (by, id) => {
      if (id !== undefined) return waiting.all((await rules.seen(by, id)).id);
      const all = waiting.all();
      const reader = policy.reader(by);
      const where = [...new Set(all.map((wait) => wait.thread))];
      const seen = new Set((await Promise.all(where.map((thread) => store.thread(reader, thread)))).map((thread) => thread?.id));
      return all.filter((wait) => seen.has(wait.thread));
    },
    exported: async function* (by, id) {
      const thread = await rules.seen(by, id);
      yield `# ${thread.topic}\n`;
      let after = 0;
      for (;;) {
        // Read apart from what waiters share: it is long, and read once.
        const page = await store.messages(policy.reader(by), id, { afterSeq: after, limit: pageSize });
        const states = await store.messageStates(page.map((message) => message.id));
        yield page
          .map((message) => forEyesOf(by, { ...message, text: states.get(message.id)?.text ?? message.text }))
          .map((message) => `\n## ${message.seq}. ${shownName(message.author.name)}, ${new Date(message.at).toISOString()}\n\n${message.text}\n`)
          .join("");
        const last = page.at(-1);
        if (last === undefined || page.length < pageSize) return;
        after = last.seq;
      }
    },
    addTemplate: async (by, template) => {
      await rules.admit(by, "speak", "add a template");
      await rules.beyondThread(by, "add a template");
      if (builtinTemplates.some((one) => one.id === template.id)) throw new ParleyError("NameTaken", say(language, "templateTaken", { id: template.id }));
      await parts.guard.cleanWords(by, template.name, template.description, template.systemPrompt, template.metadata);
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

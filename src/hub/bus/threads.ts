import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import { pageBytes } from "#domain/page";
import type { Actor } from "#domain/people";
import { whoIs, everyone } from "#domain/people";
import type { ThreadPlace, ThreadSummary } from "#domain/thread";
import { usualSettings, type ThreadDetails } from "#domain/thread-details";
import { KeyedQueue } from "#lib/keyed-queue";
import { cleanTopic, topicChars } from "#lib/text/clean-name";
import { quoteLines } from "#lib/text/quote-lines";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/outbox/chat-parts";
import { authorOf } from "#hub/authors";
import type { AgentRow, Bus } from "./bus.ts";
import { createAdminDecisions } from "./admin-decisions.ts";
import type { Caps } from "./caps.ts";
import { createClosing } from "./closing.ts";
import { forEyesOf } from "./human-only.ts";
import type { PostGuard } from "./post-guard.ts";
import type { BusRules } from "./rules.ts";
import type { Sync } from "./sync.ts";
import { builtinTemplates } from "./templates.ts";
import type { Waiting } from "./waiting.ts";
import { withStates } from "./with-states.ts";
import { busTexts } from "./texts.ts";
import { commonTexts } from "#lib/words/common";
import { defined } from "#lib/defined";

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
  readonly caps: Caps;
  readonly agents: (by: Actor) => Promise<readonly AgentRow[]>;
  readonly sync: Sync;
  /** What agents made there, below the hub's own folder. */
  readonly removeFiles: (thread: ThreadId) => Promise<void>;
}

const minSeconds = 30;
const maxSeconds = 24 * 60 * 60;
const maxMetadataChars = 64 * 1024;
const pageSize = 500;

export function createThreadVerbs(
  { store, policy, clock, newId, settings }: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">,
  parts: ThreadParts,
): ThreadVerbs {
  const { rules, waiting } = parts;
  const language = settings.language;

  const detailsOf = async (id: ThreadId): Promise<ThreadDetails> => (await store.details(everyone, id)) ?? { settings: usualSettings };

  const templates: ThreadVerbs["templates"] = async () => [...builtinTemplates, ...(await store.templates())];

  const sameTopic = new KeyedQueue<string>();

  const topicOf = (given: string): string => {
    const topic = cleanTopic(given);
    if (topic === "" || given.trim().length > topicChars) throw new ParleyError("BadRequest", say(language, busTexts.topicLength, { max: topicChars }));
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
      throw new ParleyError("BadRequest", say(language, commonTexts.notFound, { what: `template ${template.slice(0, 64)}` }), {
        data: { template: template.slice(0, 64) },
      });
    if (JSON.stringify(metadata ?? {}).length > maxMetadataChars)
      throw new ParleyError("TooLarge", say(language, commonTexts.overLimit, { max: `${maxMetadataChars} characters of metadata` }));
    await parts.caps.take(by, "threads");
    const id = newId("thr");
    const at = clock.now();
    await store.accept({ at, thread: { id, topic, access: "open", createdBy: authorOf(by), at, participants: [whoIs(by)] } });
    const prompt = systemPrompt ?? from?.systemPrompt;
    const details: ThreadDetails = {
      settings: usualSettings,
      admin: whoIs(by),
      ...defined({ systemPrompt: prompt, template }),
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
      const page = { limit: pageSize, order, archived: archived || status === "archived", ...defined({ before: from }) };
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

  const members: ThreadVerbs["members"] = async (by, id) => {
    await rules.seen(by, id);
    const here = new Set([...(await store.participants(id)), ...waiting.all(id).map((wait) => wait.agent)]);
    return (await parts.agents(by)).filter((row) => here.has(row.agent.id));
  };

  return {
    createThread,
    decideAdmin: createAdminDecisions({ store, clock, newId, settings }, { rules, caps: parts.caps, agents: parts.agents, members, detailsOf }),
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
      await parts.caps.take(by, "changes");
      await store.setStatus(id, status, whoIs(by), clock.now());
    },
    rename: async (by, id, topic) => {
      await rules.leads(by, await rules.seen(by, id), "rename this thread");
      const clean = topicOf(topic);
      await parts.guard.cleanWords(by, clean);
      await parts.caps.take(by, "changes");
      await store.rename(policy.reader(by), id, clean, whoIs(by), clock.now());
    },
    remove: async (by, id) => {
      const thread = await rules.seen(by, id);
      await rules.leads(by, thread, "delete this thread");
      const audit = { at: clock.now(), kind: "access", who: whoIs(by), data: { did: "thread deleted", thread: id, topic: thread.topic } } as const;
      // What people said is theirs too, also in a thread that an agent made.
      const removed = await store.deleteThread(id, audit, { unlessPersonSpoke: by.kind === "agent" }).catch((cause: unknown) => {
        if (by.kind === "agent" && cause instanceof ParleyError && cause.code === "NotAllowed") return rules.turnDown(by, cause, `delete thread ${id}`);
        throw cause;
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
      await parts.caps.take(by, "changes");
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
      yield `# ${cleanTopic(thread.topic)}\n`;
      let after = 0;
      for (;;) {
        // Read apart from what waiters share: it is long, and read once.
        const found = await store.messages(policy.reader(by), id, { afterSeq: after, limit: pageSize, mostBytes: pageBytes });
        const page = await withStates(store, found, { mostBytes: pageBytes, isBackwards: false });
        yield page
          .map(({ state, ...message }) => forEyesOf(by, { ...message, text: state?.text ?? message.text }))
          .map((message) => `\n## ${message.seq}. ${shownName(message.author.name)}, ${new Date(message.at).toISOString()}\n\n${quoteLines(message.text)}\n`)
          .join("");
        const last = page.at(-1);
        if (last === undefined) return;
        after = last.seq;
      }
    },
    addTemplate: async (by, template) => {
      await rules.admit(by, "speak", "add a template");
      await rules.beyondThread(by, "add a template");
      if (builtinTemplates.some((one) => one.id === template.id))
        throw new ParleyError("NameTaken", say(language, busTexts.templateTaken, { id: template.id }));
      await parts.guard.cleanWords(by, template.name, template.description, template.systemPrompt, template.metadata);
      const kept = { ...template, builtin: false, at: clock.now() };
      // All of them are one answer.
      if (JSON.stringify([...(await store.templates()), kept]).length > pageBytes)
        throw new ParleyError("TooLarge", say(language, busTexts.templatesFull, { max: "1 MB" }));
      await parts.caps.take(by, "templates");
      await store.addTemplate(kept);
      return kept;
    },
    dropTemplate: async (by, id) => {
      await rules.admit(by, "session.new", "remove a template");
      if (builtinTemplates.some((one) => one.id === id)) throw new ParleyError("NotAllowed", say(language, busTexts.templateBuiltin, { id }));
      return store.dropTemplate(id);
    },
  };
}

import type { AgentsWire } from "#protocol/agents";
import type { InvitationWire } from "#protocol/invitations";
import type { EditWire, FoundWire, SearchWire } from "#protocol/bus";
import type { ChangeWire, EntryWire, MessageWire, StreamEventName, StreamEvents, ThreadWire } from "#protocol/wire";
import { pageInvitation } from "./page-agents.ts";
import type { PageScenario } from "./page-scenario.ts";

/** What the routes below need of the hub that they are part of. */
interface BusParts {
  readonly scenario: PageScenario;
  readonly logs: ReadonlyMap<string, readonly EntryWire[]>;
  tell<Name extends StreamEventName>(name: Name, data: StreamEvents[Name]): void;
  add(thread: string, line: Omit<Extract<EntryWire, { kind: "change" }>, "rev">): EntryWire;
}

export interface PageBus {
  /** Undefined where the bus has no such route. */
  answer(asked: Asked): Answer | undefined;
  /** Agents as they stand now; a snapshot that is taken later has them too. */
  readonly agents: () => AgentsWire;
  /** An entry that waits does so for this question from now on, and tells it. */
  asks(agent: string, question: string): void;
  /** What waited for this question is in force, or waits on. */
  decided(question: string, allowed: boolean): void;
  /** Moves the newest invitation of an agent on, and tells it. */
  go(agent: string, some: Partial<InvitationWire>): void;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Asked {
  readonly method: string;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** The bus's routes as the page uses them. Inviting `copilot-cli` is refused, as the operator's file would have it. */
export function pageBus({ scenario, logs, tell, add }: BusParts): PageBus {
  const { me } = scenario.snapshot;
  const threads = new Map(scenario.snapshot.threads.map((thread) => [thread.id, thread]));
  const runs: InvitationWire[] = scenario.snapshot.invitable.flatMap(({ last }) => last ?? []);
  let agents: AgentsWire = scenario.snapshot;
  const now = (): string => new Date().toISOString();

  const put = (run: InvitationWire): void => {
    const at = runs.findIndex((one) => one.id === run.id);
    if (at < 0) runs.unshift(run);
    else runs[at] = run;
    const { agents: all, invalid_agents } = agents;
    agents = { agents: all, invalid_agents, invitable: agents.invitable.map((one) => (one.agent_name === run.agent_name ? { ...one, last: run } : one)) };
    tell("agents", agents);
  };

  const invite = ({ agent_name: agent, thread_id: thread }: { agent_name: string; thread_id: string }): Answer => {
    const no = (detail: string): Answer => ({
      status: 409,
      body: { ok: false, agent_name: agent, reason: detail, command_executed: "", error: "NotInvitable", detail },
    });
    if (agent === "copilot-cli") return no("copilot is not on the path of the hub. Install it, then invite again.");
    const run = { id: `inv_${runs.length + 1}`, agent_name: agent, thread_id: thread, started_at: now(), ended_at: null, duration_ms: null };
    put(pageInvitation(Date.now(), { ...run, state: "starting" }));
    const body = { ok: true, agent_name: agent, reason: "Agent invitation command queued successfully", command_executed: `${agent} --thread ${thread}` };
    return { status: 200, body };
  };

  const changed = (id: string, some: Partial<ThreadWire>): unknown => {
    const thread = threads.get(id);
    if (thread === undefined) return undefined;
    threads.set(id, { ...thread, ...some });
    tell("thread", { ...thread, ...some });
    if (some.status !== undefined) add(id, { kind: "change", at: now(), change: { kind: "status", status: some.status, by: me.id, by_name: me.name } });
    if (some.topic !== undefined) add(id, { kind: "change", at: now(), change: { kind: "renamed", topic: some.topic, by: me.id, by_name: me.name } });
    return { ok: true };
  };

  const said = (message: string): MessageWire | undefined =>
    [...logs.values()].flat().flatMap((entry) => (entry.kind === "message" && entry.message.id === message ? [entry.message] : []))[0];

  /** Something that happened to a message, as a line of its thread's log. */
  const note = (message: string, change: ChangeWire): unknown => {
    const thread = said(message)?.thread_id;
    if (thread === undefined) return undefined;
    add(thread, { kind: "change", at: now(), change });
    return { ok: true };
  };
  const who = { by: me.id, by_name: me.name };
  const react = (message: string, reaction: string, removed: boolean): unknown => note(message, { kind: "reacted", message, reaction, ...who, removed });
  const edit = (message: string, text: string): unknown => note(message, { kind: "edited", message, text, ...who });

  const history = (message: string): readonly EditWire[] => {
    const log = [...logs.values()].flat();
    const first = said(message)?.content ?? "";
    const edits = log.flatMap((entry) =>
      entry.kind === "change" && entry.change.kind === "edited" && entry.change.message === message ? [{ ...entry.change, at: entry.at }] : [],
    );
    const texts = [first, ...edits.map((edit) => edit.text)];
    return edits.map((edit, at) => ({ version: at + 1, old_content: texts[at] ?? "", edited_by: edit.by, created_at: edit.at }));
  };

  const search = (words: string): SearchWire => {
    const results = messagesWith(words);
    const named = [...threads.values()].filter(({ topic }) => topic.toLowerCase().includes(words.toLowerCase()));
    return { results, total: results.length, query: words, threads: named.map(({ id, ...rest }) => ({ thread_id: id, ...rest })) };
  };

  const messagesWith = (words: string): readonly FoundWire[] =>
    [...logs].flatMap(([thread, log]) =>
      log.flatMap((entry) => {
        if (entry.kind !== "message" || !entry.message.content.includes(words)) return [];
        const { id, seq, author_name: author, author_id, created_at, content } = entry.message;
        const snippet = content.slice(0, 120).replaceAll(words, `<mark>${words}</mark>`);
        return [{ message_id: id, thread_id: thread, thread_topic: threads.get(thread)?.topic ?? "", author, author_id, seq, created_at, snippet, files: [] }];
      }),
    );

  const found = ({ method, parts: [room, id = "", verb = "", last = ""], query, body }: Asked): unknown => {
    const given = body as { state: string; topic: string; reaction: string; content: string };
    switch (`${method} ${room} ${verb}`) {
      case "GET agents ":
        if (id === "invitable") return { agents: agents.invitable, invalid: agents.invalid_agents };
        return runs.filter((run) => run.thread_id === query.get("thread"));
      case "GET threads ":
        return id === "" ? { threads: [...threads.values()].filter((thread) => thread.status === query.get("status")) } : threads.get(id);
      case "POST threads state":
        return changed(id, { status: given.state });
      case "POST threads close":
        return changed(id, { status: "closed" });
      case "POST threads rename":
        return changed(id, { topic: given.topic });
      case "POST messages reactions":
        return react(id, given.reaction, false);
      case "DELETE messages reactions":
        return react(id, decodeURIComponent(last), true);
      case "GET messages ":
        return said(id);
      case "PUT messages ":
        return edit(id, given.content);
      case "GET messages history":
        return { edits: history(id) };
      case "GET search ":
        return search(query.get("q") ?? "");
      default:
        return undefined;
    }
  };

  return {
    agents: () => agents,
    answer: (asked) => {
      if (asked.method === "POST" && asked.parts[0] === "agents") return invite(asked.body as { agent_name: string; thread_id: string });
      const body = found(asked);
      return body === undefined ? undefined : { status: 200, body };
    },
    asks: (agent, question) => {
      const { agents: all, invitable, invalid_agents } = agents;
      agents = { agents: all, invitable, invalid_agents: invalid_agents.map((one) => (one.agent_name === agent ? { ...one, question } : one)) };
      tell("agents", agents);
    },
    decided: (question, allowed) => {
      const entry = agents.invalid_agents.find((one) => one.question === question)?.waits;
      if (!allowed || entry === null || entry === undefined) return;
      const { agents: all, invitable, invalid_agents } = agents;
      agents = { agents: all, invitable: [...invitable, entry], invalid_agents: invalid_agents.filter((one) => one.question !== question) };
    },
    go: (agent, some) => {
      const run = runs.find((one) => one.agent_name === agent);
      if (run === undefined) throw new Error(`${agent} was never invited`);
      put({ ...run, ...some });
    },
  };
}

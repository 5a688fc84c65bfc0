import type { AgentsWire } from "#protocol/agents";
import type { InvitationWire } from "#protocol/invitations";
import type { EditWire, FoundWire } from "#protocol/bus";
import type { EntryWire, StreamEventName, StreamEvents, ThreadWire } from "#protocol/wire";
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

  const react = (message: string, reaction: string, removed: boolean): unknown => {
    for (const [thread, log] of logs) {
      if (!log.some((entry) => entry.kind === "message" && entry.message.id === message)) continue;
      add(thread, { kind: "change", at: now(), change: { kind: "reacted", message, reaction, by: me.id, by_name: me.name, removed } });
      return { ok: true };
    }
    return undefined;
  };

  const history = (message: string): readonly EditWire[] => {
    const log = [...logs.values()].flat();
    const said = log.flatMap((entry) => (entry.kind === "message" && entry.message.id === message ? [entry.message.content] : []));
    const edits = log.flatMap((entry) =>
      entry.kind === "change" && entry.change.kind === "edited" && entry.change.message === message ? [{ ...entry.change, at: entry.at }] : [],
    );
    const texts = [...said, ...edits.map((edit) => edit.text)];
    return edits.map((edit, at) => ({ version: at + 1, old_content: texts[at] ?? "", edited_by: edit.by, created_at: edit.at }));
  };

  const search = (words: string): readonly FoundWire[] =>
    [...logs].flatMap(([thread, log]) =>
      log.flatMap((entry) => {
        if (entry.kind !== "message" || !entry.message.content.includes(words)) return [];
        const { id, seq, author_name: author, created_at, content } = entry.message;
        const snippet = content.slice(0, 120).replaceAll(words, `<mark>${words}</mark>`);
        return [{ message_id: id, thread_id: thread, thread_topic: threads.get(thread)?.topic ?? "", author, seq, created_at, snippet }];
      }),
    );

  const found = ({ method, parts: [room, id = "", verb = "", last = ""], query, body }: Asked): unknown => {
    const said = body as { state: string; topic: string; reaction: string };
    switch (`${method} ${room} ${verb}`) {
      case "GET agents ":
        return runs.filter((run) => run.thread_id === query.get("thread"));
      case "GET threads ":
        return id === "" ? { threads: [...threads.values()].filter((thread) => thread.status === query.get("status")) } : threads.get(id);
      case "POST threads state":
        return changed(id, { status: said.state });
      case "POST threads close":
        return changed(id, { status: "closed" });
      case "POST threads rename":
        return changed(id, { topic: said.topic });
      case "POST messages reactions":
        return react(id, said.reaction, false);
      case "DELETE messages reactions":
        return react(id, decodeURIComponent(last), true);
      case "GET messages history":
        return { edits: history(id) };
      case "GET search ":
        return { results: search(query.get("q") ?? "") };
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
    go: (agent, some) => {
      const run = runs.find((one) => one.agent_name === agent);
      if (run === undefined) throw new Error(`${agent} was never invited`);
      put({ ...run, ...some });
    },
  };
}

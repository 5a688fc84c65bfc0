import type { Conversation, Screen } from "#domain/agent";
import { type Address, addressKey } from "#domain/channel";
import type { Listening } from "#domain/chat-verbs";
import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import { type Actor, roleOf, whoIs } from "#domain/people";
import type { Session } from "#domain/session";
import type { LinkStatus, RedLine } from "#domain/status";
import type { HubVerbs } from "#domain/verbs";

export interface HubVerbsStart {
  readonly sessions?: readonly Session[];
  readonly links?: readonly LinkStatus[];
  readonly redLines?: readonly RedLine[];
  readonly openQuestions?: number;
  readonly dueDeliveries?: number;
  readonly defaultSession?: string;
  readonly screen?: Screen;
  readonly conversations?: readonly Conversation[];
  readonly invitable?: readonly string[];
  /** Session name → `whoIs` of the one whose turn is under way. */
  readonly underWay?: Readonly<Record<string, string>>;
}

/** The verbs on plain maps: what a hub does for them, without threads, store and agents behind it. */
export function hubVerbs(start: HubVerbsStart = {}): HubVerbs {
  const sessions = new Map((start.sessions ?? []).map((session) => [session.name, session]));
  const bound = new Map<string, string>();
  const underWay = new Map(Object.entries(start.underWay ?? {}));
  const links = start.links ?? [];

  const use: HubVerbs["use"] = async (_by, place, name) => {
    const session = sessions.get(name);
    if (session === undefined) throw new ParleyError("NoSuchSession", `no session ${name}`);
    bound.set(placeKey(place), name);
    return session;
  };

  const rooms = new Map<string, Listening>();
  return {
    use,
    useRules: async (_by, place) => sessions.get(bound.get(placeKey(place)) ?? ""),
    run: async () => "run_1",
    record: async () => undefined,
    listen: async (address, to) => void rooms.set(addressKey(address), to),
    deliver: async (_by, _surface, place, { target }) => ({
      state: "asked",
      task: "tsk_1",
      question: "que_1",
      target: place.address ?? { channel: "chat", room: target ?? "room" },
    }),
    schedule: async () => {
      throw new ParleyError("QueueFull", "no more");
    },
    schedules: async () => [],
    unschedule: async (_by, id) => {
      throw new ParleyError("NotFound", `no ${id}`);
    },
    listening: async (address) => rooms.get(addressKey(address)) ?? "mentions",
    sendLinkCode: async () => {},
    joinAccount: async () => {
      throw new ParleyError("NotFound", "no such code");
    },
    unlinkAccount: async () => {
      throw new ParleyError("NotFound", "no such account");
    },
    who: async () => [],
    sessions: async () => [...sessions.values()],
    current: async (_by, place) => sessions.get(bound.get(placeKey(place)) ?? start.defaultSession ?? ""),
    create: async (by, place, { name, cli, directory }) => {
      if (sessions.has(name)) throw new ParleyError("NameTaken", `there is a ${name}`);
      sessions.set(name, aSession(name, { cliType: cli, workDir: directory ?? "/workspace" }));
      return use(by, place, name);
    },
    stop: async (by: Actor, { name, queue }, _surface, { all = false } = {}) => {
      const beganBy = underWay.get(name);
      if (beganBy !== undefined && roleOf(by) === "member" && beganBy !== whoIs(by)) throw new ParleyError("NotAllowed", "begun by somebody else");
      return { stopped: underWay.delete(name), dropped: all ? queue : 0, queued: all ? 0 : queue };
    },
    invite: async (_by, _surface, place, agentName, thread) => {
      if (!(start.invitable ?? []).includes(agentName)) throw new ParleyError("NotInvitable", `Agent '${agentName}' not found in configuration`);
      return { agentName, reason: "queued", command: `${agentName} --thread ${thread ?? placeKey(place)}` };
    },
    screen: async () => start.screen ?? { columns: 80, rows: 24, lines: [] },
    press: async () => {},
    conversations: async () => start.conversations ?? [],
    restart: async () => {},
    status: async () => ({
      version: "0",
      startedAt: 0,
      links,
      sessions: [...sessions.values()],
      facts: new Map(),
      statuses: new Map(),
      openQuestions: start.openQuestions ?? 0,
      dueDeliveries: start.dueDeliveries ?? 0,
      redLines: start.redLines ?? [],
      hasOwner: true,
    }),
    links: () => links,
  };
}

export function aSession(name: string, more: Partial<Session> = {}): Session {
  return {
    id: `ses_${name}`,
    name,
    thread: `thr_${name}`,
    kind: "scripted",
    cliType: "claude",
    workDir: `/home/user/${name}`,
    settings: {},
    source: "config",
    at: 0,
    state: "idle",
    reason: "",
    queue: 0,
    ...more,
  };
}

function placeKey({ address, thread }: { readonly thread?: ThreadId; readonly address?: Address }): string {
  return address === undefined ? `thread ${thread ?? ""}` : addressKey(address);
}

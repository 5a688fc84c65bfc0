import type { AgentCard } from "#domain/agent-card";
import { isId, type AgentId } from "#domain/ids";
import type { Invitable } from "#domain/invitation";
import { commandLine } from "#domain/invite-command";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Question } from "#domain/question";
import type { RedLine } from "#domain/status";
import type { Surface } from "#domain/thread";
import { redactArgv } from "#lib/redact/redact-argv";
import { say } from "#lib/words/words";
import type { Approvals, Verdict } from "#hub/questions/approvals";
import type { Bus } from "#hub/bus/bus";
import type { HubDeps, Inviting } from "#hub/deps";
import type { Gate } from "#hub/access/gate";
import { includesTopic, type Wakes } from "#hub/wakes";
import { createInvitable, digestOf } from "./invitable.ts";
import { createInvitations, shownRun, type Invitations } from "./invitations.ts";
import type { Notices } from "#hub/access/notices";
import { clip, shownName } from "#hub/outbox/chat-parts";
import { hubLine } from "#hub/authors";
import { createVisits, type Visits } from "./invited-processes.ts";
import { wasRemoved } from "#hub/access/was-removed";
import { invitingTexts } from "./texts.ts";

/** Questions of one agent that people have not answered; more would bury everybody else's. */
const mostWishes = 5;

/** Everything about inviting agents, as the hub holds it. */
export interface InvitingPart extends AsyncDisposable {
  readonly bus: Pick<Bus, "invitable" | "invite" | "invitations">;
  /** As `bus.invite`, after a person has said yes. */
  inviteAllowed: Invitations["inviteAllowed"];
  inviteByRule: Invitations["inviteByRule"];
  ruleEntry: Invitations["ruleEntry"];
  /** A join token was used for the first time. Resolves when its holder is a registered agent. */
  joined(agent: AgentId): Promise<void>;
  /** What agent_invite takes now. */
  names(): readonly string[];
  card(name: string): Pick<AgentCard, "displayName" | "description">;
  /** Ends the process of an agent that was kicked, or all in a thread that was closed. */
  sendAway: Visits["sendAway"];
  running: Visits["running"];
  redLines(): readonly RedLine[];
  /** A restart takes a question back: whoever wished to invite is told where. */
  withdrawing(question: Question): Promise<void>;
  start(): Promise<void>;
}

export interface InvitingDeps extends HubDeps {
  readonly gate: Gate;
  readonly notices: Notices;
  readonly approvals: Approvals;
  readonly forgetTokens: () => void;
  readonly wakes: Pick<Wakes, "on">;
}

export function createInviting(deps: InvitingDeps): InvitingPart {
  return deps.inviting === undefined ? nobody(deps) : compose(deps, deps.inviting);
}

function compose(deps: InvitingDeps, inviting: Inviting): InvitingPart {
  const { store, clock, newId, settings, notices, approvals } = deps;
  const language = settings.language;
  /** What each agent has asked for and nobody has answered. */
  const wishes = new Map<string, Set<string>>();

  const subjectOf = ({ argv, displayName, environment, runAs, autoInvite }: Invitable) => ({
    argv: redactArgv(argv),
    directory: settings.workspace,
    environment,
    detail: [`display_name: ${displayName}`, ...(runAs === undefined ? [] : [`run_as: ${runAs}`]), ...(autoInvite === true ? ["auto_invite: true"] : [])].join(
      "\n",
    ),
  });

  const decide = async (who: string, by: string, entry: Invitable, verdict: boolean, surface: Surface): Promise<Invitable | undefined> => {
    const digest = digestOf(entry);
    const allowed = verdict ? agents.allow(entry.name, digest) : undefined;
    if (verdict && allowed === undefined) {
      agents.unanswered(digest);
      await notices.tell(say(language, invitingTexts.toldGone, { by, agent: entry.name, file: inviting.file.path }));
      return undefined;
    }
    await store.record([
      {
        at: clock.now(),
        kind: "access",
        who,
        data: { did: verdict ? "agent allowed" : "agent not allowed", agent: entry.name, argv: redactArgv(entry.argv), digest, surface },
      },
    ]);
    await notices.tell(
      say(language, verdict ? invitingTexts.toldApproved : invitingTexts.toldDenied, { by, agent: entry.name, command: commandLine(redactArgv(entry.argv)) }),
    );
    return allowed;
  };

  /** The question itself is on record with who answered it; this acts on it. */
  const onNewEntry =
    (entry: Invitable) =>
    async ({ allowed, by }: Verdict): Promise<void> => {
      if (by === "") return agents.unanswered(digestOf(entry));
      await decide(by, by, entry, allowed, "hub");
    };

  const agents = createInvitable(deps, inviting, (entry, digest) => {
    const prompt = say(language, invitingTexts.askNewAgent, { file: inviting.file.path, agent: entry.name });
    const title = say(language, invitingTexts.titleNewAgent, { agent: entry.name });
    const allow = say(language, invitingTexts.allowUntilChanged);
    const by = { kind: "hub" } as const;
    return approvals.ask({ by, needs: ["invite"], key: `agent ${entry.name} ${digest}`, title, prompt, allow, subject: subjectOf(entry) }, onNewEntry(entry));
  });
  const visits = createVisits({ ...deps, inviting });
  const invitations = createInvitations({
    ...deps,
    inviting,
    agents,
    visits,
    askPeople: async (by, surface, entry, thread) => {
      const key = `invite ${whoIs(by)} ${entry.name} ${thread.id}`;
      const open = wishes.get(whoIs(by)) ?? new Set();
      if (!open.has(key) && open.size >= mostWishes) return false;
      wishes.set(whoIs(by), open.add(key));
      const over = (): void => {
        open.delete(key);
        if (open.size === 0) wishes.delete(whoIs(by));
      };
      const prompt = say(language, invitingTexts.askInvite, { who: shownName(nameOf(by)), agent: shownName(entry.displayName), thread: clip(thread.topic) });
      const title = say(language, invitingTexts.titleInvite, { agent: shownName(entry.displayName) });
      const asked = approvals.ask({ by, needs: ["invite"], thread: thread.id, key, title, prompt, subject: subjectOf(entry) }, async ({ allowed, by: who }) => {
        over();
        if (allowed && !(await wasRemoved(deps, whoIs(by)))) await invitations.inviteAllowed(by, surface, entry.name, thread, who);
      });
      await asked.catch((cause: unknown) => {
        over();
        throw cause;
      });
      return true;
    },
  });

  // Agents go with the person who invited them.
  deps.wakes.on((wakes) => {
    if (!includesTopic(wakes, "people")) return;
    visits.dropOrphans().catch((cause: unknown) => deps.log.error({ cause }, "failed to end agents whose inviter was removed"));
  });

  return {
    bus: {
      invitable: invitations.invitable,
      invite: invitations.invite,
      invitations: invitations.invitations,
    },
    inviteAllowed: invitations.inviteAllowed,
    inviteByRule: invitations.inviteByRule,
    ruleEntry: invitations.ruleEntry,
    joined: (agent) => visits.joined(agent),
    sendAway: (which, who) => visits.sendAway(which, who),
    running: () => visits.running(),
    names: () => agents.entries().flatMap((entry) => (entry.enabled ? [entry.name] : [])),
    card: (name) => {
      const entry = agents.entries().find((one) => one.name === name);
      return entry === undefined ? { description: "" } : { displayName: entry.displayName, description: entry.description };
    },
    redLines: () => agents.redLines(),
    withdrawing: async ({ id, key }) => {
      const [what, , agent = "", thread = ""] = key.split(" ");
      if (what !== "invite" || !isId("thr", thread)) return;
      const at = clock.now();
      const text = say(language, invitingTexts.inviteWithdrawn, { agent });
      await store.accept({ key: `withdrawn:${id}`, at, message: hubLine(newId, thread, at, text), fan: true });
    },
    start: async () => {
      await agents.start();
      await visits.recover((name) => agents.entries().find((entry) => entry.name === name));
      await visits.dropOrphans();
    },
    [Symbol.asyncDispose]: async () => {
      await agents[Symbol.asyncDispose]();
      await visits[Symbol.asyncDispose]();
    },
  };
}

/** A hub that may start no processes. */
function nobody({ store, policy }: InvitingDeps): InvitingPart {
  const missing = (agentName: string): string => `Agent '${clip(agentName)}' not found in configuration`;
  return {
    bus: {
      invitable: async () => ({ entries: [], invalid: [] }),
      invite: async (_by: Actor, _surface, agentName) => ({ ok: false, agentName, reason: missing(agentName), commandExecuted: "", code: "NotInvitable" }),
      invitations: async (by, which) => (await store.invitations(policy.reader(by), which)).map(shownRun(policy, by)),
    },
    inviteAllowed: async (_by, _surface, agentName) => ({ ok: false, agentName, reason: missing(agentName), commandExecuted: "", code: "NotInvitable" }),
    inviteByRule: async (_by, _surface, agentName) => ({ ok: false, agentName, reason: missing(agentName), commandExecuted: "", code: "NotInvitable" }),
    ruleEntry: () => "not-listed",
    joined: async () => {},
    sendAway: () => {},
    running: () => [],
    names: () => [],
    card: () => ({ description: "" }),
    redLines: () => [],
    withdrawing: async () => {},
    start: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}

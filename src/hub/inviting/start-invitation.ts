import { randomBytes } from "node:crypto";
import type { NewRecord } from "#domain/audit";
import type { InvitationId } from "#domain/ids";
import type { Invitable, Invitation } from "#domain/invitation";
import { commandLine, fillArgv } from "#domain/invite-command";
import { makerOf, nameOf, whoIs, type Actor } from "#domain/people";
import type { Surface, Thread } from "#domain/thread";
import { defined } from "#lib/defined";
import { redactArgv } from "#lib/redact/redact-argv";
import { say } from "#lib/words/words";
import { hashOf } from "#hub/access/token-secrets";
import { hubLine } from "#hub/authors";
import type { Invited } from "#hub/bus/bus";
import { freeShownName } from "#hub/bus/shown-name";
import type { HubDeps, Inviting } from "#hub/deps";
import { argvOf } from "./invitable.ts";
import { makeFolder } from "./invitation-folder.ts";
import { secretsOf, specOf } from "./invited-process.ts";
import type { Visits } from "./invited-processes.ts";
import { invitingTexts } from "./texts.ts";

const queued = "Agent invitation command queued successfully";
const tokenOutlivesMs = 10 * 60_000;

/** What an invitation came by, besides the one who made it. */
export interface Grounds {
  readonly allowedBy?: string | undefined;
  readonly rule?: string;
}

/** Starts an entry that was found fit to run: its token, folder and record first, then its process. */
export type StartInvitation = (by: Actor, surface: Surface, entry: Invitable, thread: Thread, grounds: Grounds) => Promise<Invited>;

export function createStartInvitation(
  deps: Pick<HubDeps, "store" | "clock" | "newId" | "log" | "settings"> & { readonly inviting: Inviting; readonly visits: Pick<Visits, "begin" | "abandon"> },
): StartInvitation {
  const { store, newId, settings, inviting, visits } = deps;
  const { language } = settings;

  const invitedLine = (who: string, agent: string, rule: string | undefined): string =>
    rule === undefined ? say(language, invitingTexts.invitedLine, { who, agent }) : say(language, invitingTexts.invitedByRule, { who, agent, rule });

  return async (by, surface, entry, thread, { allowedBy, rule }) => {
    let made: InvitationId | undefined;
    try {
      const token = randomBytes(32).toString("base64url");
      const agent = newId("agt");
      const url = inviting.address();
      const first = newInvitation(deps, by, entry.name, thread);
      made = first.id;
      const folder = await makeFolder(inviting, first.id, entry, { url, token });
      const values = { thread_id: thread.id, thread_topic: thread.topic, bus_address: url, agent_name: entry.name, mcp_config: folder.mcpConfig };
      const argv = argvOf({ argv: fillArgv(entry.argv, values) });
      const displayName = await freeShownName(deps, entry.displayName, agent);
      const environment = inviting.environment(entry.environment);
      const secrets = secretsOf({ token, argv, environment, names: entry.environment });
      const shown = redactArgv(argv, secrets);
      const invitation: Invitation = { ...first, agent, argv: shown };
      const about = { invitation: first.id, agent: entry.name, thread: thread.id, surface, ...defined({ allowed_by: allowedBy, rule }) };
      const record = (kind: NewRecord["kind"], data: NewRecord["data"]): NewRecord => ({ at: first.at, kind, who: whoIs(by), data: { ...about, ...data } });
      await store.addToken(
        {
          id: newId("tok"),
          holder: { kind: "agent", agent, name: displayName, may: [], only: thread.id },
          label: `invitation ${first.id}`,
          ...makerOf(by),
          at: first.at,
          expiresAt: first.at + entry.maxRuntimeSeconds * 1000 + tokenOutlivesMs,
        },
        hashOf(token),
        record("access", { did: "join token created" }),
      );
      // Before the process: what was about to run is on record even if nothing comes after it.
      await store.putInvitation(invitation, [record("run", { did: "invited", by: nameOf(by), argv: shown, ...defined({ run_as: entry.runAs }) })]);
      await store.accept({
        at: first.at,
        message: {
          ...hubLine(newId, thread.id, first.at, invitedLine(nameOf(by), displayName, rule)),
          meta: { event: "invited" },
        },
        joins: { thread: thread.id, who: agent },
        fan: true,
      });
      deps.log.info({ ...about, argv: shown, by: whoIs(by) }, "an invited agent is being started");
      visits.begin(
        { invitation, agent, entry: { ...entry, displayName }, secrets },
        specOf({ invitation, topic: thread.topic, entry, argv, folder, token, url }, settings.workspace, environment),
      );
      return { ok: true, agentName: entry.name, reason: queued, commandExecuted: commandLine(shown), invitation };
    } catch (cause) {
      if (made !== undefined) await visits.abandon(made);
      throw cause;
    }
  };
}

export function newInvitation({ newId, clock }: Pick<HubDeps, "newId" | "clock">, by: Actor, agentName: string, thread: Thread): Invitation {
  return {
    id: newId("inv"),
    agentName,
    thread: thread.id,
    by: whoIs(by),
    byName: nameOf(by),
    at: clock.now(),
    argv: [],
    state: "starting",
    reason: "",
    output: "",
  };
}

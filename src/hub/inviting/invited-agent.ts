import type { AgentId } from "#domain/ids";
import { freeShownName } from "#hub/bus/shown-name";
import type { HubDeps } from "#hub/deps";
import type { Visit } from "./invited-process.ts";

/** Registers an invited agent when it first uses its token. */
export async function registerInvited({ store }: Pick<HubDeps, "store">, visit: Visit, at: number): Promise<void> {
  if ((await store.registeredAgent(visit.agent)) !== undefined) return;
  // Checked again: others may have joined meanwhile.
  const displayName = await freeShownName({ store }, visit.entry.displayName, visit.agent);
  visit.entry = { ...visit.entry, displayName };
  await store.putAgent({
    id: visit.agent,
    name: displayName,
    displayName,
    ide: visit.invitation.agentName,
    model: "",
    description: "",
    capabilities: [],
    skills: [],
    aliasSource: "auto",
    invitedAs: visit.invitation.agentName,
    at,
    lastHeartbeat: at,
    lastActivity: "joined",
    lastActivityAt: at,
  });
}

/** An invited agent that left: its token is revoked. */
export async function revokeInvited(
  { store, forgetTokens }: Pick<HubDeps, "store"> & { readonly forgetTokens: () => void },
  agent: AgentId,
  at: number,
): Promise<void> {
  const record = { at, kind: "access" as const, who: "hub", data: { did: "join token ended", agent } };
  if (!(await store.endAgent(agent, at, record))) {
    for (const token of (await store.tokens()).filter(
      ({ holder, revokedAt }) => holder.kind === "agent" && holder.agent === agent && revokedAt === undefined,
    )) {
      await store.revokeToken(token.id, at, record);
    }
  }
  forgetTokens();
}

/** The name that it was shown with before the restart. */
export async function shownBefore({ store }: Pick<HubDeps, "store">, agent: AgentId): Promise<string | undefined> {
  const known = (await store.registeredAgent(agent))?.displayName;
  if (known !== undefined) return known;
  const holder = (await store.tokens()).map((token) => token.holder).find((one) => one.kind === "agent" && one.agent === agent);
  return holder?.kind === "agent" ? holder.name : undefined;
}

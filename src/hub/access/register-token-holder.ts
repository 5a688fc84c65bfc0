import type { RegisteredAgent } from "#domain/agent-card";
import type { AgentId } from "#domain/ids";
import { cleanName } from "#lib/text/clean-name";
import { KeyedQueue } from "#lib/keyed-queue";
import { freeShownName } from "#hub/bus/shown-name";
import type { HubDeps } from "#hub/deps";

/**
 * The row of whoever holds an agent's token. The first use of a token makes it, under the name that the token was made out to:
 * its holder can be listed and kicked, whether or not it ever tells of itself. `isGood` asks the token anew.
 */
export type Enlist = (id: AgentId, name: string, isGood: () => Promise<boolean>) => Promise<RegisteredAgent | undefined>;

export function createEnlist({ store, clock }: Pick<HubDeps, "store" | "clock">): Enlist {
  // One at a time: what an agent registered meanwhile is not written over, and two of one name are told apart.
  const queue = new KeyedQueue<"enlisting">();

  const make = async (id: AgentId, name: string, isGood: () => Promise<boolean>): Promise<RegisteredAgent | undefined> => {
    const known = await store.registeredAgent(id);
    if (known !== undefined && known.goneAt === undefined) return known;
    // Tokens end together with their agent: one that is good now was made after it had gone, and brings it back.
    if (known !== undefined && !(await isGood())) return known;
    const at = clock.now();
    return store.putAgent({
      id,
      name: await freeShownName({ store }, cleanName(name) || "Unknown", id),
      ide: "",
      model: "",
      description: "",
      capabilities: [],
      skills: [],
      aliasSource: "auto",
      at: known?.at ?? at,
      lastHeartbeat: at,
      lastActivity: "joined",
      lastActivityAt: at,
    });
  };

  return async (id, name, isGood) => {
    const known = await store.registeredAgent(id);
    return known !== undefined && known.goneAt === undefined ? known : queue.run("enlisting", () => make(id, name, isGood));
  };
}

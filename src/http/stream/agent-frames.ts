import type { Actor } from "#domain/people";
import type { AgentRow } from "#hub/bus/bus";
import type { FeedEvent } from "#hub/hub";
import { sha256 } from "#lib/digest";
import type { HttpDeps } from "#http/deps";
import { encodeAgentRows, encodeInvitables, type InvitableRows } from "#http/encode/encode-agents";

/** The list of agents as JSON. */
export interface AgentsJson {
  /** Equal for equal lists. A stream keeps this and not the list, which may be long. */
  readonly version: string;
  /** The fields of the object, without its braces. Made only for those who have another version. */
  fields(): string;
}

export interface AgentFrames {
  of(rows: readonly AgentRow[], invitable: InvitableRows): AgentsJson;
  at(event: Extract<FeedEvent, { kind: "agents" }>, actor: Actor): Promise<AgentsJson>;
}

/** An object of JSON with those fields and the others. */
export function jsonWith({ fields }: AgentsJson, others: object): string {
  return `{${fields()},${JSON.stringify(others).slice(1)}`;
}

/** The list is looked at often, by every stream, and changes seldom: rows that are the same for many are encoded once for all of them. */
export function createAgentFrames({ hub: { bus } }: Pick<HttpDeps, "hub">): AgentFrames {
  const encoded = new WeakMap<readonly AgentRow[], { readonly json: string; readonly digest: string }>();

  const encodedRows = (rows: readonly AgentRow[]): { readonly json: string; readonly digest: string } => {
    const known = encoded.get(rows);
    if (known !== undefined) return known;
    const json = JSON.stringify(encodeAgentRows(rows));
    const made = { json, digest: sha256(json) };
    encoded.set(rows, made);
    return made;
  };

  const of: AgentFrames["of"] = (rows, invitable) => {
    const { json, digest } = encodedRows(rows);
    const others = JSON.stringify(encodeInvitables(invitable));
    return { version: `${digest} ${sha256(others)}`, fields: () => `"agents":${json},${others.slice(1, -1)}` };
  };

  return {
    of,
    at: async (event, actor) => {
      // What one may not see of the runs is left out of the second.
      const [rows, invitable] = await Promise.all([bus.agents(actor, event), bus.invitable(actor)]);
      return of(rows, invitable);
    },
  };
}

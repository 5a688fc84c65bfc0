import type { ToolRun } from "#agents/kit/loop/agent-tool";
import type { TurnId } from "#domain/ids";
import { sha256 } from "#lib/digest";

/**
 * The same call at the same place of the same turn has the same key, also after a restart, so that it is run once. With its arguments in
 * it: a model that was asked again may have called something else there.
 */
export function callKey(turn: TurnId, { place }: ToolRun, name: string, args: unknown): string {
  return `${turn}/${place}/${sha256(JSON.stringify([name, args])).slice(0, 16)}`;
}

import { z } from "zod";
import { boundedName } from "#channels/kit/clean-text";
import type { Clock } from "#lib/time/clock";
import type { OneBotApi } from "./api.ts";
import type { CallLimits } from "./call-socket.ts";
import { numberOf } from "./frame.ts";
import { createRecent } from "./recent.ts";

const groupWire = z.object({ group_name: z.string() });
const keptMs = 10 * 60_000;
const mostGroups = 1_000;

/** What people call a group. Asked for once in a while, because groups are renamed. */
export function createRoomNames(api: Pick<OneBotApi, "call">, clock: Clock): { of(group: string, limits: CallLimits): Promise<string | undefined> } {
  const known = createRecent<{ readonly name: string | undefined; readonly until: number }>(mostGroups);
  return {
    of: async (group, limits) => {
      const kept = known.get(group);
      if (kept !== undefined && kept.until > clock.monotonic()) return kept.name;
      const outcome = await api.call("get_group_info", { group_id: numberOf(group) }, limits);
      const found = groupWire.safeParse(outcome.how === "ok" ? outcome.data : undefined);
      const name = found.success && found.data.group_name !== "" ? boundedName(found.data.group_name) : kept?.name;
      if (outcome.how === "ok" || outcome.how === "denied") known.set(group, { name, until: clock.monotonic() + keptMs });
      return name;
    },
  };
}

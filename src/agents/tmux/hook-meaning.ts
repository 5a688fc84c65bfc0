import { z } from "zod";
import type { JsonValue } from "#domain/json";
import type { HookMeaning, Profile, ScreenState } from "./profile.ts";

const named = z.looseObject({ hook_event_name: z.string() });
const empty = z.strictObject({});

/**
 * What a hook means. `completed` is no event of any CLI: an operator's own hook_command says it for all of them, and then the payload
 * names the event; or somebody runs `parley hook --event completed` by hand, without a payload, because the turn is over. A CLI that
 * shows that it works or asks is not done.
 */
export function hookMeaning(profile: Pick<Profile, "readHook">, event: string, payload: JsonValue, shown: ScreenState["kind"]): HookMeaning {
  if (event !== "completed") return profile.readHook(event, payload);
  if (empty.safeParse(payload).success) return { kind: shown === "busy" || shown === "menu" ? "sign" : "stopped" };
  return profile.readHook(named.safeParse(payload).data?.hook_event_name ?? event, payload);
}

import type { Cache } from "@larksuiteoapi/node-sdk";
import type { Clock } from "#lib/time/clock";

/** One app's tokens: the vendor's own cache is shared by the whole process. */
export function tokenCache(clock: Clock): Cache & { forget(): void } {
  const held = new Map<unknown, { readonly value: unknown; readonly until: number | undefined }>();
  return {
    set: async (key, value, until) => {
      held.set(key, { value, until });
      return true;
    },
    get: async (key) => {
      const found = held.get(key);
      return found === undefined || (found.until !== undefined && found.until <= clock.now()) ? undefined : found.value;
    },
    forget: () => held.clear(),
  };
}

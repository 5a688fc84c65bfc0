import type { AgentDriver, AgentKind } from "#domain/agent";
import { driverOf, type DriverParts } from "./catalog.ts";

/** One driver of each kind, made when it is first needed. */
export interface Drivers extends AsyncDisposable {
  of(kind: AgentKind): Promise<AgentDriver>;
}

export function createDrivers(parts: DriverParts): Drivers {
  const made = new Map<AgentKind, Promise<AgentDriver>>();
  return {
    of: (kind) => {
      const known = made.get(kind);
      if (known !== undefined) return known;
      const making = driverOf(kind, parts);
      made.set(kind, making);
      making.catch(() => made.delete(kind));
      return making;
    },
    [Symbol.asyncDispose]: async () => {
      for (const driver of await Promise.allSettled(made.values())) if (driver.status === "fulfilled") await driver.value[Symbol.asyncDispose]?.();
    },
  };
}

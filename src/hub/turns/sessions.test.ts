import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { AgentDriver } from "#domain/agent";
import { everyone } from "#domain/people";
import { BusHub } from "#test/fakes/bus-hub";
import type { SessionSpec } from "./stored-sessions.ts";

/** An agent that takes every prompt and never answers, and what happened to its seats. */
function silentAgent(): { readonly driver: AgentDriver; readonly log: string[] } {
  const log: string[] = [];
  const driver: AgentDriver = {
    kind: "scripted",
    watches: false,
    open: async ({ name, folder }) => {
      log.push(`${name} opened`);
      return {
        begin: async () => ({ how: "taken" }),
        interrupt: async () => {},
        answer: async () => {},
        end: async () => void log.push(`${name} ended, folder there: ${existsSync(folder)}`),
        [Symbol.asyncDispose]: async () => void log.push(`${name} let go`),
      };
    },
  };
  return { driver, log };
}

it("a session that is not configured any more is ended at its driver, and only that one", async () => {
  const { driver, log } = silentAgent();
  const specs = ["kept", "dropped"].map((name): SessionSpec => ({ name, kind: "scripted", cliType: "scripted", workDir: "/", settings: {} }));
  let configured = specs;
  await using rig = await BusHub.start({ driver, sessions: () => configured });
  const ada = await rig.person("Ada", "owner");
  const dropped = await rig.store.sessionByName(everyone, "dropped");
  if (dropped === undefined) throw new Error("there is no session");
  await rig.hub.say({ by: ada, surface: "api", thread: dropped.thread, text: "work" });
  await rig.clock.until(() => log.includes("dropped opened"));
  configured = specs.slice(0, 1);
  log.length = 0;
  await rig.restart();
  expect(log).toEqual(["dropped let go", "dropped opened", "dropped ended, folder there: true"]);
  expect((await rig.store.sessions(everyone)).map((session) => session.name)).toEqual(["kept"]);
  expect(existsSync(join(rig.home, "sessions", "dropped"))).toBe(false);
  expect(await rig.store.openTurns()).toEqual([]);
});

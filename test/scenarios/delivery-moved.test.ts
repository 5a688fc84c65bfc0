import { afterEach, describe, expect, it, vi } from "vitest";
import { ModelServer, type ModelOptions } from "#test/fakes/model/server";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { bash, end, longMs, readme, waitMs, workshopYaml, write } from "./workshop-stage.ts";

const made = [bash("true"), write("README.md", readme), end({ archive_name: "made" })];
const sessions = "sessions:\n  - { name: main, cli_type: scripted }\n  - { name: other, cli_type: scripted }\n";
const patience = { timeoutMs: waitMs };

/** A delivery that was asked for in a chat of main's thread, and stands still there. */
async function begun(options: ModelOptions = {}) {
  vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
  const held = Promise.withResolvers<void>();
  const model = await ModelServer.start({ "a script": made }, { before: () => held.promise, ...options });
  const settings = workshopYaml(model, "  sandbox: bwrap\n").replace("pids: 64", "pids: 4096");
  const parley = await Parley.start({ yaml: `${people}${settings}${sessions}` });
  const ada = talk(parley, "ada");
  ada.say("!!use main");
  await ada.hears("main");
  ada.say("!!deliver make a script");
  return {
    parley,
    model,
    ada,
    goOn: () => held.resolve(),
    [Symbol.asyncDispose]: async () => {
      held.resolve();
      await parley[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}

describe("a delivery whose chat has gone on to another session", () => {
  afterEach(() => void vi.unstubAllEnvs());

  it(
    "still arrives there",
    async () => {
      await using at = await begun();
      await expect.poll(() => at.model.exchanges.length, { timeout: waitMs }).toBe(1);
      at.ada.say("!!use other");
      await at.ada.hears("other");
      at.goOn();
      const archive = await at.parley.chat.waitFor(() => at.parley.chat.posted.find(({ file }) => file !== undefined), patience);
      expect(archive).toMatchObject({ room: at.ada.room, file: { name: "made.zip" } });
    },
    longMs,
  );

  it(
    "tells it there once if nothing comes of it",
    async () => {
      const asked = Promise.withResolvers<void>();
      const failing = Promise.withResolvers<void>();
      await using at = await begun({
        before: async () => {
          asked.resolve();
          await failing.promise;
        },
        fails: (n) => (n > 1 ? 401 : undefined),
      });
      await asked.promise;
      at.ada.say("!!use other");
      await at.ada.hears("other");
      failing.resolve();
      const told = /^Delivery tsk_\w+: [\s\S]*401/;
      await at.parley.chat.waitFor(() => at.ada.heard().find((text) => told.test(text)), patience);
      at.ada.say("!!exec hello");
      await at.ada.hears("lemonhall");
      expect(at.ada.heard().filter((text) => text.includes("401"))).toHaveLength(1);
    },
    longMs,
  );
});

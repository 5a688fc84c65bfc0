import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliveryTexts } from "#agents/delivery/texts";
import { say } from "#lib/words/words";
import { Dockerd, testImage } from "#test/fakes/engine/dockerd";
import { longMs, openStage, waitMs, type Stage } from "./workshop-stage.ts";
import { talk } from "./talk.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const patience = { timeoutMs: waitMs };

/** An image whose `claude` is a script. */
const imageWith = (name: string, script: string): Promise<string> =>
  daemon.image({
    name,
    extend: (dir) => {
      writeFileSync(join(dir, "bin", "claude"), `#!/bin/bash\n${script}\n`);
      chmodSync(join(dir, "bin", "claude"), 0o755);
    },
  });

async function told(stage: Stage, words: string): Promise<string> {
  const ada = talk(stage.parley, "ada");
  ada.say("!!deliver make a script");
  const text = await stage.parley.chat.waitFor(() => ada.heard().find((one) => one.includes(words)), patience);
  expect([await stage.containers(), stage.folders()]).toEqual([[], []]);
  return text;
}

describe("a coding CLI as the worker of a delivery", () => {
  it(
    "that the image does not have ends the task with what to change, and a clean machine",
    async () => {
      await using stage = await openStage(daemon, {}, { settings: "  worker: claude\n" });
      expect(await told(stage, "claude")).toContain(say("en", deliveryTexts.cliMissing, { cli: "claude", image: testImage }));
    },
    longMs,
  );

  it(
    "that fills the disk is killed, and the chat is told the size and the key to raise",
    async () => {
      const image = await imageWith(
        "cli-fills",
        "for i in $(seq 40); do dd if=/dev/zero of=f$i bs=1048576 count=8 2>/dev/null; sleep 0.05; done; sleep 100000",
      );
      await using stage = await openStage(daemon, {}, { settings: `  worker: claude\n  docker_image: ${image}\n` });
      expect(await told(stage, "64 MB")).toMatch(/tsk_\w+[\s\S]*claude[\s\S]*code_delivery\.disk_mb/);
    },
    longMs,
  );

  it(
    "that gives up is quoted, with its exit code if it said nothing",
    async () => {
      const image = await imageWith("cli-gives-up", 'case "$PROMPT" in *"source_type=empty"*) exit 3 ;; esac; echo no source');
      await using stage = await openStage(daemon, {}, { settings: `  worker: claude\n  docker_image: ${image}\n` });
      expect(await told(stage, "exit code")).toContain(say("en", deliveryTexts.neverEnded, { text: "exit code 3" }));
    },
    longMs,
  );
});

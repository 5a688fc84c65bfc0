import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "#lib/time/clock";
import { say } from "#lib/words/words";
import { sandboxTexts } from "#sandbox/kit/texts";
import { createDockerEngine } from "./docker-engine.ts";

const names = { prefix: "code_delivery_", suffix: "_runner", installation: "test" };
const limits = { memoryBytes: 1, cpus: 1, processes: 1, diskBytes: 1 };
const folders = { workspace: "/nowhere", tmpfs: "/nowhere" };
const spec = { task: "tsk_1", image: "none", folders, user: { uid: 1, gid: 1 }, limits, network: false, packages: [] };
const never = new AbortController().signal;

describe("a container engine that nobody runs", () => {
  it("is named with its address and a way out, when it is checked and when a task needs it", async () => {
    const dir = await mkdtemp(join(tmpdir(), "parley-no-engine-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    const dockerHost = `unix://${join(dir, "docker.sock")}`;
    using engine = createDockerEngine({ clock: systemClock, language: "en", environment: { dockerHost, userHome: dir }, names });
    const says = say("en", sandboxTexts.engineSilent, { address: dockerHost, reason: `connect ENOENT ${join(dir, "docker.sock")}` });
    expect(await engine.check(never)).toEqual({ ok: false, says });
    await expect(engine.open(spec, () => {}, never)).rejects.toMatchObject({ code: "NotSupported", message: says });
  });

  it("is refused by name where DOCKER_HOST is no address", async () => {
    using engine = createDockerEngine({ clock: systemClock, language: "en", environment: { dockerHost: "ssh://host", userHome: "/nowhere" }, names });
    const message = say("en", sandboxTexts.badEngineAddress, { address: "ssh://host" });
    await expect(engine.open(spec, () => {}, never)).rejects.toMatchObject({ code: "NotSupported", message });
  });
});

import { afterAll, beforeAll } from "vitest";
import type { SandboxEngine } from "#domain/sandbox";
import { systemClock } from "#lib/time/clock";
import { sandboxContract } from "#test/contracts/sandbox";
import { testImage } from "#test/fakes/engine/dockerd";
import { Podman } from "#test/fakes/engine/podman";
import { createDockerEngine } from "./docker-engine.ts";

let podman: Podman;
let engine: SandboxEngine & Disposable;

beforeAll(async () => {
  podman = await Podman.start();
  const names = { prefix: "code_delivery_", suffix: "_runner", installation: "contract" };
  engine = createDockerEngine({ clock: systemClock, language: "en", environment: { dockerHost: podman.host, userHome: "/root" }, names });
});

afterAll(async () => {
  engine[Symbol.dispose]();
  await podman[Symbol.asyncDispose]();
});

sandboxContract("podman", { memory: true, processes: true, sweeps: true, leftovers: true, startsAgain: true }, () => engine, testImage);

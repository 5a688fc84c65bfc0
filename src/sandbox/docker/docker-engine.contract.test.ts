import { afterAll, beforeAll } from "vitest";
import type { SandboxEngine } from "#domain/sandbox";
import { systemClock } from "#lib/time/clock";
import { sandboxContract } from "#test/contracts/sandbox";
import { Dockerd, testImage } from "#test/fakes/engine/dockerd";
import { createDockerEngine } from "./docker-engine.ts";

let daemon: Dockerd;
let engine: SandboxEngine & Disposable;

beforeAll(async () => {
  daemon = await Dockerd.start();
  const names = { prefix: "code_delivery_", suffix: "_runner", installation: "contract" };
  engine = createDockerEngine({ clock: systemClock, language: "en", environment: { dockerHost: daemon.host, userHome: "/root" }, names });
});

afterAll(async () => {
  engine[Symbol.dispose]();
  await daemon[Symbol.asyncDispose]();
});

sandboxContract("docker", { memory: true, processes: true, sweeps: true, leftovers: true, startsAgain: true }, () => engine, testImage);

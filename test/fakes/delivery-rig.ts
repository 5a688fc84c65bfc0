import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDeliveryDriver } from "#agents/delivery/driver";
import { codeDeliveryPart, deliverySettingsOf } from "#agents/delivery/index";
import type { Model } from "#agents/kit/model/model";
import type { NewId } from "#domain/ids";
import type { Sandbox, SandboxEngine } from "#domain/sandbox";
import { sortableIds } from "#lib/sortable-id";
import type { AgentRig } from "#test/contracts/agent-rig";
import { fakeSpec } from "#test/fakes/seat-hub";
import { countedClock, inRealTime, silent, type Reply } from "#test/fakes/steward-rig";

/** Deliveries whose model is a function, in an engine whose commands do nothing: what a command does is the sandbox contract's. */
export function deliveryRig(reply: Reply): AgentRig {
  const dir = mkdtempSync(join(tmpdir(), "parley-delivery-"));
  const { clock, pending } = countedClock();
  const next = sortableIds(() => clock.now());
  const newId: NewId = (kind) => `${kind}_${next()}` as never;
  // A task that packs, or waits for the disk, holds no short timer; one whose model never answers is at rest.
  const busy = { tasks: 0, hung: 0 };
  const model: Model = {
    name: "function",
    step: async (request, _on, signal) => {
      const parts = reply(request);
      if (parts === "never") {
        busy.hung += 1;
        return new Promise((_resolve, reject) => {
          const over = (): void => {
            busy.hung -= 1;
            reject(signal.reason as Error);
          };
          signal.addEventListener("abort", over, { once: true });
        });
      }
      return { parts, usage: { inputTokens: 10, outputTokens: 5 }, stopped: "done" };
    },
  };
  const driver = createDeliveryDriver({
    clock,
    log: silent,
    language: "en",
    settings: deliverySettingsOf(codeDeliveryPart.schema.parse({})),
    model: async () => model,
    engine: idleEngine(busy),
    taskRoot: join(dir, "tasks"),
    keptRoot: join(dir, "kept"),
    installation: "here",
    secrets: [],
  });
  const settings = { task: newId("tsk"), prompt: "speak", source: { type: "empty" }, target: { channel: "chat", room: "r" } };
  return { newId, spec: fakeSpec({ cliType: "code_delivery", settings, folder: dir }), driver, ...inRealTime(pending, () => busy.tasks > busy.hung) };
}

function idleEngine(busy: { tasks: number }): SandboxEngine {
  const sandbox: Sandbox = {
    name: "idle",
    run: async () => ({ exitCode: 0, stdout: "", stderr: "", ms: 0 }),
    start: async () => "bg1",
    background: () => [],
    stop: async () => false,
    install: async () => {},
    takeDiskFull: () => false,
    close: async () => {},
    remove: async () => void (busy.tasks -= 1),
  };
  const open = async (): Promise<Sandbox> => {
    busy.tasks += 1;
    return sandbox;
  };
  return { check: async () => ({ ok: true, says: "" }), open, sweep: async () => [] };
}

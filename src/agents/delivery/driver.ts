import type { AgentDriver } from "#domain/agent";
import { DeliverySeat } from "./seat.ts";
import type { TaskParts } from "./task/run-task.ts";
import { sweepTaskFolders } from "./task/task-folder.ts";
import { taskRequestOf } from "./task/task-request.ts";

/** Code deliveries. What earlier tasks of this installation left behind is removed as soon as the driver is made. */
export function createDeliveryDriver(parts: TaskParts): AgentDriver {
  const { engine, log, settings, taskRoot, installation } = parts;
  const alive = new Set<string>();
  const isAlive = (task: string): boolean => alive.has(task);

  const sweep = async (): Promise<void> => {
    try {
      const folders = await sweepTaskFolders(taskRoot, installation, isAlive);
      if (folders.length > 0) log.info({ folders }, "removed folders that earlier deliveries left behind");
      if (!(await engine.check(AbortSignal.timeout(10_000))).ok) return;
      const containers = await engine.sweep(isAlive);
      if (containers.length > 0) log.info({ containers }, "removed containers that earlier deliveries left behind");
    } catch (cause) {
      log.warn({ cause }, "failed to remove what earlier deliveries left behind");
    }
  };
  const sweptAtStart = settings.cleansAtStart && settings.enabled ? sweep() : Promise.resolve();

  return {
    kind: "delivery",
    watches: false,
    open: async (spec, sink, signal) => {
      taskRequestOf(spec.settings);
      await sweptAtStart;
      signal.throwIfAborted();
      const seat = new DeliverySeat({ ...parts, alive, sweep }, spec, sink);
      if (spec.openTurn !== undefined) seat.lost(spec.openTurn.id);
      return seat;
    },
    [Symbol.asyncDispose]: async () => {
      await sweptAtStart;
    },
  };
}

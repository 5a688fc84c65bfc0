import { expect, vi } from "vitest";
import type { BusRoom } from "./bus-room.ts";

/** What files and rows show is looked at until it is so. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await isSo()).toBe(true), { interval: 5, timeout: 10_000 });
}

/** The first question that waits, once there is one. */
export async function openQuestion(room: BusRoom): Promise<Record<string, unknown>> {
  let open: readonly unknown[] = [];
  await until(async () => (open = await room.door.store.questions({ sees: "all" }, { state: "open" })).length > 0);
  return open[0] as Record<string, unknown>;
}

import { expect, it } from "vitest";
import type { PersonalWire } from "#protocol/personal";
import { openMutedThreads } from "./muted-threads.ts";

it("are the hub's, and muting one leaves everything else as another browser set it", async () => {
  let stored: PersonalWire = { language: "en", muted: ["thr_1"] };
  const muted = openMutedThreads({ settings: async () => stored, setSettings: async (next) => (stored = next) });
  await muted.load();
  expect([...muted.of.value]).toEqual(["thr_1"]);
  stored = { ...stored, notices: { mention: false } };
  await muted.set("thr_2", true);
  expect(stored).toEqual({ language: "en", notices: { mention: false }, muted: ["thr_1", "thr_2"] });
  await muted.set("thr_1", false);
  expect([[...muted.of.value], stored.muted]).toEqual([["thr_2"], ["thr_2"]]);
});

it("stay as they are when the hub refuses", async () => {
  const muted = openMutedThreads({ settings: async () => ({ muted: [] }), setSettings: () => Promise.reject(new Error("no")) });
  await expect(muted.set("thr_1", true)).rejects.toThrow("no");
  expect([...muted.of.value]).toEqual([]);
});

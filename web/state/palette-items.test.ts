import { describe, expect, it } from "vitest";
import type { CommandWire } from "#protocol/runs";
import { pageScenario } from "#test/fakes/page-scenario";
import { nothing } from "./stream/model.ts";
import { matchingItems, paletteItems } from "./palette-items.ts";
import { step } from "./stream/step.ts";

const { snapshot, entries } = pageScenario(0);
const log = entries["thr_gateway"] ?? [];
const model = step(nothing, {
  name: "snapshot",
  data: { ...snapshot, questions: [], thread: { id: "thr_gateway", entries: [...log], has_more: false, runs: [] } },
});
const names = { questions: "Questions", agents: "Agents", activity: "Activity", settings: "Settings" };
const irc = { name: "irc send", summary: "Sends a line" } as CommandWire;
const find = (text: string): readonly string[] => matchingItems(paletteItems(model, [irc], names), text).map(({ kind, name }) => `${kind} ${name}`);

describe("the palette", () => {
  it("begins with the places and the threads that changed last", () => {
    expect(find("").slice(0, 5)).toEqual(["place Questions", "place Agents", "place Activity", "place Settings", "thread Bursts get 429 at the gateway"]);
  });

  it("finds threads, people, sessions, commands and settings by words of their names", () => {
    expect(find("429 burst")).toContain("thread Bursts get 429 at the gateway");
    expect(find("林薇")).toContain("person 林薇");
    expect(find("review")).toContain("session review");
    expect(find("irc")).toContain("command irc send");
    expect(find("sett")).toEqual(["place Settings"]);
    expect(find("nothing like it")).toEqual([]);
  });
});

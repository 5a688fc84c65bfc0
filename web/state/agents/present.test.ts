import { describe, expect, it } from "vitest";
import type { AgentWire } from "#protocol/agents";
import { pageScenario } from "#test/fakes/page-scenario";
import { nothing, type Model } from "#web/state/stream/model.ts";
import { en } from "#web/words/en.ts";
import { presentIn } from "./present.ts";
import { step } from "#web/state/stream/step.ts";

const { snapshot } = pageScenario(0);
const agent = (id: string, some: Partial<AgentWire>): AgentWire => ({ ...snapshot.agents[1]!, id, name: id, is_online: true, threads: ["thr_a"], ...some });
const writes = (who: string, is_typing: boolean, thread = "thr_a") => ({ name: "typing", data: { thread, who, name: `${who}!`, is_typing } }) as const;
const told = (some: object): Model => step(nothing, { name: "snapshot", data: { ...snapshot, questions: [], thread: null, ...some } });

describe("who is present in a thread", () => {
  it("are the agents that are there now, by their shown names", () => {
    const agents = [agent("bee", { display_name: "Bee" }), agent("cat", {}), agent("gone", { is_online: false }), agent("away", { threads: ["thr_b"] })];
    expect(presentIn({ agents, typing: [] }, "thr_a", en)).toEqual({ here: ["Bee", "cat"], more: 0, typing: [] });
  });

  it("are counted when they are many", () => {
    const agents = Array.from({ length: 8 }, (_, n) => agent(`a${n}`, {}));
    expect(presentIn({ agents, typing: [] }, "thr_a", en)).toMatchObject({ here: ["a0", "a1", "a2", "a3", "a4"], more: 3 });
  });

  it("write until it is said that they stopped, each once and only there", () => {
    const model = [writes("cat", true), writes("bee", true), writes("cat", true), writes("dog", true, "thr_b")].reduce<Model>(step, told({}));
    expect(presentIn(model, "thr_a", en).typing).toEqual(["bee!", "cat!"]);
    expect(presentIn(step(model, writes("bee", false)), "thr_a", en).typing).toEqual(["cat!"]);
  });

  it("are those of the newest snapshot, whoever wrote before", () => {
    const before = step(told({}), writes("bee", true));
    const after = step(before, {
      name: "snapshot",
      data: { ...snapshot, questions: [], thread: null, typing: [{ thread: "thr_a", who: "cat", name: "cat" }] },
    });
    expect(presentIn(after, "thr_a", en).typing).toEqual(["cat"]);
  });
});

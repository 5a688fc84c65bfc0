import { describe, expect, it } from "vitest";
import { pageScenario } from "#test/fakes/page-scenario";
import { areDone, exampleCommand, firstSteps, setupCommand, tokenCommand } from "./first-steps.ts";
import { nothing } from "./stream/model.ts";
import { step } from "./stream/step.ts";

const start = { program: "parley", home: null, config_file: "/srv/par ley/parley.yaml", has_config: true, workspace: "/srv/work", platforms: ["telegram"] };

describe("the first steps of a hub", () => {
  it("are all to do at first, and each is done by what shows it", () => {
    expect(firstSteps(nothing)).toEqual({ chat: [], cli: [], agent: [] });
    const { snapshot } = pageScenario(0);
    const model = step(nothing, { name: "snapshot", data: { ...snapshot, questions: [], thread: null } });
    const steps = firstSteps(model);
    expect(steps.chat).toEqual(snapshot.links.map(({ id }) => id));
    expect(steps.cli).toEqual(snapshot.sessions.filter(({ driver }) => driver !== "scripted").map(({ name }) => name));
    expect(areDone(steps)).toBe(steps.chat.length * steps.cli.length * steps.agent.length > 0);
    expect(areDone({ ...steps, agent: [] })).toBe(false);
  });

  it("do not take the demonstration for a CLI", () => {
    const { snapshot } = pageScenario(0);
    const sessions = snapshot.sessions.map((session) => ({ ...session, driver: "scripted" }));
    expect(firstSteps(step(nothing, { name: "snapshot", data: { ...snapshot, sessions, questions: [], thread: null } })).cli).toEqual([]);
  });

  it("have commands that a shell reads as they are meant, with the places of this hub", () => {
    expect(setupCommand(start, "telegram")).toBe("parley setup telegram --config '/srv/par ley/parley.yaml'");
    expect(setupCommand({ ...start, home: "/srv/h", has_config: false }, "irc")).toBe("parley setup irc --home /srv/h");
    expect(tokenCommand({ ...start, home: "/srv/h" })).toBe("parley token create --agent my-agent --home /srv/h");
    expect(exampleCommand("/srv/my work/config/agents.json")).toBe(
      "mkdir -p '/srv/my work/config' && cp config/available-agents.example.json '/srv/my work/config/agents.json'",
    );
  });
});

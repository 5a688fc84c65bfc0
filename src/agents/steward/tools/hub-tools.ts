import { z } from "zod";
import type { SeatSpec, SeatTool } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { AgentTool } from "#agents/kit/loop/agent-tool";
import { callKey } from "./call-key.ts";
import { outcomeOf } from "./run-outcome.ts";

const object = z.record(z.string(), z.json());

/** The hub's tools for its own agents: it checks, asks, records and bounds each call. */
export function hubTool(spec: Pick<SeatSpec, "use">, turn: TurnId, { name, description, schema }: SeatTool): AgentTool {
  return {
    name,
    description,
    schema,
    run: async (input, run) => {
      const args = object.safeParse(input);
      if (!args.success) return { isError: true, text: `The arguments of ${name} must be one JSON object.` };
      const about = ["path", "pattern", "session"].map((key) => args.data[key]).find((value) => typeof value === "string");
      const source = typeof about === "string" ? `${name} ${about}` : name;
      return outcomeOf(source, await spec.use(name, args.data, { key: callKey(turn, run, name, args.data), signal: run.signal }));
    },
  };
}

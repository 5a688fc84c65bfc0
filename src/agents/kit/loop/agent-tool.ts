import { z } from "zod";
import type { JsonObject } from "#domain/json";
import type { ModelTool } from "#agents/kit/model/model";

/** What a tool returns to the model. `ends`: nothing more is asked of the model after it. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError?: boolean;
  readonly ends?: boolean;
}

/** A tool as data. A ParleyError that `run` throws is told to the model as an error; anything else ends the loop. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  run(input: unknown, call: ToolRun): Promise<ToolOutcome>;
}

export interface ToolRun {
  /** The call's id: unique within the loop. */
  readonly id: string;
  /** Where the call stands in the conversation: the same when the conversation is taken up again. */
  readonly place: string;
  readonly signal: AbortSignal;
}

interface AgentToolSpec<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  run(args: z.output<Input>, call: ToolRun): Promise<ToolOutcome>;
}

const object = z.record(z.string(), z.json());

export function agentTool<Input extends z.ZodObject>({ name, description, input, run }: AgentToolSpec<Input>): AgentTool {
  const { $schema: _draft, ...schema } = object.parse(z.toJSONSchema(input, { io: "input" }));
  return {
    name,
    description,
    schema,
    run: async (given, call) => {
      const args = input.safeParse(withoutNulls(given));
      if (!args.success) return { isError: true, text: `The arguments of ${name} were rejected. ${z.prettifyError(args.error)}` };
      return run(args.data, call);
    },
  };
}

export function modelTool({ name, description, schema }: AgentTool): ModelTool {
  return { name, description, schema };
}

/** Many models send null for what they leave out. */
function withoutNulls(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

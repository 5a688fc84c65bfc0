import { z } from "zod";
import { type ErrorCode, ParleyError } from "#domain/errors";
import type { Actor } from "#domain/people";
import { dataOf, explainIssues, sayProblems } from "#http/door/explain-issues";
import type { HttpDeps } from "#http/deps";
import type { AbortSource } from "./late-abort.ts";
import { failure, failureOf } from "./result.ts";
import type { ToolBody, ToolResult } from "./result.ts";

/** One call of one tool: who calls, and what it may use. */
export interface CalledTool {
  readonly deps: HttpDeps;
  /** Whoever the bearer says. */
  readonly by: Actor;
  readonly bearer: string;
  /** When the client leaves or cancels, its token ends, or the hub stops. A ParleyError as the reason is the answer. */
  readonly ending: AbortSource;
  /** Only when the request asked to be told. */
  readonly progress?: (message?: string) => void;
  /** The door's own address, for links. */
  readonly base: string;
}

/** What a client is told of a tool's arguments; as JSON Schema has it. */
export interface InputSchema {
  type: "object";
  properties: z.output<typeof properties>;
  required?: string[];
}

const properties = z.record(z.string(), z.json());

export interface Tool {
  readonly name: string;
  readonly description: string;
  schema(): InputSchema;
  /** Refusals are results. Throws only what nobody expected. */
  run(call: CalledTool, args: unknown): Promise<ToolResult>;
}

interface ToolSpec<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** Arguments that clients are told to send, and whose absence the tool itself explains. */
  readonly needs?: readonly string[];
  /** The code for arguments of the wrong form; the bus's own unless the tool has another. */
  readonly badArguments?: ErrorCode;
  /** What a refusal looks like where this tool's users know it by another name. */
  readonly failure?: (error: ParleyError, args: z.output<Input>) => ToolBody | undefined;
  run(call: CalledTool, args: z.output<Input>): Promise<ToolResult>;
}

export function tool<Input extends z.ZodObject>(spec: ToolSpec<Input>): Tool {
  return {
    name: spec.name,
    description: spec.description,
    schema: () => schemaOf(spec.input, spec.needs ?? []),
    run: async (call, given) => {
      const args = withoutNulls(given);
      const parsed = spec.input.safeParse(args);
      if (!parsed.success) {
        const problems = explainIssues(parsed.error.issues, args);
        return failure({ error: spec.badArguments ?? "INVALID_ARGUMENT", detail: sayProblems(problems, call.deps.language), ...dataOf(problems) });
      }
      try {
        return await spec.run(call, parsed.data);
      } catch (cause) {
        if (!(cause instanceof ParleyError)) throw cause;
        return failure(spec.failure?.(cause, parsed.data) ?? failureOf(cause));
      }
    },
  };
}

/** A null argument is one that was left out: many clients cannot leave any out. */
function withoutNulls(given: unknown): unknown {
  if (given === undefined || given === null) return {};
  if (typeof given !== "object" || Array.isArray(given) || !Object.values(given).includes(null)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

const objectSchema = z.object({ properties, required: z.array(z.string()).default([]) });

function schemaOf(input: z.ZodObject, needs: readonly string[]): InputSchema {
  const { properties: all, required } = objectSchema.parse(z.toJSONSchema(input, { io: "input" }));
  const wanted = [...required, ...needs];
  return { type: "object", properties: all, ...(wanted.length === 0 ? {} : { required: wanted }) };
}

import { z } from "zod";
import type { Capability, Command, CommandContext, CommandResult, Limits } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import type { SessionTool } from "#domain/session-tool";
import { defined } from "#lib/defined";

const usual: Limits = { timeMs: 60_000, inputChars: 4_000_000, outputChars: 100_000 };
/** Long enough for any question to a person; the question's own time is shorter. */
export const askingMs = 24 * 3_600_000;

interface ToolSpec<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** Arguments that are somebody's text: piped in, so that the record has their length and hash alone. */
  readonly piped?: readonly (keyof z.output<Input> & string)[];
  readonly needs?: readonly Capability[];
  readonly limits?: Partial<Limits>;
  readonly isReading?: boolean;
  readonly replaces?: (args: z.output<Input>) => string;
  run(args: z.output<Input>, ctx: CommandContext): Promise<CommandResult>;
}

const object = z.record(z.string(), z.json());
const summary = { en: "the arguments, as JSON", "zh-CN": "JSON 格式的参数" };

/** A tool of the hub's own agents, as a command that takes its arguments as one word of JSON. */
export function sessionTool<Input extends z.ZodObject>(spec: ToolSpec<Input>): SessionTool {
  const { name, description, input, piped = [], needs = [], limits, isReading = false, replaces } = spec;
  const { $schema: _draft, ...schema } = object.parse(z.toJSONSchema(input, { io: "input" }));
  const checked = (given: unknown): z.output<Input> => {
    const parsed = input.safeParse(given);
    if (!parsed.success) throw new ParleyError("InvalidArgs", `The arguments of ${name} were rejected. ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  };
  const command: Command<JsonObject> = {
    name,
    summary: { en: description, "zh-CN": description },
    args: { positionals: [{ name: "arguments", summary, rest: true }] },
    right: "run.plain",
    needs,
    limits: { ...usual, ...limits },
    audit: Object.keys(input.shape).filter((argument) => !piped.includes(argument)),
    ...(replaces !== undefined && { replaces: (args) => replaces(args as z.output<Input>) }),
    parse: (argv) => object.parse(JSON.parse(argv.join(" "))),
    run: (args, ctx) => spec.run(checked({ ...args, ...pipedArgs(piped, ctx.stdin) }), ctx),
  };
  return {
    command,
    description,
    schema,
    isReading,
    call: (given) => {
      // Many models send null for what they leave out.
      const args = object.parse(checked(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))));
      const plain = Object.fromEntries(Object.entries(args).filter(([key]) => !piped.includes(key)));
      const text = pipedText(piped, args);
      return { words: [name, JSON.stringify(plain)], ...defined({ stdin: text }) };
    },
  };
}

/** One text is piped as it stands, so that people read it as it will be; several as JSON. */
function pipedText(piped: readonly string[], args: JsonObject): string | undefined {
  const [only, ...more] = piped;
  if (only === undefined) return undefined;
  const value = args[only];
  if (more.length === 0) return typeof value === "string" ? value : JSON.stringify(value ?? null);
  return JSON.stringify(Object.fromEntries(piped.flatMap((key) => (args[key] === undefined ? [] : [[key, args[key]]]))), null, 2);
}

function pipedArgs(piped: readonly string[], stdin = ""): JsonObject {
  const [only, ...more] = piped;
  if (only === undefined) return {};
  return more.length === 0 ? { [only]: stdin } : object.parse(JSON.parse(stdin));
}

/** A plain outcome. */
export function done(text: string, result: JsonObject = {}): CommandResult {
  return { exitCode: 0, text, result: { ok: true, ...result } };
}

/** These tools belong to sessions: nobody else has them in their table. */
export function sessionOf({ by }: CommandContext): Extract<CommandContext["by"], { kind: "session" }> {
  if (by.kind !== "session") throw new ParleyError("NotAllowed", "Only a session's own agent has this tool.");
  return by;
}

import { z } from "zod";
import type { AgentsReading, InvalidEntry, Invitable } from "#domain/invitation";
import { placeholders, placeholdersIn } from "#domain/invite-command";
import { nearest } from "#lib/text/nearest";
import { splitCommand } from "./split-command.ts";
import { hasUnsafeTopic } from "./topic-place.ts";
import { defined } from "#lib/defined";

const maxEntries = 200;
const nameShape = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;

const reserved = /^\s*(?:hub|operator|parley)\s*$/i;

/** Variables that can inject code into a program. They are never passed on. */
const unsafeVariable =
  /^(?:NODE_OPTIONS|NODE_PATH|BASH_ENV|ENV|SHELLOPTS|IFS|PYTHON(?:PATH|STARTUP|HOME)|PERL5(?:OPT|LIB)|RUBY(?:OPT|LIB)|GIT_.*|LD_.*|DYLD_.*|PARLEY_.*)$/;

const seconds = (most: number) => z.number().int().min(1).max(most);

const entrySchema = z.object({
  name: z.string().max(200).optional(),
  display_name: z.string().max(200).optional(),
  description: z.string().max(2_000).default(""),
  invoke_command: z.string().max(16_384),
  enabled: z.boolean().default(true),
  auto_invite: z.boolean().default(false),
  timeout_seconds: seconds(3_600).default(30),
  max_runtime_seconds: seconds(7 * 86_400).default(3_600),
  run_as: z
    .string()
    .regex(/^[a-z_][a-z0-9_.-]{0,63}$/i, "must be the name of a user")
    .optional(),
  env: z
    .array(z.string().regex(/^[A-Za-z_]\w*$/, "must be names of variables"))
    .max(50)
    .default([]),
});

const keys = Object.keys(entrySchema.shape);

/** Accepts both forms: a map by name, and a list under `agents`. An invalid entry does not affect the others. */
export function parseAgents(text: string): AgentsReading {
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch (cause) {
    return unusable(`It is not valid JSON (${cause instanceof Error ? cause.message : "unknown"}). Finish the edit, or correct it.`);
  }
  if (!isObject(tree)) return unusable('It must contain a map of agents by name, or {"agents": […]}.');
  const listed = tree["agents"];
  const named = Array.isArray(listed) ? listed.map((entry: unknown, i) => [nameIn(entry) ?? `agents[${i}]`, entry] as const) : Object.entries(tree);
  if (named.length > maxEntries) return unusable(`It lists ${named.length} agents; the maximum is ${maxEntries}. Remove some.`);
  const entries: Invitable[] = [];
  const invalid: InvalidEntry[] = Array.isArray(listed)
    ? Object.keys(tree)
        .filter((key) => key !== "agents")
        .map((key) => ({ name: key, why: "Only the key agents is allowed here. Remove this one." }))
    : [];
  for (const [name, raw] of named) {
    const twice = named.filter(([other]) => other === name).length > 1;
    const parsed = twice ? { why: `The name ${name} is used more than once. Give each agent its own.` } : entryOf(name, raw, Array.isArray(listed));
    if ("why" in parsed) invalid.push({ name, why: parsed.why });
    else entries.push(parsed);
  }
  return { entries, invalid: uniqueNames(invalid) };
}

function entryOf(name: string, raw: unknown, isListed: boolean): Invitable | { readonly why: string } {
  if (!isObject(raw)) return { why: "An agent must be an object with invoke_command." };
  if (isListed && nameIn(raw) === undefined) return { why: "name is missing. Write the name that agent_invite takes." };
  if (!nameShape.test(name))
    return { why: "The name may contain letters, digits, dots, dashes and underscores, at most 64, and must start with a letter or digit." };
  const unknown = Object.keys(raw).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    const near = nearest(unknown, keys);
    return { why: `There is no key ${unknown}.${near === undefined ? "" : ` Did you mean ${near}?`}` };
  }
  if ([name, raw["name"], raw["display_name"]].some((one) => typeof one === "string" && reserved.test(one)))
    return { why: "This name is reserved for Parley. Choose another one." };
  const parsed = entrySchema.safeParse(raw);
  if (!parsed.success) return { why: parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}.`).join(" ") };
  const { data } = parsed;
  const split = splitCommand(data.invoke_command);
  if ("why" in split) return split;
  const why = wrongCommand(split.argv) ?? wrongEnvironment(data.env);
  if (why !== undefined) return { why };
  return {
    name,
    displayName: data.display_name ?? (isListed ? name : (data.name ?? name)),
    description: data.description,
    argv: split.argv,
    timeoutSeconds: data.timeout_seconds,
    maxRuntimeSeconds: data.max_runtime_seconds,
    enabled: data.enabled,
    ...(data.auto_invite && { autoInvite: true }),
    environment: data.env,
    ...defined({ runAs: data.run_as }),
  };
}

function wrongCommand(argv: readonly string[]): string | undefined {
  if (placeholdersIn(argv[0] ?? "").length > 0) return "The program name must not contain a placeholder. Write it out.";
  const unknown = argv.flatMap(placeholdersIn).find((name) => !placeholders.some((known) => known === name));
  if (unknown !== undefined) {
    const near = nearest(unknown, placeholders);
    const known = placeholders.map((one) => `{${one}}`).join(" ");
    return `{${unknown}} is not a placeholder.${near === undefined ? "" : ` Did you mean {${near}}?`} Available: ${known}.`;
  }
  if (hasUnsafeTopic(argv))
    return "{thread_topic} is used where a program might execute it, and anyone can choose a thread's topic. Read it from the variable PARLEY_THREAD_TOPIC instead, or pass it to a script as a separate argument.";
  return undefined;
}

function wrongEnvironment(names: readonly string[]): string | undefined {
  const bad = names.find((name) => unsafeVariable.test(name));
  return bad === undefined ? undefined : `env: ${bad} cannot be passed on, because it changes what a program runs or who it is. Remove it.`;
}

function uniqueNames(invalid: readonly InvalidEntry[]): readonly InvalidEntry[] {
  return invalid.filter((entry, i) => invalid.findIndex((other) => other.name === entry.name) === i);
}

function unusable(problem: string): AgentsReading {
  return { entries: [], invalid: [], problem };
}

function nameIn(entry: unknown): string | undefined {
  return isObject(entry) && typeof entry["name"] === "string" && entry["name"] !== "" ? entry["name"] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

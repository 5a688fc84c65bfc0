import { describe, expect, it } from "vitest";
import { z } from "zod";
import { chatVerbs, terminalCommands } from "#app/commands";
import { jsonSchemaOf } from "#domain/arg-schema";
import { argNames, usageOf } from "#domain/arg-spec";
import type { Command } from "#domain/command";
import { encodeCommand } from "#http/encode/encode-runs";
import { systemClock } from "#lib/time/clock";
import { hubVerbs } from "#test/fakes/hub-verbs";
import { complete } from "#web/state/terminal/complete.ts";

const openIrc = (): never => {
  throw new Error("no command runs here");
};
const commands: readonly Command[] = [...chatVerbs(hubVerbs()).list(), ...terminalCommands({ clock: systemClock, openIrc }).list()];
const languages = ["en", "zh-CN"] as const;

/** One value that each field of a schema accepts. */
const exampleOf = (schema: Record<string, unknown>): Record<string, unknown> => {
  const { properties, required } = z
    .object({ properties: z.record(z.string(), z.looseObject({ type: z.string() })), required: z.array(z.string()) })
    .parse(schema);
  return Object.fromEntries(required.map((name) => [name, properties[name]?.type === "string" ? "x" : 1]));
};

describe("from the arguments of every command", () => {
  it("are at least the ones that people know", () => {
    expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(["use", "exec", "irc send", "doc extract", "table to-csv", "skill show"]));
  });

  it.each(commands.map((command) => [command.name, command] as const))("%s: its usage names each of them once, in order", (name, command) => {
    const usage = usageOf(command);
    expect(usage.startsWith(name)).toBe(true);
    const places = argNames(command.args).map((argument) => usage.search(new RegExp(`(?:--|[<\\[])${argument}(?=[ \\]>)|]|$)`)));
    expect(places.every((place) => place > 0)).toBe(true);
  });

  it.each(commands.map((command) => [command.name, command] as const))("%s: its JSON schema holds what its parser takes", (_name, { args }) => {
    for (const language of languages) {
      const schema = jsonSchemaOf(args, language) as Record<string, unknown>;
      expect(Object.keys(schema["properties"] as object)).toEqual(argNames(args));
      expect(z.fromJSONSchema(schema).safeParse({ ...exampleOf(schema), unheard_of: 1 }).success).toBe(false);
    }
  });

  it.each(commands.map((command) => [command.name, command] as const))("%s: every flag is offered while a line is typed", (name, command) => {
    const wire = encodeCommand(command, "en");
    const flags = Object.keys(command.args.flags ?? {}).map((flag) => `--${flag}`);
    for (const flag of flags) expect(complete(`${name} ${flag.slice(0, -1)}`, [wire]).map(({ line }) => line)).toContain(`${name} ${flag} `);
    for (const { name: flag, choices = [] } of wire.args.filter(({ kind }) => kind === "choice"))
      expect(complete(`${name} ${flag} `, [wire]).map(({ label }) => label)).toEqual(choices.slice(0, 8));
  });

  it.each(commands.map((command) => [command.name, command] as const))("%s: each argument is explained in both languages", (_name, { args }) => {
    for (const { summary } of [...(args.positionals ?? []), ...Object.values(args.flags ?? {})])
      for (const language of languages) expect(summary[language].length).toBeGreaterThan(2);
  });

  it("a schema says which flags exclude each other, what is required and within which bounds", () => {
    const schemaOf = (name: string) => jsonSchemaOf(commands.find((command) => command.name === name)?.args ?? {}, "en");
    expect(schemaOf("irc send")).toMatchObject({ oneOf: [{ required: ["text"] }, { required: ["text-stdin"] }], required: [] });
    expect(schemaOf("doc extract")).toMatchObject({
      required: ["in"],
      properties: { "max-chars": { type: "integer", minimum: 1 }, mode: { enum: ["md", "text", "json"] }, confirm: { type: "boolean" } },
      additionalProperties: false,
    });
  });
});

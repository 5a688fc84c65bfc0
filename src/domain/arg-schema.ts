import type { ArgSpec, FlagSpec } from "./arg-spec.ts";
import type { JsonObject } from "./json.ts";

/** The arguments of a command as a JSON schema of one object: the parameters of a model's tool. */
export function jsonSchemaOf({ positionals = [], flags = {}, oneOf = [] }: ArgSpec, language: "en" | "zh-CN"): JsonObject {
  const fields = [
    ...positionals.map(({ name, summary }) => [name, { type: "string", description: summary[language] }] as const),
    ...Object.entries(flags).map(([name, spec]) => [name, { ...valueSchema(spec), description: spec.summary[language] }] as const),
  ];
  const required = [
    ...positionals.filter(({ optional }) => optional !== true).map(({ name }) => name),
    ...Object.entries(flags).flatMap(([name, spec]) => (spec.kind === "text" && spec.required === true ? [name] : [])),
  ];
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    required,
    ...(oneOf.length === 0 ? {} : { oneOf: oneOf.map((name) => ({ required: [name] })) }),
    additionalProperties: false,
  };
}

function valueSchema(spec: FlagSpec): JsonObject {
  switch (spec.kind) {
    case "text":
      return { type: "string" };
    case "switch":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: [...spec.choices] };
    case "number":
      return { type: "integer", minimum: spec.min, maximum: spec.max };
  }
}

import { z } from "zod";
import type { JsonObject } from "#domain/json";

const change = z.looseObject({ old_string: z.string(), new_string: z.string() });
const edits = z.looseObject({ edits: z.array(change) });
const write = z.looseObject({ content: z.string() });

/** What a tool would change in a file, as the lines of a diff; undefined for a tool that changes none. */
export function editDiff(tool: string, input: JsonObject): string | undefined {
  if (tool === "Write") {
    const parsed = write.safeParse(input);
    return parsed.success ? prefixed("+", parsed.data.content) : undefined;
  }
  const several = edits.safeParse(input);
  if (several.success) return several.data.edits.map(diffOf).join("\n\n");
  const one = change.safeParse(input);
  return one.success ? diffOf(one.data) : undefined;
}

function diffOf({ old_string: before, new_string: after }: z.output<typeof change>): string {
  return [prefixed("-", before), prefixed("+", after)].filter((part) => part !== "").join("\n");
}

function prefixed(sign: string, text: string): string {
  return text === ""
    ? ""
    : text
        .split("\n")
        .map((line) => `${sign}${line}`)
        .join("\n");
}

import type { Step } from "#domain/agent";
import type { JsonObject } from "#domain/json";

const max = 500;

/** A tool of Copilot's as a step: what it does, and to what. */
export function describeTool(tool: string, input: JsonObject): Pick<Step, "verb" | "what"> {
  const text = (key: string): string | undefined => (typeof input[key] === "string" ? input[key] : undefined);
  switch (tool) {
    case "bash":
      return { verb: "run", what: (text("command") ?? tool).slice(0, max) };
    case "create":
      return { verb: "write", what: text("path") ?? tool };
    case "edit":
    case "view":
      return { verb: tool === "view" ? "read" : "edit", what: text("path") ?? tool };
    case "grep":
    case "glob":
      return { verb: "search", what: text("pattern") ?? tool };
    default:
      return { verb: "use", what: tool };
  }
}

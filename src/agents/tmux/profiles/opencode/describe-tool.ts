import type { Step } from "#domain/agent";
import type { JsonObject } from "#domain/json";

const max = 500;

/** A tool of OpenCode's as a step: what it does, and to what. */
export function describeTool(tool: string, input: JsonObject): Pick<Step, "verb" | "what"> {
  const text = (key: string): string | undefined => (typeof input[key] === "string" ? input[key] : undefined);
  const file = text("filePath") ?? text("path");
  switch (tool) {
    case "bash":
      return { verb: "run", what: (text("command") ?? tool).slice(0, max) };
    case "write":
    case "edit":
    case "read":
      return { verb: tool, what: file ?? tool };
    case "grep":
    case "glob":
    case "list":
      return { verb: "search", what: text("pattern") ?? file ?? tool };
    case "webfetch":
      return { verb: "fetch", what: text("url") ?? tool };
    default:
      return { verb: "use", what: tool };
  }
}

import type { Step } from "#domain/agent";
import type { JsonObject } from "#domain/json";

const max = 500;
const verbs: Readonly<Record<string, string>> = {
  run_shell_command: "run",
  write_file: "write",
  replace: "edit",
  edit: "edit",
  read_file: "read",
  list_directory: "read",
  glob: "search",
  grep_search: "search",
  search_file_content: "search",
  web_fetch: "read",
  google_web_search: "search",
};
const telling = ["command", "file_path", "absolute_path", "path", "dir_path", "pattern", "query", "prompt"] as const;

/** A tool of Gemini CLI's, or of Qwen Code's, which has the same: what it does, and to what. */
export function describeTool(tool: string, input: JsonObject): Pick<Step, "verb" | "what"> {
  const what = telling.map((key) => input[key]).find((value) => typeof value === "string");
  const verb = verbs[tool];
  return { verb: verb ?? "use", what: verb === undefined || what === undefined ? tool : what.slice(0, max) };
}

import type { Step } from "#domain/agent";

/** The argument that says what a tool works on. */
const telling = ["command", "file_path", "notebook_path", "path", "pattern", "query", "url", "description", "prompt", "skill"] as const;
const verbs: Readonly<Record<string, string>> = {
  Bash: "run",
  Read: "read",
  Write: "write",
  Edit: "edit",
  MultiEdit: "edit",
  NotebookEdit: "edit",
  Grep: "search",
  Glob: "find",
};
const maxChars = 500;

/** A tool call as one step, in a few words. */
export function describeTool(name: string, input: Readonly<Record<string, unknown>>): Pick<Step, "verb" | "what"> {
  const key = telling.find((one) => typeof input[one] === "string");
  const what = key === undefined ? "" : String(input[key]);
  return { verb: verbs[name] ?? name, what: what.length > maxChars ? `${what.slice(0, maxChars)}…` : what };
}

import { ParleyError } from "#domain/errors";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { inContainer } from "#agents/delivery/tools/in-container";
import { excludes } from "#agents/delivery/workspace/match-glob";
import { walkTree } from "#agents/delivery/workspace/walk-tree";

const leastChars = 60;
/** How to run it, or how to use it, in the languages that people here write. */
const tellsHow = /\b(usage|use|run|running|start|install|how to|getting started|quick ?start|example)\b|使用|运行|用法|启动|安装|执行|示例/i;
const isDocument = /(^|\/)(readme|changelog|usage|install)[^/]*$|\.(md|mdx|rst|adoc|txt)$|(^|\/)docs?\//i;

/** What is missing of the README of a new project, in a sentence for the agent; undefined when nothing is. */
export async function readmeProblem({ files }: Pick<TaskContext, "files">, exclude: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  let name: string | undefined;
  const isOut = excludes(exclude);
  for await (const entry of walkTree(files.root, { signal, skips: (path) => path.includes("/") || isOut(path) }))
    if (entry.kind === "file" && entry.name.toLowerCase() === "readme.md") name = entry.path;
  if (name === undefined) return "README.md is missing. Write one that says what this is, how to run it and how to use it; do not exclude it.";
  const text = (await files.read(name, 200_000)).bytes.toString("utf8").trim();
  if (text.length < leastChars) return `${name} is too short to be of use. Say what this is, how to run it and how to use it.`;
  if (!tellsHow.test(text)) return `${name} does not say how to run or use the result. Add it, with the commands.`;
  return undefined;
}

/** Whether anything that changed since the start is a document; true where that cannot be found out. */
export async function changedDocuments(task: TaskContext, signal: AbortSignal): Promise<boolean> {
  if (task.startedFrom === undefined) return true;
  const script = 'git -c core.quotePath=false diff --name-only "$FROM" && git -c core.quotePath=false ls-files --others --exclude-standard';
  const { exitCode, stdout } = await inContainer(task, script, { env: { FROM: task.startedFrom }, signal });
  const changed = stdout.split("\n").filter((line) => line !== "");
  return exitCode !== 0 || changed.length === 0 || changed.some((path) => isDocument.test(path));
}

export function refuseDocuments(problem: string): never {
  throw new ParleyError("InvalidArgs", `Nothing was sent yet. ${problem} Then call end again.`);
}

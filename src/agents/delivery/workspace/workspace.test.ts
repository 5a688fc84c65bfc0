import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AgentTool } from "#agents/kit/loop/agent-tool";
import { globTool } from "#agents/delivery/tools/glob";
import { grepTool } from "#agents/delivery/tools/grep";
import { listDirectoryTool } from "#agents/delivery/tools/list-directory";
import { readManyTool } from "#agents/delivery/tools/read-many";
import { readTool } from "#agents/delivery/tools/read";
import { replaceInFileTool } from "#agents/delivery/tools/replace-in-file";
import { todoTool } from "#agents/delivery/tools/todo";
import { writeTool } from "#agents/delivery/tools/write";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { TodoList } from "#agents/delivery/task/todo-list";
import { verifies } from "#test/verifies";
import { globMatcher } from "#lib/text/glob-matcher";
import { excludes } from "./match-glob.ts";
import { workspaceFiles } from "./workspace-files.ts";

let dir: string;
let task: TaskContext;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "parley-workspace-"));
  const root = join(dir, "workspace");
  await mkdir(join(root, "src"), { recursive: true });
  await writeFile(join(root, "src", "a.ts"), "one\nTwo three\n");
  await writeFile(join(root, "b.txt"), "two\n");
  await writeFile(join(dir, "outside.txt"), "secret two\n");
  await symlink(dir, join(root, "out"));
  await symlink(join(dir, "outside.txt"), join(root, "link.txt"));
  // The tools of files use nothing else of a task.
  task = { files: workspaceFiles(root), todo: new TodoList(join(dir, "todo.json"), async () => {}) } as unknown as TaskContext;
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function use(tool: AgentTool, args: object): Promise<string> {
  try {
    const { text, isError } = await tool.run(args, { id: "1", place: "1.0", signal: new AbortController().signal });
    return isError === true ? `error: ${text}` : text;
  } catch (cause) {
    return `${cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)}`;
  }
}

describe("the tools of a workspace", () => {
  verifies("CD-5.1-1", "read returns the text, bounded, and nothing outside", async () => {
    const read = readTool(task);
    expect(await use(read, { path: "src/a.ts" })).toBe("one\nTwo three\n");
    expect(await use(read, { path: "/workspace/b.txt" })).toBe("two\n");
    expect(await use(read, { path: "src/a.ts", max_chars: 3 })).toMatch(/^one\n\[\d+ of \d+/);
    for (const path of ["link.txt", "out/outside.txt", "../outside.txt", "/etc/passwd", join(dir, "outside.txt")])
      expect(await use(read, { path })).toBe("NotAllowed");
    expect(await use(read, { path: "gone" })).toBe("NotFound");
    expect(await use(read, {})).toMatch(/^error: /);
    expect(await use(readManyTool(task), { paths: ["b.txt", "gone"] })).toMatch(/==> b.txt <==\ntwo\n\n\n==> gone <==\n\[NotFound/);
  });

  verifies("CD-5.2-1", "write overwrites or appends, returns bytes and path, and writes nothing outside", async () => {
    const write = writeTool(task);
    expect(JSON.parse(await use(write, { path: "new/deep.txt", content: "é" }))).toEqual({ path: "new/deep.txt", bytes: 2, mode: "overwrite" });
    await use(write, { path: "new/deep.txt", content: "!", mode: "append" });
    expect(await readFile(join(dir, "workspace", "new", "deep.txt"), "utf8")).toBe("é!");
    for (const path of ["link.txt", "out/x", "../x", "/tmp/x"]) expect(await use(write, { path, content: "x" })).toMatch(/^(NotAllowed|InvalidArgs)$/);
    expect(await readFile(join(dir, "outside.txt"), "utf8")).toBe("secret two\n");
  });

  verifies("CD-5.3-1", "glob lists matching files below a folder, without following links", async () => {
    expect(await use(globTool(task), { pattern: "**/*.ts" })).toBe("src/a.ts");
    expect(await use(globTool(task), { pattern: "*.ts", base_path: "src" })).toBe("src/a.ts");
    expect(await use(globTool(task), { pattern: "**/outside.txt" })).toBe("[nothing matches]");
    expect(await use(globTool(task), { pattern: "*", base_path: "out" })).toBe("NotAllowed");
  });

  verifies(["CD-5.4-1", "CD-5.4-2"], "grep returns file:line:content, bounded, as a text or an expression", async () => {
    const grep = grepTool(task);
    expect(await use(grep, { pattern: "two" })).toBe("b.txt:1:two");
    expect(await use(grep, { pattern: "TWO", case_sensitive: false })).toBe("b.txt:1:two\nsrc/a.ts:2:Two three");
    expect(await use(grep, { pattern: "^[Tt]wo", is_regex: true, max_matches: 1 })).toMatch(/^b.txt:1:two\n\[more than 1/);
    expect(await use(grep, { pattern: "two", path: "src/a.ts" })).toBe("[no match]");
    expect(await use(grep, { pattern: "(", is_regex: true })).toBe("InvalidArgs");
  });

  it("grep gives up on an expression that would not end", async () => {
    await writeFile(join(dir, "workspace", "long.txt"), `${"a".repeat(2_000)}!\n`);
    for (const pattern of ["(a+)+$", "((a+))+$", "(a|a)*$"]) expect(await use(grepTool(task), { pattern, is_regex: true })).toBe("Timeout");
    expect(await use(globTool(task), { pattern: `${"*a".repeat(100)}*b` })).toBe("[nothing matches]");
  });

  verifies(["CD-10-1", "CD-10-2", "CD-10-3"], "list_directory, read_many and replace_in_file", async () => {
    expect(await use(listDirectoryTool(task), {})).toBe("b.txt\nlink.txt@\nout@\nsrc/\n  a.ts");
    expect(await use(replaceInFileTool(task), { path: "src/a.ts", old_text: "o", new_text: "0" })).toBe("InvalidArgs");
    expect(JSON.parse(await use(replaceInFileTool(task), { path: "src/a.ts", old_text: "Two", new_text: "2" }))).toEqual({ path: "src/a.ts", replaced: 1 });
    expect(await use(readManyTool(task), { paths: ["src/a.ts"] })).toContain("2 three");
  });

  it("glob lists 1,000 files and tells how many it left out", async () => {
    await mkdir(join(dir, "workspace", "many"));
    await Promise.all(Array.from({ length: 1_003 }, (_, n) => writeFile(join(dir, "workspace", "many", `${n}.csv`), "")));
    const lines = (await use(globTool(task), { pattern: "**/*.csv" })).split("\n");
    expect([lines.length, lines.filter((line) => line.endsWith(".csv")).length, lines.at(-1)]).toEqual([1_001, 1_000, "[3 more left out]"]);
  });

  verifies(["CD-5.6-1", "CD-5.6-2"], "todo lists without changing anything, and clears; numbers are not used again", async () => {
    const todo = async (args: object): Promise<unknown> => JSON.parse(await use(todoTool(task), args)) as unknown;
    const onDisk = async (): Promise<unknown> => JSON.parse(await readFile(join(dir, "todo.json"), "utf8")) as unknown;
    expect(await todo({ action: "list" })).toEqual({ items: [] });
    await todo({ action: "add", content: "first" });
    await todo({ action: "add", content: "second", status: "in_progress" });
    const items = [
      { item_id: 1, content: "first", status: "pending" },
      { item_id: 2, content: "second", status: "in_progress" },
    ];
    expect([await todo({ action: "list" }), await todo({ action: "list" })]).toEqual([{ items }, { items }]);
    expect(await todo({ action: "clear" })).toEqual({ items: [] });
    expect(await onDisk()).toEqual({ items: [] });
    expect(await todo({ action: "add", content: "third" })).toEqual({ items: [{ item_id: 3, content: "third", status: "pending" }] });
  });

  it("todo refuses what it lacks", async () => {
    const todo = todoTool(task);
    expect(await use(todo, { action: "update", item_id: 9, status: "done" })).toBe("NotFound");
    expect(await use(todo, { action: "add" })).toBe("InvalidArgs");
    expect(await use(todo, { action: "add", content: "x", status: "later" })).toMatch(/^error: /);
  });
});

describe("patterns", () => {
  it.each([
    [".git/**", [".git", ".git/config", "sub/.git/x"], ["git", ".gitignore"]],
    ["node_modules/**", ["node_modules", "a/node_modules/b/c.js"], ["my_node_modules/x"]],
    ["*.log", ["a.log", "deep/b.log"], ["log"]],
    ["/build", ["build"], ["src/build"]],
    ["a/*/c", ["a/b/c", "x/a/b/c"], ["a/b/d/c"]],
    ["*.{png,jpg}", ["x/a.png", "b.jpg"], ["a.gif"]],
  ])("%s leaves out what it should", (pattern, out, kept) => {
    const isOut = excludes([pattern]);
    // A folder that is left out takes what is below it along, so it is enough that one of the parents matches.
    const withParents = (path: string): boolean => path.split("/").some((_, n, parts) => isOut(parts.slice(0, n + 1).join("/")));
    expect(out.filter((path) => !withParents(path))).toEqual([]);
    expect(kept.filter(withParents)).toEqual([]);
  });

  it("that mean nothing are text", () => {
    expect(globMatcher("a[b")("a[b")).toBe(true);
    expect(globMatcher("(")("(")).toBe(true);
  });
});

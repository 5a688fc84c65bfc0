import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { Dockerd, testImage } from "#test/fakes/engine/dockerd";
import { startGitServer } from "#test/fakes/engine/git-server";
import { connectMcp } from "#test/fakes/door/mcp";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";
import { bash, call, end, longMs, openStage, readme, waitMs, write } from "./workshop-stage.ts";
import { talk } from "./talk.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const patience = { timeoutMs: waitMs };
const greeter = [
  call("todo", { action: "add", content: "write the script", status: "in_progress" }),
  write("hello.sh", 'echo "Hello, $1"\n'),
  bash("bash hello.sh World"),
  write("README.md", readme),
  call("todo", { action: "update", item_id: 1, status: "done" }),
  end({ archive_name: "greeter", summary: "A script that greets." }),
];

describe("a code delivery", () => {
  verifies(
    ["CD-1.1-1", "CD-1.2-1", "CD-5.7-2", "CD-5.7-4", "CD-5.7-5", "CD-11.1-1", "CD-11.1-4", "CD-11.3-1", "CD-11.4-1", "CD-11.6-2", "CD-2.3-3", "CD-12-2"],
    "from an empty folder: code, a command, and the archive in the group; then nothing is left",
    async () => {
      await using stage = await openStage(daemon, { "a greeter": greeter });
      const { parley, model } = stage;
      const room = parley.chat.group("dev", ["ada", "bo"]);
      const ada = talk(parley, "ada", room);
      ada.say("!!deliver make a greeter");
      const archive = await stage.archive(room);
      expect(archive).toMatchObject({ text: holding("A script that greets."), file: { name: "greeter.zip" } });
      const files = await stage.content(archive);
      expect([...files.keys()].toSorted()).toEqual(["README.md", "hello.sh"]);
      expect(files.get("README.md")).toBe(readme);
      await parley.chat.waitFor(() => ada.heard().some((text) => text.includes(archive.file?.sha256 ?? "?")), patience);
      const { results = [], asked = "", tools = [] } = model.exchanges.at(-1) ?? {};
      expect(results[2]).toContain("Hello, World");
      expect(asked).toContain("source_type=empty");
      expect(tools.slice(0, 7)).toEqual(["read", "write", "glob", "grep", "run_bash_command", "todo", "end"]);
      expect(parley.chat.posted.some((message) => message.buttons.length > 0)).toBe(false);
      expect([await stage.containers(), stage.folders()]).toEqual([[], []]);
      const records = (await parley.records("task")).map(({ data }) => data);
      expect(records).toMatchObject([{ did: "command", command: "bash hello.sh World", directory: "/workspace" }, { did: "task started" }, { did: "asked" }]);
    },
    longMs,
  );

  verifies(
    ["CD-4.2-1", "CD-4.2-2", "CD-4.2-3", "CD-4.3-1", "CD-11.1-2", "CD-11.1-5", "CD-4.4-2", "CD-11.2-1", "CD-6.2-1", "CD-6.2-2", "CD-1.2-3"],
    "from a git repository at a tag: clone, change, command, documents asked for once, and .git and .venv stay out",
    async () => {
      await using git = await startGitServer(await daemon.gateway());
      const script = [
        bash(
          "git log --oneline | wc -l; cat app.sh; mkdir -p .venv/lib deep/node_modules/x; touch .venv/lib/a deep/node_modules/x/b; echo 'echo version three' > app.sh; bash app.sh",
        ),
        end({ exclude_patterns: [".git/**", ".venv/**", "node_modules/**"], archive_format: "tar.gz" }),
        write("CHANGES.md", "Run `bash app.sh`: it prints version three.\n"),
        end({ exclude_patterns: [".git/**", ".venv/**", "node_modules/**"], archive_format: "tar.gz" }),
        end({}),
      ];
      await using stage = await openStage(daemon, { "version three": script });
      const { parley, model } = stage;
      const bo = parley.chat.direct("ada");
      talk(parley, "ada").say(`!!deliver --from ${git.url} --ref v1 don't ask, "just" make it\nversion three | please; thanks`);
      const archive = await stage.archive(bo);
      expect(archive.file?.name).toMatch(/^tsk_\w+\.tar\.gz$/);
      expect([...(await stage.content(archive)).keys()].toSorted()).toEqual(["CHANGES.md", "README.md", "app.sh"]);
      const { results = [], asked = "" } = model.exchanges.at(-1) ?? {};
      expect(results[0]).toContain(String.raw`1\necho version one\nversion three`);
      expect(results[1]).toContain("Nothing was sent yet");
      expect(asked).toContain(`source_type=git, git_url=${git.url}, git_ref=v1`);
    },
    longMs,
  );

  verifies(
    ["CD-11.1-3", "CD-5.6-1", "CD-5.6-2", "CD-2.1-1", "CD-2.1-2", "CD-2.2-1", "CD-3.4-1", "CD-3.2-1", "CD-3.2-2", "CD-3.3-1", "CD-3.3-2"],
    "keeps its todo list on disk and in the chat; the folders and the container are named and made as they should be",
    async () => {
      const held = Promise.withResolvers<void>();
      const script = [
        call("todo", { action: "add", content: "first" }),
        call("todo", { action: "add", content: "second" }),
        call("todo", { action: "update", item_id: 1, status: "done" }),
        call("todo", { action: "remove", item_id: 2 }),
        call("todo", { action: "add", content: "third", status: "in_progress" }),
        bash("shopt -q login_shell && echo login; pwd; echo t > /tmpfs/t; echo w > w"),
        bash("echo over"),
      ];
      await using stage = await openStage(
        daemon,
        { "a list": script },
        { before: async (said) => ("tool" in said && said.args["command"] === "echo over" ? held.promise : undefined) },
      );
      const { parley } = stage;
      const ada = talk(parley, "ada");
      ada.say("!!deliver keep a list");
      const shown = await parley.chat.waitFor(() => ada.heard().find((text) => text.includes("✓ first") && text.includes("▸ third")), patience);
      expect(shown).toContain("›");
      await expect.poll(() => stage.model.exchanges.length, { timeout: waitMs }).toBe(7);
      const [task = ""] = stage.folders();
      const todo = JSON.parse(await readFile(join(stage.tasks, task, "todo.json"), "utf8")) as unknown;
      expect(todo).toEqual({
        items: [
          { id: 1, content: "first", status: "done" },
          { id: 3, content: "third", status: "in_progress" },
        ],
      });
      for (const folder of ["workspace", "tmpfs", "logs", "artifacts"]) expect((await stat(join(stage.tasks, task, folder))).isDirectory()).toBe(true);
      expect(JSON.parse(stage.model.exchanges.at(-1)?.results[5] ?? "")).toEqual({ exit_code: 0, stdout: "login\n/workspace\n", stderr: "" });
      expect([await readFile(join(stage.tasks, task, "workspace", "w"), "utf8"), await readFile(join(stage.tasks, task, "tmpfs", "t"), "utf8")]).toEqual([
        "w\n",
        "t\n",
      ]);
      const [container] = await daemon.containers();
      expect(container).toMatchObject({ Names: [`/code_delivery_${task}_runner`], Image: testImage, Ports: [] });
      held.resolve();
      await parley.chat.waitFor(() => ada.heard().some((text) => text.includes("without delivering")), patience);
      expect([await stage.containers(), stage.folders()]).toEqual([[], []]);
    },
    longMs,
  );

  verifies(
    ["CD-4.2-4", "CD-4.1-1", "CD-11.4-2", "CD-5.7-3"],
    "is started over MCP with a person's token for a private chat, and HTTP tells how far it is",
    async () => {
      await using stage = await openStage(daemon, { "a greeter": greeter }, { chat: { channel: { direct: true } } });
      const { parley } = stage;
      parley.chat.user("bo");
      const token = await parley.token({ person: "Ada" });
      await using client = await connectMcp(Number(new URL(parley.url).port), token);
      const listed = (await client.tool("agent_list", {})).list;
      expect(listed).toMatchObject([{ name: "code_delivery_agent", is_invitable: false, is_available: true }]);
      const { body: missing } = await client.tool("code_delivery", { prompt: "a greeter", source_type: "git", target_type: "private", target_id: "bo" });
      expect(missing).toMatchObject({ error: "InvalidArgs" });
      const { body: started } = await client.tool("code_delivery", { prompt: "make a greeter", source_type: "empty", target_type: "private", target_id: "bo" });
      expect(started).toMatchObject({ ok: true, state: "queued", agent: "code_delivery_agent" });
      const archive = await stage.archive(parley.chat.direct("bo"));
      expect(archive.file?.name).toBe("greeter.zip");
      const { body } = await parley.api("GET", "/api/tasks");
      const [task] = z.array(z.looseObject({ id: z.string(), source_type: z.string() })).parse(body);
      expect(task).toMatchObject({ id: started["task_id"], source_type: "empty", prompt: "make a greeter" });
    },
    longMs,
  );

  verifies(
    ["CD-11.3-3", "CD-2.3-1", "CD-2.3-2"],
    "removes what earlier tasks of this installation left, at start and before each task, and nothing else",
    async () => {
      await using stage = await openStage(daemon, { "a greeter": greeter });
      const { parley } = stage;
      const label = z.object({ installation: z.string() });
      const create = (name: string, labels: Record<string, string>): Promise<string> =>
        daemon.call("POST", `/containers/create?name=${name}`, JSON.stringify({ Image: testImage, Cmd: ["sleep", "1"], Labels: labels }));
      const { installationOf } = await import("#app/workshop");
      const own = { "parley.installation": installationOf(parley.home), "parley.task": "tsk_old" };
      await create("code_delivery_tsk_old_runner", own);
      await create("code_delivery_other_runner", { "parley.installation": "another", "parley.task": "tsk_x" });
      await create("somebody_elses", own);
      await mkdir(join(stage.tasks, "tsk_old", "workspace"), { recursive: true });
      await mkdir(join(stage.tasks, "tsk_theirs"), { recursive: true });
      await writeFile(join(stage.tasks, "tsk_theirs", "task.json"), JSON.stringify({ installation: "another" } satisfies z.output<typeof label>));
      await mkdir(join(stage.tasks, "notes"), { recursive: true });
      talk(parley, "ada").say("!!deliver make a greeter");
      await stage.archive(parley.chat.direct("ada"));
      await parley.chat.waitFor(() => stage.folders().length === 2, patience);
      expect(stage.folders().toSorted()).toEqual(["notes", "tsk_theirs"]);
      expect((await daemon.names()).toSorted()).toEqual(["code_delivery_other_runner", "somebody_elses"]);
      for (const name of await daemon.names()) await daemon.call("DELETE", `/containers/${name}?force=true`);
    },
    longMs,
  );

  verifies(
    ["CD-12-1"],
    "asks once, before there is a container, when somebody who may not do it alone wants one",
    async () => {
      await using stage = await openStage(daemon, { "a greeter": greeter });
      const { parley } = stage;
      const room = parley.chat.group("dev", ["ada", "bo"]);
      const bo = talk(parley, "bo", room);
      bo.say("!!deliver make a greeter");
      const question = await parley.openQuestion();
      expect(question.subject).toMatchObject({ detail: holding("make a greeter") });
      expect([await stage.containers(), stage.model.exchanges.length]).toEqual([[], 0]);
      await parley.api("POST", `/api/questions/${question.id}/answer`, { choice: "allow" }, await parley.token({ person: "Ada" }));
      expect((await stage.archive(room)).file?.name).toBe("greeter.zip");
      // A stranger is not even asked about.
      const eve = talk(parley, "eve");
      eve.say("!!deliver make a greeter");
      await parley.chat.waitFor(() => eve.heard().length > 0, patience);
      expect((await parley.questions()).filter((one) => one.state === "open")).toEqual([]);
    },
    longMs,
  );

  it(
    "goes on from its last delivery",
    async () => {
      const more = [bash("cat hello.sh; ls"), write("test.sh", "bash hello.sh x\n"), end({ archive_name: "greeter-tested" })];
      await using stage = await openStage(daemon, { "now add tests": more, "a greeter": greeter });
      const { parley } = stage;
      const ada = talk(parley, "ada");
      ada.say("!!deliver make a greeter");
      await stage.archive(ada.room);
      const { body } = await parley.api("GET", "/api/tasks");
      const [task] = z.array(z.object({ id: z.string(), session: z.object({ name: z.string() }) })).parse(body);
      await parley.untilState(task?.session.name ?? "", "idle");
      ada.say(`!!deliver --task ${task?.id ?? ""} now add tests`);
      const second = await parley.chat.waitFor(() => parley.chat.posted.find((message) => message.file?.name === "greeter-tested.zip"), patience);
      expect([...(await stage.content(second)).keys()].toSorted()).toEqual(["README.md", "hello.sh", "test.sh"]);
    },
    longMs,
  );
});

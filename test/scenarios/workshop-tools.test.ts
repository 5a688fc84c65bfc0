import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { z } from "zod";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { startGitServer } from "#test/fakes/engine/git-server";
import { verifies } from "#test/verifies";
import { bash, call, end, longMs, openStage, readme, write, type Stage } from "./workshop-stage.ts";
import { talk } from "./talk.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

/** Runs one delivery and returns what its tools returned, in their order, and its archive. */
async function delivered(stage: Stage, words: string) {
  const ada = talk(stage.parley, "ada");
  ada.say(`!!deliver ${words}`);
  const files = await stage.content(await stage.archive(ada.room));
  return { results: stage.model.exchanges.at(-1)?.results ?? [], files, asked: stage.model.exchanges.at(-1)?.asked ?? "" };
}

const output = (result = ""): string => z.object({ stdout: z.string() }).parse(JSON.parse(result)).stdout;

describe("the tools of a delivery, in a real container", () => {
  verifies(
    ["CD-4.3-2", "CD-4.4-1", "CD-4.4-3", "CD-5.5-1", "CD-5.5-2", "CD-1.2-2", "CD-10-5", "CD-10-6", "CD-10-7", "CD-10-8"],
    "commands with time and place, checkpoints and back, the environment, artifacts, and an end that insists on a README",
    async () => {
      const script = [
        bash("echo out; echo err >&2; exit 3"),
        call("run_bash_command", { command: "pwd; sleep 300", workdir: "/tmpfs", timeout_seconds: 1 }),
        call("run_bash_command", { command: "pwd", workdir: "/etc" }),
        // Whatever one would forbid elsewhere.
        bash("id -u; curl --version >/dev/null 2>&1; wget 2>/dev/null; rm -rf /usr /etc 2>/dev/null; chmod 777 /workspace; eval 'echo no list'"),
        bash("mkdir -p src empty; echo one > src/a.sh; chmod 755 src/a.sh; ln -s a.sh src/link"),
        call("checkpoint", { name: "first" }),
        bash("echo two > src/a.sh; rm -r empty src/link; echo x > later"),
        call("restore_checkpoint", { name: "second" }),
        call("restore_checkpoint", { name: "first" }),
        bash("cat src/link; [ -d empty ] && [ -x src/a.sh ] && [ ! -e later ] && echo as before"),
        call("artifact_list", {}),
        call("inspect_env", {}),
        call("diff", {}),
        end(),
        write("README.md", ""),
        end(),
        write("README.md", readme),
        end(),
      ];
      await using stage = await openStage(daemon, { "use the tools": script });
      const { results, files, asked } = await delivered(stage, "use the tools");
      expect(asked).toContain("source_type=empty");
      expect(JSON.parse(results[0] ?? "")).toEqual({ exit_code: 3, stdout: "out\n", stderr: "err\n" });
      expect(JSON.parse(results[1] ?? "")).toMatchObject({ exit_code: null, stdout: "/tmpfs\n" });
      expect(results[2]).toMatch(/^NotAllowed/);
      expect(output(results[3])).toMatch(/^(?!0\n)\d+\nno list\n$/);
      expect(JSON.parse(results[5] ?? "")).toMatchObject({ checkpoint: "first", files: 1 });
      expect(results[7]).toMatch(/^NotFound/);
      expect(JSON.parse(results[8] ?? "")).toEqual({ restored: "first" });
      expect(output(results[9])).toBe("one\nas before\n");
      expect(JSON.parse(results[10] ?? "")).toMatchObject([{ name: "first.checkpoint.tar.gz" }]);
      expect(results[11]).toMatch(/bash: GNU bash[\s\S]*git: git version[\s\S]*256 MB memory, 2 CPUs, 64 processes, 64 MB disk, network open/);
      expect(results[12]?.split("\n").toSorted()).toEqual(["new file: src/a.sh"]);
      expect(results[13]).toMatch(/^InvalidArgs[\s\S]*README/);
      expect(results[15]).toMatch(/^InvalidArgs[\s\S]*README/);
      expect([...files.keys()].toSorted()).toEqual(["README.md", "src/a.sh"]);
    },
    longMs,
  );

  verifies(
    ["CD-10-4", "CD-10-1", "CD-10-2", "CD-10-3"],
    "a download from inside, a diff against the commit that it began with, and commands in the background that are listed and stopped",
    async () => {
      const host = await daemon.gateway();
      await using git = await startGitServer(host);
      await using web = createServer((request, response) => (request.url === "/data.txt" ? response.end("from the web\n") : response.writeHead(404).end()));
      await new Promise<void>((resolve) => web.listen(0, host, resolve));
      const address = z.object({ port: z.number() }).parse(web.address());
      const at = (path: string): string => `http://${host}:${address.port}/${path}`;
      const script = [
        call("download_to_workspace", { url: at("data.txt"), path: "data/in.txt" }),
        call("download_to_workspace", { url: at("none"), path: "none.txt" }),
        call("download_to_workspace", { url: at("data.txt"), path: "../../out.txt" }),
        call("download_to_workspace", { url: "file:///etc/passwd", path: "p" }),
        call("replace_in_file", { path: "app.sh", old_text: "version two", new_text: "version three" }),
        call("list_directory", { path: "." }),
        call("read_many", { paths: ["app.sh", "data/in.txt", "no"] }),
        call("diff", {}),
        bash("echo serving; sleep 9000 & sleep 9001", { background: true }),
        bash("sleep 9002", { timeout_seconds: 1 }),
        call("list_background", {}),
        call("stop_background", { id: "bg1" }),
        call("stop_background", { id: "bg1" }),
        bash("for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline; echo; done 2>/dev/null | grep -c '^sleep 900' || true"),
        write("NOTES.md", "Run `bash app.sh`.\n"),
        end(),
      ];
      await using stage = await openStage(daemon, { "version three": script });
      const { results, files } = await delivered(stage, `--from ${git.url} make it version three`);
      expect(JSON.parse(results[0] ?? "")).toEqual({ path: "/workspace/data/in.txt", bytes: 13 });
      expect(results[1]).toMatch(/^InvalidArgs/);
      expect(results[2]).toMatch(/^NotAllowed/);
      expect(results[3]).toContain("rejected");
      expect(JSON.parse(results[4] ?? "")).toEqual({ path: "app.sh", replaced: 1 });
      expect(results[5]).toMatch(/app\.sh[\s\S]*data\/\n {2}in\.txt/);
      expect(results[6]).toMatch(/version three[\s\S]*from the web[\s\S]*\[NotFound/);
      expect(results[7]).toMatch(/-echo version two\n\+echo version three[\s\S]*new file: data\/in\.txt/);
      expect(JSON.parse(results[8] ?? "")).toEqual({ id: "bg1", state: "running" });
      expect(results[9]).toContain("Killed after 1 s");
      expect(JSON.parse(results[10] ?? "")).toMatchObject([{ id: "bg1", state: "running", output: "serving\n" }]);
      expect(JSON.parse(results[11] ?? "")).toEqual({ id: "bg1", state: "stopped" });
      expect(results[12]).toMatch(/^NotFound/);
      expect(output(results[13])).toBe("0\n");
      expect([...files.keys()].toSorted()).toEqual(["NOTES.md", "README.md", "app.sh", "data/in.txt"]);
    },
    longMs,
  );
});

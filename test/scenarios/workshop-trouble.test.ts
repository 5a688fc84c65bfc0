import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { modelTexts } from "#agents/kit/model/texts";
import { deliveryTexts } from "#agents/delivery/texts";
import { killedForDisk } from "#agents/delivery/tools/run-bash-command";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { verifies } from "#test/verifies";
import { bash, call, end, longMs, openStage, readme, waitMs, write, type Stage } from "./workshop-stage.ts";
import { talk } from "./talk.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const patience = { timeoutMs: waitMs };
const made = [write("hello.sh", "echo hi\n"), write("README.md", readme), end({ archive_name: "made" })];

async function isClean(stage: Stage): Promise<void> {
  expect([await stage.containers(), stage.folders()]).toEqual([[], []]);
}

describe("a delivery that goes wrong", () => {
  verifies(
    ["CD-7.4-1", "CD-7.4-2", "CD-7.4-3", "CD-11.5-1", "CD-11.5-2", "CD-8-12", "CD-8-13", "CD-2.3-4", "CD-11.3-2"],
    "tells its chat and the chat it was asked for in after five failures of one model request, with task, stage, reason and what to try, and is gone",
    async () => {
      // Four failures of another request before do not count.
      const fails = (n: number): number | undefined => (n <= 4 || n >= 6 ? 503 : undefined);
      const settings = "sessions: [{ name: main, cli_type: builtin }]\n";
      await using stage = await openStage(daemon, { "a script": made }, { fails, settings });
      const { chat } = stage.parley;
      const target = chat.group("target", ["ada"]);
      // Asked for elsewhere: both the chat that was to get the archive and the one that waits for it are told.
      const [asking, there] = [talk(stage.parley, "ada"), talk(stage.parley, "ada", target)];
      asking.say("!!use main");
      await asking.hears("main");
      asking.say(`!!deliver --to chat/${target} make a script`);
      for (const ada of [there, asking]) {
        const text = await chat.waitFor(() => ada.heard().find((one) => /tsk_\w+[\s\S]*503/.test(one)), patience);
        expect(text).toContain(deliveryTexts.stageWorking.en);
        expect(text).toMatch(/5 times[\s\S]*parley\.yaml/);
      }
      expect(stage.model.headers.length).toBe(10);
      await isClean(stage);
    },
    longMs,
  );

  it(
    "says at once that a key is wrong, and nothing of the key",
    async () => {
      await using stage = await openStage(daemon, { "a script": made }, { fails: () => 401 });
      const ada = talk(stage.parley, "ada");
      ada.say("!!deliver make a script");
      const text = await stage.parley.chat.waitFor(() => ada.heard().find((one) => one.includes("401")), patience);
      expect([stage.model.headers.length, text.includes("sk-test-key")]).toEqual([1, false]);
      await isClean(stage);
    },
    longMs,
  );

  it(
    "ends with the sentence about the budget when the day's is used up in the middle, and its cost is counted",
    async () => {
      const modelKeys = "prices: { input: 1000000, output: 1000000 }, budget_usd_per_day: 5";
      await using stage = await openStage(daemon, { "a script": made }, { modelKeys });
      const { parley } = stage;
      const ada = talk(parley, "ada");
      ada.say("!!deliver make a script");
      const [sentence = ""] = modelTexts.budgetSpent.en.split("{");
      const text = await parley.chat.waitFor(() => ada.heard().find((one) => one.includes(sentence)), patience);
      expect(text).toContain("$5.00");
      expect(text).not.toContain(deliveryTexts.stageWorking.en);
      expect(stage.model.exchanges.length).toBe(1);
      const { body } = await parley.api("GET", "/api/tasks");
      const [task] = z.array(z.object({ session: z.object({ name: z.string() }) })).parse(body);
      expect((await parley.session(task?.session.name ?? "")).usage?.cost).toBeGreaterThan(5);
      await isClean(stage);
    },
    longMs,
  );

  verifies(
    ["CD-7.3-2", "CD-11.4-3"],
    "keeps the archive and tells where it is when the chat refuses the file",
    async () => {
      await using stage = await openStage(daemon, { "a script": made }, { chat: { dedupe: false } });
      const { parley } = stage;
      const ada = talk(parley, "ada");
      parley.chat.fault({ on: "upload", kind: "refuse" });
      ada.say("!!deliver make a script");
      const refused = await parley.chat.waitFor(() => ada.heard().find((text) => text.includes(".agents/artifacts")), patience);
      const path = /\S+\.agents\/artifacts\/\S+\.zip/.exec(refused)?.[0] ?? "";
      expect((await readFile(path)).subarray(0, 2).toString()).toBe("PK");
      await isClean(stage);
      // The kept archive outlives the next task's sweep.
      ada.say("!!deliver make a script");
      await stage.archive(ada.room);
      expect(existsSync(path)).toBe(true);
    },
    longMs,
  );

  it(
    "ends with a message and a clean machine when the engine dies, once the engine is back",
    async () => {
      const dying = Promise.withResolvers<void>();
      const script = [bash("echo one"), bash("echo two"), bash("echo three")];
      await using stage = await openStage(
        daemon,
        { "three steps": script },
        { before: async (said) => ("tool" in said && said.args["command"] === "echo two" ? dying.promise : undefined) },
      );
      const { parley } = stage;
      const ada = talk(parley, "ada");
      ada.say("!!deliver three steps");
      await expect.poll(() => stage.model.exchanges.length, { timeout: waitMs }).toBe(2);
      await daemon.kill();
      dying.resolve();
      const text = await parley.chat.waitFor(() => ada.heard().find((one) => /tsk_\w+ was cut off/.test(one)), patience);
      expect(text).toContain("engine");
      expect(stage.folders()).toEqual([]);
      await daemon.again();
      await parley.restart();
      await expect.poll(() => stage.containers(), { timeout: waitMs }).toEqual([]);
    },
    longMs,
  );

  it(
    "ends with a message and a clean machine when the hub is restarted in the middle",
    async () => {
      const held = Promise.withResolvers<void>();
      await using stage = await openStage(daemon, { "a script": made }, { before: () => held.promise });
      const { parley } = stage;
      const ada = talk(parley, "ada");
      ada.say("!!deliver make a script");
      await expect.poll(() => stage.model.exchanges.length, { timeout: waitMs }).toBe(1);
      // What a kill leaves behind: a container and a folder that nobody removes.
      const [task = ""] = stage.folders();
      await parley.restart();
      held.resolve();
      await parley.chat.waitFor(() => ada.heard().some((text) => text.includes(task) && text.includes("restarted")), patience);
      await expect.poll(() => stage.containers(), { timeout: waitMs }).toEqual([]);
      expect(stage.folders()).toEqual([]);
    },
    longMs,
  );

  it(
    "is stopped at once, with its command, its container and its folder",
    async () => {
      await using stage = await openStage(daemon, { "wait long": [bash("sleep 600")] });
      const { parley } = stage;
      const ada = talk(parley, "ada");
      ada.say("!!deliver wait long");
      await parley.chat.waitFor(() => ada.heard().some((text) => text.includes("sleep 600")), patience);
      const { body } = await parley.api("GET", "/api/tasks");
      const [task] = body as { id: string }[];
      const stopped = await parley.api("POST", `/api/tasks/${task?.id ?? ""}/stop`);
      expect(stopped.body).toMatchObject({ stopped: true });
      await expect.poll(async () => [await stage.containers(), stage.folders()], { timeout: waitMs }).toEqual([[], []]);
    },
    longMs,
  );

  it(
    "says what is missing when there is no engine or no image",
    async () => {
      await using stage = await openStage(daemon, { "a script": made }, { settings: "" });
      const { parley } = stage;
      const ada = talk(parley, "ada");
      await daemon.call("POST", "/images/parley-test:latest/tag?repo=kept&tag=1");
      await daemon.call("DELETE", "/images/parley-test:latest");
      ada.say("!!deliver make a script");
      const text = await parley.chat.waitFor(() => ada.heard().find((one) => one.includes("docker_image")), patience);
      expect(text).toContain("parley-test:latest");
      await daemon.call("POST", "/images/kept:1/tag?repo=parley-test&tag=latest");
      await isClean(stage);
    },
    longMs,
  );
});

describe("a delivery whose model is hostile", () => {
  it(
    "cannot fill the disk in the background, and is told why everything was killed",
    async () => {
      const fill = "for i in $(seq 40); do dd if=/dev/zero of=f$i bs=1048576 count=8 2>/dev/null; sleep 0.05; done; sleep 600";
      const script = [
        bash(fill, { background: true }),
        bash("sleep 600", { timeout_seconds: 40 }),
        call("list_background", {}),
        bash("rm -f f*"),
        write("README.md", readme),
        end(),
      ];
      await using stage = await openStage(daemon, { "fill it": script });
      const ada = talk(stage.parley, "ada");
      ada.say("!!deliver fill it");
      await stage.archive(ada.room);
      const results = stage.model.exchanges.at(-1)?.results ?? [];
      expect(results[1]).toContain(killedForDisk);
      expect(JSON.parse(results[2] ?? "")).toMatchObject([{ id: "bg1", state: "ended", error: killedForDisk }]);
      expect(results[3]).toContain('"exit_code":0');
    },
    longMs,
  );

  it(
    "gets nothing out and leaves the host as it was",
    async () => {
      const socket = daemon.host.replace("unix://", "");
      expect(existsSync(socket)).toBe(true);
      const script = [
        bash("ln -s / root; ln -s /etc/passwd passwd; ln -s ../../.. up; mkfifo pipe; cat /etc/hostname"),
        call("read", { path: "passwd" }),
        call("read", { path: "up/parley.yaml" }),
        call("read", { path: "../../../parley.yaml" }),
        call("read", { path: "/etc/passwd" }),
        call("read", { path: "pipe" }),
        call("write", { path: "root/tmp/parley-hostile", content: "x" }),
        call("write", { path: "../escaped", content: "x" }),
        call("glob", { pattern: "**/*", base_path: "root/etc" }),
        call("grep", { pattern: "root", path: "up" }),
        call("list_directory", { path: "/", depth: 1 }),
        bash("b() { b | b & }; b; sleep 60", { timeout_seconds: 2 }),
        bash("x=x; while :; do x=$x$x; done", { timeout_seconds: 20 }),
        bash("cat /dev/zero > big", { timeout_seconds: 30 }),
        bash("rm -f big; setsid sleep 7777 & env -i setsid sleep 7778 & sleep 7779", { timeout_seconds: 2 }),
        bash(
          "for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline; echo; done 2>/dev/null | grep -c '^sleep 777'; ls /var/run/docker.sock /run/docker.sock " +
            socket,
        ),
        write("README.md", readme),
        write("conf/key.txt", "the key is sk-test-key-of-this-installation here\n"),
        end({ archive_name: "../../x" }),
        bash("rm -r conf"),
        end({ archive_name: "../../x", summary: "Done." }),
      ];
      await using stage = await openStage(daemon, { "be hostile": script });
      const { parley, model } = stage;
      const ada = talk(parley, "ada");
      const before = await readFile("/etc/hostname", "utf8");
      ada.say("!!deliver be hostile");
      const archive = await parley.chat.waitFor(() => parley.chat.posted.find((message) => message.file !== undefined), { timeoutMs: 90_000 });
      expect(archive.file?.name).toBe("x.zip");
      // Links stay out, and so does everything behind them.
      expect([...(await stage.content(archive)).keys()]).toEqual(["README.md"]);
      const results = model.exchanges.at(-1)?.results ?? [];
      for (const at of [1, 2, 3, 4, 6, 7, 8, 9]) expect(results[at]).toMatch(/^(NotAllowed|NotFound|InvalidArgs)/);
      expect(results[5]).toMatch(/^InvalidArgs/);
      expect(results[11]).toContain("Killed after 2 s");
      expect(results[12]).not.toContain('"exit_code":0');
      expect(results[13]).toContain("disk is full");
      expect(results[14]).toContain("Killed after 2 s");
      // Nothing outlived its command, and of three names for the engine's socket none is there.
      const { stdout, stderr } = z.object({ stdout: z.string(), stderr: z.string() }).parse(JSON.parse(results[15] ?? ""));
      expect([stdout, stderr.match(/\S+\.sock'?: No such file or directory/g)?.length]).toEqual(["0\n", 3]);
      expect(results[18]).toMatch(/^ContentBlocked[\s\S]*conf\/key\.txt:1/);
      expect(results[18]).not.toContain("sk-test-key");
      expect([existsSync("/tmp/parley-hostile"), existsSync(join(stage.tasks, "escaped")), await readFile("/etc/hostname", "utf8")]).toEqual([
        false,
        false,
        before,
      ]);
      await expect.poll(async () => [await stage.containers(), stage.folders()], { timeout: waitMs }).toEqual([[], []]);
    },
    2 * longMs,
  );
});

import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ChatServer } from "#test/fakes/chat/server";
import type { Fault } from "#test/fakes/chat/faults";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { ModelServer } from "#test/fakes/model/server";
import { Program } from "#test/fakes/program";
import { like } from "#test/matching";
import { verifies } from "#test/verifies";
import { bash, end, longMs, openStage, readme, waitMs, workshopYaml, write, type Stage } from "./workshop-stage.ts";
import { people, talk } from "./talk.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const patience = { timeoutMs: waitMs };
const made = [write("hello.sh", "echo hi\n"), write("README.md", readme), end({ archive_name: "made" })];
const isClean = async (stage: Stage): Promise<void> => {
  await expect.poll(async () => [await stage.containers(), stage.folders()], { timeout: waitMs }).toEqual([[], []]);
};

describe("an archive that the chat does not take", () => {
  const faults: readonly (readonly [string, Fault, "failed" | "unknown" | "waiting"])[] = [
    ["refuses it", { on: "upload", kind: "refuse" }, "failed"],
    ["breaks the connection before it", { on: "upload", kind: "cut-before" }, "unknown"],
    ["breaks the connection after it", { on: "upload", kind: "cut-after" }, "unknown"],
    ["answers with bytes that mean nothing", { on: "upload", kind: "garbage" }, "unknown"],
    ["asks to wait for longer than anybody would", { on: "upload", kind: "limit", retryAfterMs: 900_000 }, "waiting"],
  ];

  for (const [what, fault, how] of faults)
    verifies(
      ["CD-7.3-2", "CD-11.4-3"],
      `is kept and its place is told when the chat ${what}, and the machine is clean`,
      async () => {
        const clock = jumpingClock();
        await using stage = await openStage(daemon, { "a script": made }, { clock, chat: { dedupe: false, channel: { dedupes: false } } });
        const { parley } = stage;
        const ada = talk(parley, "ada");
        parley.chat.fault({ ...fault, room: ada.room });
        ada.say("!!deliver make a script");
        if (how === "waiting") {
          await parley.chat.waitFor((chat) => chat.calls.some((call) => call.method === "upload"), patience);
          // Once `end` has given up waiting, the notice itself has to wait for the chat.
          await expect.poll(async () => (clock.jump(150_000), stage.folders()), { timeout: waitMs, interval: 500 }).toEqual([]);
          clock.jump(900_000);
        }
        const told = await parley.chat.waitFor(() => ada.heard().find((text) => text.includes(".agents/artifacts")), patience);
        const path = /\S+\.agents\/artifacts\/\S+\.zip/.exec(told)?.[0] ?? "";
        expect((await readFile(path)).subarray(0, 2).toString()).toBe("PK");
        expect(told.includes("not known")).toBe(how !== "failed");
        await isClean(stage);
      },
      longMs,
    );
});

describe("a delivery that takes too long, or whose hub is gone", () => {
  it(
    "is ended by task_timeout while a command runs, with a message",
    async () => {
      const clock = jumpingClock();
      await using stage = await openStage(daemon, { "wait long": [bash("sleep 600")] }, { clock, settings: "  task_timeout: 30m\n" });
      const { parley } = stage;
      const ada = talk(parley, "ada");
      ada.say("!!deliver wait long");
      await parley.chat.waitFor(() => ada.heard().some((text) => text.includes("sleep 600")), patience);
      clock.jump(31 * 60_000);
      const told = await parley.chat.waitFor(() => ada.heard().find((text) => /tsk_\w+ took longer/.test(text)), patience);
      expect(told).toContain("30");
      await isClean(stage);
    },
    longMs,
  );

  verifies(
    ["CD-8-10", "CD-8-11", "CD-8-13", "CD-8-4", "CD-8-5"],
    "leaves everything where that is configured, and tells nobody about the model where that is; the next hub without it cleans up",
    async () => {
      const settings =
        "  cleanup_on_finish: false\n  cleanup_on_start: false\n  notify_on_llm_failure: false\n  container_name_prefix: own_\n  container_name_suffix: _box\n";
      await using stage = await openStage(daemon, { "a script": made }, { settings, fails: () => 401 });
      const { parley } = stage;
      const ada = talk(parley, "ada");
      const failures = async (): Promise<number> => {
        const { body } = await parley.api("GET", "/api/tasks");
        const threads = new Set(
          z
            .array(z.object({ thread: z.string() }))
            .parse(body)
            .map(({ thread }) => thread),
        );
        const lines = (await Promise.all([...threads].map((thread) => parley.messages(thread)))).flat();
        return lines.filter(({ content }) => content.includes("401")).length;
      };
      ada.say("!!deliver make a script");
      await parley.until(async () => (await failures()) === 1, waitMs);
      const [task = ""] = stage.folders();
      expect(await daemon.names()).toEqual([`own_${task}_box`]);
      await parley.restart();
      ada.say("!!deliver make another script");
      await parley.chat.waitFor(() => stage.folders().length === 2, patience);
      await parley.until(async () => (await failures()) === 2, waitMs);
      // Chats get their messages in order: whatever was sent about it would be there before this answer.
      ada.say("!!exec hello");
      await ada.hears("lemonhall");
      expect(parley.chat.posted.flatMap(({ text, was }) => [text, ...was.map((one) => one.text)]).join("\n")).not.toMatch(/401|failed|model/i);
      const config = join(parley.home, "parley.yaml");
      await writeFile(config, (await readFile(config, "utf8")).replaceAll(/ {2}cleanup.*\n/g, ""));
      await parley.restart();
      await expect.poll(async () => [await daemon.names(), stage.folders()], { timeout: waitMs }).toEqual([[], []]);
    },
    longMs,
  );

  verifies(
    ["CD-8-2", "CD-8-6", "CD-8-7", "CD-8-8"],
    "has its folder, the time and the output of its commands, and its format as configured",
    async () => {
      const settings = "  task_root: own/place\n  default_command_timeout_seconds: 1\n  max_command_output_chars: 200\n  default_archive_format: tar.gz\n";
      const script = [bash("sleep 600"), bash("seq 1 5000"), ...made];
      const places = new Set<string>();
      const look = async (): Promise<void> => {
        for (const name of readdirSync(join(stage.parley.home, "own", "place"))) places.add(name);
      };
      await using stage = await openStage(daemon, { "a script": script }, { settings, before: look });
      const ada = talk(stage.parley, "ada");
      ada.say("!!deliver make a script");
      const archive = await stage.archive(ada.room);
      expect(archive.file?.name).toBe("made.tar.gz");
      expect((await stage.content(archive)).get("hello.sh")).toBe("echo hi\n");
      expect([...places]).toEqual([like(/^tsk_/)]);
      expect(stage.folders()).toEqual([]);
      const [slow = "", long = ""] = stage.model.exchanges.at(-1)?.results ?? [];
      expect(slow).toContain("Killed after 1 s");
      const { stdout } = z.object({ stdout: z.string() }).parse(JSON.parse(long));
      expect(stdout).toMatch(/^1\n2\n[\s\S]*\n5000\n$/);
      expect(stdout.length).toBeLessThan(400);
    },
    longMs,
  );

  verifies(
    "CD-8-1",
    "is refused where deliveries are turned off, and nothing is begun",
    async () => {
      await using stage = await openStage(daemon, { "a script": made }, { settings: "  enabled: false\n" });
      const ada = talk(stage.parley, "ada");
      ada.say("!!deliver make a script");
      await ada.hears("code_delivery.enabled");
      const { body } = await stage.parley.api("POST", "/api/tasks", { prompt: "make a script", target: `chat/${ada.room}` });
      expect(body).toMatchObject({ error: "NotSupported" });
      expect([(await stage.parley.api("GET", "/api/tasks")).body, stage.model.exchanges, stage.folders()]).toEqual([[], [], []]);
    },
    longMs,
  );

  verifies(
    ["CD-11.3-3", "CD-2.3-1", "CD-2.3-2"],
    "whose hub was killed is told to the chat by the next start, and its container and folder are gone",
    async () => {
      await using model = await ModelServer.start({ "a script": [bash("sleep 600")] });
      await using chat = await ChatServer.start();
      const home = await mkdtemp(join(tmpdir(), "parley-killed-workshop-"));
      await writeFile(join(home, "parley.yaml"), `server: { port: 0 }\nworkspace: ${JSON.stringify(home)}\n${people}${workshopYaml(model, "")}`);
      const start = (): Program => {
        const args = ["--home", home, "--chat-port", String(chat.port), "--chat-token", chat.token];
        const argv = [process.execPath, "-C", "parley-source", join(import.meta.dirname, "kill-hub.ts"), ...args];
        return new Program(argv, { cwd: home, env: { DOCKER_HOST: daemon.host } });
      };
      const heard = (): readonly string[] => chat.posted.map((message) => message.text);
      try {
        await using first = start();
        await first.says(/^parley ready/m);
        chat.say("ada", chat.direct("ada"), "!!deliver make a script", { mention: true });
        await chat.waitFor(() => heard().some((text) => text.includes("sleep 600")), patience);
        const [container = ""] = await daemon.names();
        const task = /tsk_[^_]+/.exec(container)?.[0] ?? "none";
        await first.stop("SIGKILL");
        expect([await daemon.names(), existsSync(join(home, "data", "code_delivery", task))]).toEqual([[container], true]);
        await using second = start();
        await second.says(/^parley ready/m);
        await chat.waitFor(() => heard().some((text) => text.includes(task) && text.includes("restarted")), patience);
        await expect.poll(async () => [await daemon.names(), existsSync(join(home, "data", "code_delivery", task))], { timeout: waitMs }).toEqual([[], false]);
      } finally {
        await rm(home, { recursive: true, force: true });
      }
    },
    longMs,
  );
});

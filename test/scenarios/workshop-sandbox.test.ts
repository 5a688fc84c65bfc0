import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { deliveryTexts } from "#agents/delivery/texts";
import { say } from "#lib/words/words";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { ModelServer } from "#test/fakes/model/server";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { bash, call, end, longMs, openStage, readme, waitMs, workshopYaml, write } from "./workshop-stage.ts";

const patience = { timeoutMs: waitMs };
afterEach(() => void vi.unstubAllEnvs());

/** Something on the host that a command may try to reach. */
async function listening(host: string) {
  const reached: string[] = [];
  const server = createServer((socket) => {
    reached.push(String(socket.remoteAddress));
    socket.end("hello from the host\n");
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { reached, reach: `cat < /dev/tcp/${host}/${port}`, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

const commandLines = (): readonly string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")];
      } catch {
        return [];
      }
    });

describe("deliveries with sandbox: bwrap", () => {
  for (const network of [true, false])
    it(
      `need no engine: code, commands, background, archive, with the network ${network ? "open" : "closed"}; then nothing is left`,
      async () => {
        vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
        await using host = await listening("127.0.0.1");
        // Unlike any other on this machine.
        const long = `sleep 86${400 + (process.pid % 1000)}.${network ? 1 : 2}`;
        const script = [
          write("hello.sh", 'echo "Hello, $1"\n'),
          bash("bash hello.sh World; id -u; pwd"),
          bash(host.reach, { timeout_seconds: 20 }),
          bash(
            "cat /workspace/../parley.yaml ../../../../parley.yaml /root/.bashrc /etc/shadow; ls -A /home; ls -A /tmp; touch /usr/x; ls -d /var/run/docker.sock",
          ),
          bash(`setsid ${long} & ${long}`, { timeout_seconds: 1 }),
          bash(long, { background: true }),
          call("list_background", {}),
          write("README.md", readme),
          end({ archive_name: "made", summary: "Made without an engine." }),
        ];
        await using model = await ModelServer.start({ "a script": script });
        await using parley = await Parley.start({
          yaml: `${people}${workshopYaml(model, `  sandbox: bwrap\n  network: ${network}\n`).replace("pids: 64", "pids: 4096")}`,
        });
        const ada = talk(parley, "ada");
        ada.say("!!deliver make a script");
        const archive = await parley.chat.waitFor(() => parley.chat.posted.find(({ file }) => file !== undefined), patience);
        expect(archive).toMatchObject({ room: ada.room, file: { name: "made.zip" } });
        const [, hello = "", reached = "", hostile = "", cut = "", , listed = ""] = model.exchanges.at(-1)?.results ?? [];
        expect(JSON.parse(hello)).toMatchObject({ exit_code: 0, stdout: expect.stringMatching(/^Hello, World\n(?!0\n)\d+\n\/workspace\n$/) as string });
        expect([reached.includes("hello from the host"), host.reached.length]).toEqual([network, network ? 1 : 0]);
        expect(JSON.parse(hostile)).toMatchObject({ stdout: "" });
        expect(JSON.parse(cut)).toMatchObject({ exit_code: null });
        expect(listed).toContain("running");
        const tasks = join(parley.home, "data", "code_delivery");
        await expect
          .poll(() => [existsSync(tasks) ? readdirSync(tasks) : [], commandLines().filter((line) => line.startsWith(long))], { timeout: waitMs })
          .toEqual([[], []]);
      },
      longMs,
    );
});

describe("deliveries with network: false", () => {
  let daemon: Dockerd;
  beforeAll(async () => {
    daemon = await Dockerd.start();
  });
  afterAll(() => daemon[Symbol.asyncDispose]());

  verifies(
    ["CD-1.2-3"],
    "reach nothing from the container, which they do without the key, and say so of a repository before anything starts",
    async () => {
      await using host = await listening(await daemon.gateway());
      const script = [bash(host.reach, { timeout_seconds: 20 }), bash("ls /sys/class/net"), write("README.md", readme), end({ archive_name: "made" })];
      for (const isOpen of [true, false]) {
        await using stage = await openStage(daemon, { "a script": script }, { settings: isOpen ? "" : "  network: false\n" });
        const { parley, model } = stage;
        const ada = talk(parley, "ada");
        ada.say("!!deliver make a script");
        await stage.archive(ada.room);
        const [reached = "", devices = ""] = model.exchanges.at(-1)?.results ?? [];
        expect([reached.includes("hello from the host"), host.reached.length]).toEqual([isOpen, 1]);
        if (isOpen) continue;
        expect(JSON.parse(devices)).toMatchObject({ stdout: "lo\n" });
        const calls = model.exchanges.length;
        ada.say("!!deliver --from https://example.org/app.git make a script");
        const refused = say("en", deliveryTexts.noNetworkForGit, { url: "https://example.org/app.git" });
        await parley.chat.waitFor(() => ada.heard().some((text) => text.includes(refused)), patience);
        expect(model.exchanges.length).toBe(calls);
        await expect.poll(async () => [await stage.containers(), stage.folders()], { timeout: waitMs }).toEqual([[], []]);
      }
    },
    longMs,
  );
});

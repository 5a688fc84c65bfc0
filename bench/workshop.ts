import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packWorkspace } from "#agents/delivery/archive/pack-workspace";
import { systemClock } from "#lib/time/clock";
import { createDockerEngine } from "#sandbox/docker/docker-engine";
import { Dockerd, testImage } from "#test/fakes/engine/dockerd";
import { median } from "./numbers.ts";
import { measureSteward } from "./steward-share.ts";
import { measureTasks } from "./workshop-tasks.ts";

// What a delivery costs besides the model: a command against a bare `docker exec`, packing against tar and zip, and with a whole hub
// whose model answers at once: from the request to the first command, ten tasks at a time, and what a step takes. Then the hub's
// share of a model step of the built-in agent.
//   node -C parley-source bench/workshop.ts [--only commands,packing,tasks,steward] [--commands 20] [--files 50000] [--mb 500] [--steps 200]

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "commands,packing,tasks,steward" },
    commands: { type: "string", default: "20" },
    files: { type: "string", default: "50000" },
    mb: { type: "string", default: "500" },
    steps: { type: "string", default: "200" },
  },
});
const [commands, files, megabytes, steps] = [values.commands, values.files, values.mb, values.steps].map(Number) as [number, number, number, number];
const parts = { commands: measureCommands, packing: measurePacking, tasks: () => measureTasks(steps, report), steward: reportSteward };
const never = new AbortController().signal;
const dir = await mkdtemp(join(tmpdir(), "parley-bench-workshop-"));
const workspace = join(dir, "workspace");
const tmpfs = join(dir, "tmpfs");

try {
  for (const [name, measure] of Object.entries(parts)) if (values.only.split(",").includes(name)) await measure();
} finally {
  await rm(dir, { recursive: true, force: true });
}

async function measureCommands(): Promise<void> {
  for (const folder of [workspace, tmpfs, join(tmpfs, "home")]) {
    await mkdir(folder);
    await chown(folder, 1000, 1000);
  }
  await using daemon = await Dockerd.start();
  const names = { prefix: "code_delivery_", suffix: "_runner", installation: "bench" };
  using engine = createDockerEngine({ clock: systemClock, language: "en", environment: { dockerHost: daemon.host, userHome: "/root" }, names });
  const limits = { memoryBytes: 512 * 1024 * 1024, cpus: 2, processes: 128, diskBytes: 1024 ** 3 };
  const spec = { task: "tsk_bench", image: testImage, folders: { workspace, tmpfs }, user: { uid: 1000, gid: 1000 }, limits, network: false, packages: [] };
  const began = performance.now();
  const sandbox = await engine.open(spec, () => {}, never);
  await sandbox.run({ command: "true", directory: "/workspace", outputChars: 1_000 }, 60_000, never);
  report("container, first command", performance.now() - began);
  const [ours, bare]: [number[], number[]] = [[], []];
  // One after the other in turn, so that what else the machine does is shared.
  for (let n = 0; n < commands; n++) {
    ours.push(await timed(() => sandbox.run({ command: "true", directory: "/workspace", outputChars: 1_000 }, 60_000, never)));
    bare.push(await timed(async () => execFileSync("docker", ["-H", daemon.host, "exec", sandbox.name, "bash", "-lc", "true"])));
  }
  report("command (median)", median(ours), median(bare), "docker exec");
  await sandbox.remove();
}

async function measurePacking(): Promise<void> {
  await rm(workspace, { recursive: true, force: true });
  const size = Math.floor((megabytes * 1024 * 1024) / files);
  // Half of it compresses, as code does.
  const noise = randomBytes(Math.ceil(size / 2));
  const content = Buffer.concat([noise, Buffer.alloc(size - noise.length, "the same words again ")]);
  for (let n = 0; n < files; n++) {
    const folder = join(workspace, `d${n % 500}`);
    if (n < 500) await mkdir(folder, { recursive: true });
    content.writeUInt32LE(n, 0);
    await writeFile(join(folder, `f${n}`), content);
  }
  const pack = (format: "zip" | "tar.gz", secrets?: readonly string[]) =>
    packWorkspace({
      workspace,
      exclude: [],
      format,
      path: join(dir, `ours.${format}`),
      maxBytes: 2 ** 40,
      signal: never,
      ...(secrets !== undefined && { secrets }),
    });
  const tar = async (): Promise<unknown> => execFileSync("tar", ["-C", workspace, "-czf", join(dir, "theirs.tar.gz"), "."]);
  // Once before, so that all of them find the files in memory.
  await tar();
  const [ourTar, theirTar] = [await timed(() => pack("tar.gz")), await timed(tar)];
  report("tar.gz", ourTar, theirTar, "tar");
  report("tar.gz, searched for keys", await timed(() => pack("tar.gz", ["a secret of this machine"])), theirTar, "tar");
  const [ourZip, theirZip] = [await timed(() => pack("zip")), await zipTime()];
  report("zip", ourZip, theirZip, "zip");
  report("zip, searched for keys", await timed(() => pack("zip", ["a secret of this machine"])), theirZip, "zip");
}

/** Undefined on a machine without zip. */
async function zipTime(): Promise<number | undefined> {
  try {
    return await timed(async () => execFileSync("zip", ["-qr", join(dir, "theirs.zip"), "."], { cwd: workspace, stdio: "ignore" }));
  } catch {
    return undefined;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function report(what: string, ms: number, baseMs?: number, base = ""): void {
  const ratio = baseMs === undefined ? "" : `  ${(ms / baseMs).toFixed(2)}× of ${base} (${baseMs.toFixed(0)} ms)`;
  process.stdout.write(`${what.padEnd(26)} ${ms.toFixed(0)} ms${ratio}\n`);
}

async function reportSteward(): Promise<void> {
  const { hubMs, bareMs } = await measureSteward(30);
  process.stdout.write(`hub's share of a model step  ${hubMs.toFixed(1)} ms, beside ${bareMs.toFixed(1)} ms of model and client\n`);
}

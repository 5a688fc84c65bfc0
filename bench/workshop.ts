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

// What a delivery costs besides the model: a command against a bare `docker exec`, packing against tar and zip.
//   node -C parley-source bench/workshop.ts [--commands 20] [--files 50000] [--mb 500]

const { values } = parseArgs({
  options: { commands: { type: "string", default: "20" }, files: { type: "string", default: "50000" }, mb: { type: "string", default: "500" } },
});
const [commands, files, megabytes] = [Number(values.commands), Number(values.files), Number(values.mb)];
const never = new AbortController().signal;
const dir = await mkdtemp(join(tmpdir(), "parley-bench-workshop-"));
const workspace = join(dir, "workspace");
const tmpfs = join(dir, "tmpfs");

try {
  await measureCommands();
  await measurePacking();
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
  const pack = (format: "zip" | "tar.gz") =>
    packWorkspace({ workspace, exclude: [], format, path: join(dir, `ours.${format}`), maxBytes: 2 ** 40, signal: never });
  report(
    "tar.gz",
    await timed(() => pack("tar.gz")),
    await timed(async () => execFileSync("tar", ["-C", workspace, "-czf", join(dir, "theirs.tar.gz"), "."])),
    "tar",
  );
  report("zip", await timed(() => pack("zip")), await zipTime(), "zip");
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

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { JsonObject } from "#domain/json";
import type { Clock } from "#lib/time/clock";
import { testImage, type Dockerd } from "#test/fakes/engine/dockerd";
import { ModelServer, type ModelOptions } from "#test/fakes/model/server";
import type { Line, Scripts } from "#test/fakes/model/script";
import type { LogMessage } from "#test/fakes/chat/log";
import { Parley, type ParleyOptions } from "./parley.ts";
import { people } from "./talk.ts";

export const readme = "# Greeter\n\nPrints a greeting.\n\n## Usage\n\nRun `bash hello.sh NAME` in this folder; it prints a line.\n";

export const call = (name: string, args: JsonObject): Line => ({ call: name, with: args });
export const write = (path: string, content: string): Line => call("write", { path, content });
export const bash = (command: string, more: { readonly timeout_seconds?: number; readonly background?: boolean } = {}): Line =>
  call("run_bash_command", { command, ...more });
export const end = (more: Record<string, string | readonly string[]> = {}): Line => call("end", { exclude_patterns: [".git/**"], ...more });

export interface Stage extends AsyncDisposable {
  readonly parley: Parley;
  readonly model: ModelServer;
  readonly daemon: Dockerd;
  readonly tasks: string;
  /** The names of containers that deliveries made. */
  containers(): Promise<readonly string[]>;
  folders(): readonly string[];
  /** The first message of the room that carries a file. */
  archive(room: string): Promise<LogMessage>;
  /** What is in it, by name. */
  content(message: LogMessage): Promise<ReadonlyMap<string, string>>;
}

export interface StageOptions extends ModelOptions {
  readonly clock?: Clock;
  /** Lines below `code_delivery:`, each indented by two spaces. */
  readonly settings?: string;
  /** More keys of `model:`, as `key: value, …`. */
  readonly modelKeys?: string;
  readonly chat?: ParleyOptions["chat"];
}

/** A machine with much else to do takes its time for containers. */
export const waitMs = 50_000;
export const longMs = 100_000;

/** A hub with a chat, a scripted model and a real container engine. */
export async function openStage(daemon: Dockerd, scripts: Scripts, { settings = "", modelKeys, chat, clock, ...options }: StageOptions = {}): Promise<Stage> {
  vi.stubEnv("DOCKER_HOST", daemon.host);
  const model = await ModelServer.start(scripts, options);
  const yaml = `${people}${workshopYaml(model, settings, modelKeys)}`;
  const parley = await Parley.start({ yaml, ...(chat !== undefined && { chat }), ...(clock !== undefined && { clock }) });
  const tasks = join(parley.home, "data", "code_delivery");
  return {
    parley,
    model,
    daemon,
    tasks,
    containers: async () => (await daemon.names()).filter((name) => name.startsWith("code_delivery_")),
    folders: () => (existsSync(tasks) ? readdirSync(tasks) : []),
    content: async ({ file }) => {
      const kept = readdirSync(join(parley.home, "artifacts"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const found = kept
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
        .find((bytes) => createHash("sha256").update(bytes).digest("hex") === file?.sha256);
      return unpacked(file?.name ?? "", found ?? Buffer.alloc(0));
    },
    archive: (room) =>
      parley.chat.waitFor(() => parley.chat.posted.find((message) => message.room === room && message.file !== undefined), { timeoutMs: waitMs }),
    [Symbol.asyncDispose]: async () => {
      await parley[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
      vi.unstubAllEnvs();
    },
  };
}

/** The sections of a configuration that deliveries need; `settings` are lines below `code_delivery:`. */
export function workshopYaml(model: ModelServer, settings: string, modelKeys = ""): string {
  return `
model: { provider: openai-compatible, name: scripted, base_url: "${model.url}/v1", api_key: "sk-test-key-of-this-installation", ${modelKeys} }
code_delivery:
${/^ {2}docker_image:/m.test(settings) ? "" : `  docker_image: ${testImage}\n`}${/^ {2}packages:/m.test(settings) ? "" : "  packages: []\n"}  memory_mb: 256
  disk_mb: 64
  pids: 64
${settings}`;
}

/** The files of an archive by name, unpacked by the tools that people have. */
async function unpacked(name: string, content: Buffer): Promise<ReadonlyMap<string, string>> {
  const dir = await mkdtemp(join(tmpdir(), "parley-unpacked-"));
  try {
    const file = join(dir, "archive");
    await writeFile(file, content);
    const list = name.endsWith(".zip") ? ["busybox", ["unzip", "-q", file, "-d", join(dir, "out")]] : ["tar", ["-xzf", file, "-C", dir, "--one-top-level=out"]];
    execFileSync(list[0] as string, list[1] as string[]);
    const out = join(dir, "out");
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(files.map((entry) => [join(entry.parentPath, entry.name).slice(out.length + 1), readFileSync(join(entry.parentPath, entry.name), "utf8")]));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

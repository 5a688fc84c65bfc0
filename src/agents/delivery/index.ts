import { z } from "zod";
import { choice, duration, enabled, flag, integer, path, text, type SettingsPart } from "#lib/settings";

import type { DeliverySettings } from "./delivery-settings.ts";
import { workerClis } from "./worker/cli-commands.ts";

const packageName = /^[a-z0-9][a-z0-9.+-]*$/;
const containerPart = /^[a-zA-Z0-9_.-]*$/;

export const codeDeliveryPart: SettingsPart = {
  schema: z.strictObject({
    enabled: enabled("Whether deliveries can be asked for."),
    task_root: path("Where the tasks' folders are, below workspace unless it is absolute.").default("data/code_delivery"),
    docker_image: text("The image that tasks run in.").default("ubuntu:24.04"),
    container_name_prefix: z
      .string()
      .regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/, "must begin with a letter or digit; then also _ . -")
      .default("code_delivery_")
      .meta({ description: "How container names begin." }),
    container_name_suffix: z
      .string()
      .regex(containerPart, "may hold letters, digits, _ . -")
      .default("_runner")
      .meta({ description: "How container names end." }),
    default_command_timeout_seconds: integer("How long a command may run unless it says otherwise.", 0, 86_400).default(600),
    max_command_output_chars: integer("How much of a command's output the agent sees.", 100, 10_000_000).default(20_000),
    default_archive_format: choice("How the result is packed.", ["zip", "tar.gz"]).default("zip"),
    max_archive_size_mb: integer("The largest archive that is sent.", 1, 10_000).default(200),
    cleanup_on_finish: flag("Whether a task's folder and container are removed when it ends.").default(true),
    cleanup_on_start: flag("Whether leftovers of tasks that are not alive are removed at start.").default(true),
    llm_max_retries_per_request: integer("Attempts in all for one model request.", 1, 20).default(5),
    notify_on_llm_failure: flag("Whether the task's chat is told when the model cannot be reached.").default(true),
    packages: z
      .array(z.string().regex(packageName, "must be the name of a Debian package"))
      .default(["git", "curl", "ca-certificates", "zip", "unzip", "tar"])
      .meta({ description: "What is installed in the container when it is prepared." }),
    sandbox: choice("Where a task's commands run.", ["docker", "bwrap"]).default("docker"),
    worker: choice("Who does the work: Parley's own agent, or a coding CLI that the image has (its key under cli_adapters.CLI.env).", [
      "steward",
      ...workerClis,
    ]).default("steward"),
    network: flag("Whether a task's commands can reach the network.").default(true),
    memory_mb: integer("Memory of a task.", 64, 1_000_000).default(2_048),
    cpus: z.number().min(0.1).max(256).default(2).meta({ description: "Processors of a task." }),
    pids: integer("Processes of a task.", 16, 100_000).default(512),
    disk_mb: integer("What a task's folders may hold.", 10, 1_000_000).default(4_096),
    task_timeout: duration("How long a task may take.", "2h"),
    max_steps: integer("How many model requests a task may make.", 1, 10_000).default(200),
  }),
};

const settings = z.looseObject({
  enabled: z.boolean(),
  task_root: z.string(),
  docker_image: z.string(),
  container_name_prefix: z.string(),
  container_name_suffix: z.string(),
  default_command_timeout_seconds: z.number(),
  max_command_output_chars: z.number(),
  default_archive_format: z.enum(["zip", "tar.gz"]),
  max_archive_size_mb: z.number(),
  cleanup_on_finish: z.boolean(),
  cleanup_on_start: z.boolean(),
  llm_max_retries_per_request: z.number(),
  notify_on_llm_failure: z.boolean(),
  packages: z.array(z.string()),
  sandbox: z.enum(["docker", "bwrap"]),
  worker: z.enum(["steward", ...workerClis]),
  network: z.boolean(),
  memory_mb: z.number(),
  cpus: z.number(),
  pids: z.number(),
  disk_mb: z.number(),
  task_timeout: z.number(),
  max_steps: z.number(),
});

const megabyte = 1024 * 1024;

/** The section as the configuration has checked it. */
export function deliverySettingsOf(section: Readonly<Record<string, unknown>>): DeliverySettings {
  const read = settings.parse(section);
  return {
    enabled: read.enabled,
    taskRoot: read.task_root,
    image: read.docker_image,
    prefix: read.container_name_prefix,
    suffix: read.container_name_suffix,
    commandTimeoutMs: read.default_command_timeout_seconds * 1_000,
    outputChars: read.max_command_output_chars,
    archiveFormat: read.default_archive_format,
    archiveBytes: read.max_archive_size_mb * megabyte,
    cleansAtEnd: read.cleanup_on_finish,
    cleansAtStart: read.cleanup_on_start,
    modelAttempts: read.llm_max_retries_per_request,
    tellsModelFailure: read.notify_on_llm_failure,
    packages: read.packages,
    sandbox: read.sandbox,
    worker: read.worker,
    network: read.network,
    limits: { memoryBytes: read.memory_mb * megabyte, cpus: read.cpus, processes: read.pids, diskBytes: read.disk_mb * megabyte },
    taskTimeoutMs: read.task_timeout,
    maxSteps: read.max_steps,
  };
}

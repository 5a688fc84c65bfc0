import { z } from "zod";
import { choice, enabled, flag, integer, path, text, type SettingsPart } from "#lib/settings";

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
  }),
};

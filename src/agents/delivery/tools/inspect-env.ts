import { z } from "zod";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { inContainer } from "./in-container.ts";

const programs = [
  "bash",
  "git",
  "python3",
  "pip3",
  "node",
  "npm",
  "go",
  "rustc",
  "cargo",
  "java",
  "gcc",
  "g++",
  "make",
  "cmake",
  "php",
  "ruby",
  "curl",
  "zip",
  "tar",
  "sqlite3",
];
const script = `(. /etc/os-release 2>/dev/null; echo "system: \${PRETTY_NAME:-unknown}"); echo "user: $(id -u)"
for p in ${programs.join(" ")}; do command -v $p >/dev/null 2>&1 || continue; echo "$p: $( ($p --version || $p version) 2>/dev/null </dev/null | head -n 1 | cut -c 1-100)"; done`;

export function inspectEnvTool(task: TaskContext): AgentTool {
  return agentTool({
    name: "inspect_env",
    description: "Shows the container's system, the programs it has and their versions, and the task's limits.",
    input: z.object({}),
    run: async (_args, { signal }) => {
      const { stdout } = await inContainer(task, script, { signal, directory: "/tmpfs" });
      const { limits, network } = task.settings;
      const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
      const bounds = `limits: ${megabytes(limits.memoryBytes)} MB memory, ${limits.cpus} CPUs, ${limits.processes} processes, ${megabytes(limits.diskBytes)} MB disk`;
      return { text: `${stdout}${bounds}, network ${network ? "open" : "closed"}` };
    },
  });
}

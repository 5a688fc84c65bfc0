import { posix } from "node:path";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { inContainer, succeeded } from "./in-container.ts";

const script = `set -e; mkdir -p "$(dirname "$TO")"
if command -v curl >/dev/null; then curl -fsSL --proto =http,https --max-filesize 1073741824 -o "$TO" -- "$URL"; else wget -q -O "$TO" "$URL"; fi
wc -c < "$TO"`;

export function downloadToWorkspaceTool(task: TaskContext): AgentTool {
  return agentTool({
    name: "download_to_workspace",
    description: "Downloads an http or https address to a file of the workspace, from inside the container.",
    input: z.object({ url: z.url({ protocol: /^https?$/ }), path: z.string().min(1), timeout_seconds: z.int().min(1).max(3_600).optional() }),
    run: async ({ url, path, timeout_seconds: seconds = 300 }, { signal }) => {
      const to = posix.resolve("/workspace", path);
      if (!to.startsWith("/workspace/")) throw new ParleyError("NotAllowed", "path must be below /workspace.");
      await task.record({ did: "download", url, path: to });
      const end = await inContainer(task, script, { env: { URL: url, TO: to }, timeoutMs: seconds * 1_000, signal });
      return { text: JSON.stringify({ path: to, bytes: Number(succeeded(end, "The download").trim()) }) };
    },
  });
}

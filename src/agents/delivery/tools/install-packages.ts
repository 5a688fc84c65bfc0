import { z } from "zod";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";

export function installPackagesTool({ sandbox, record }: TaskContext): AgentTool {
  return agentTool({
    name: "install_packages",
    description: "Adds Debian packages to the container. It is started anew: files stay, background commands end.",
    input: z.object({
      packages: z
        .array(z.string().regex(/^[a-z0-9][a-z0-9.+-]*$/))
        .min(1)
        .max(50),
    }),
    run: async ({ packages }, { signal }) => {
      await record({ did: "install packages", packages });
      await sandbox.install(packages, signal);
      return { text: JSON.stringify({ installed: packages }) };
    },
  });
}

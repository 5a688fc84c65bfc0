import type { McpServer } from "#commands/session-tools/mcp";
import type { Config, McpServerConfig } from "#config/config";
import { defined } from "#lib/defined";
import type { Clock } from "#lib/time/clock";
import { findCommand } from "#wire/find-command";
import type { ServerPlace } from "#wire/mcp/connect-server";
import { version } from "./version.ts";

/** `model.mcp_servers`. The client is loaded when a session first uses a server. */
export function mcpServers(
  { model, workspace }: Pick<Config, "model" | "workspace">,
  clock: Clock,
  environment: Readonly<Record<string, string>>,
): readonly McpServer[] {
  return (model?.mcpServers ?? []).map((server) => ({
    name: server.name,
    allow: server.allow,
    open: async (session, ending) => {
      const { connectServer } = await import("#wire/mcp/connect-server");
      return connectServer(await placeOf(server, session, workspace, environment), version, clock, ending);
    },
  }));
}

async function placeOf(
  { name, command = [], env, url, token }: McpServerConfig,
  session: string,
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<ServerPlace> {
  if (url !== undefined) return { kind: "address", url, ...defined({ token: token?.reveal() }) };
  const [program = "", ...args] = command;
  const given = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, value.reveal()]));
  const found = await findCommand(program, cwd, given["PATH"] ?? environment["PATH"]);
  if ("why" in found) throw new Error(found.why.replaceAll("invoke_command", "model.mcp_servers"));
  const mark = `${session}-${name}`;
  const all = { ...environment, ...given, PARLEY_MCP: mark };
  return { kind: "program", program: { argv: [found.path, ...args], env: all, cwd, mark: `PARLEY_MCP=${mark}` } };
}

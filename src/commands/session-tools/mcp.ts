import { z } from "zod";
import { CommandFault, type CommandContext } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { SessionTool } from "#domain/session-tool";
import { say } from "#lib/words/words";
import type { McpConnection } from "#wire/mcp/connect-server";
import { askingMs, done, sessionOf, sessionTool } from "./session-tool.ts";
import { sessionToolTexts } from "./texts.ts";

/** An MCP server of the operator's choice. */
export interface McpServer {
  readonly name: string;
  /** Tools that run without asking anybody. */
  readonly allow: readonly string[];
  open(session: string, ending: AbortSignal): Promise<McpConnection>;
}

/** None without servers. A session connects when it first uses one, and the connection ends with the session. */
export function mcpTools(servers: readonly McpServer[]): readonly SessionTool[] {
  if (servers.length === 0) return [];
  const names = servers.map(({ name }) => name).join(", ");

  const connectionTo = async (ctx: CommandContext, named: string): Promise<{ readonly server: McpServer; readonly connection: McpConnection }> => {
    const server = servers.find(({ name }) => name === named);
    if (server === undefined) throw new ParleyError("NotFound", `There is no MCP server ${named.slice(0, 60)}. Servers: ${names}.`);
    try {
      return { server, connection: await ctx.own(`mcp ${named}`, (ending) => server.open(String(ctx.holder), ending)) };
    } catch (cause) {
      throw failed(named, cause);
    }
  };

  /** The next use connects again: a server that failed may be gone. */
  const using = async <T>(ctx: CommandContext, named: string, work: (connection: McpConnection, server: McpServer) => Promise<T>): Promise<T> => {
    const { server, connection } = await connectionTo(ctx, named);
    try {
      return await work(connection, server);
    } catch (cause) {
      if (cause instanceof ParleyError || cause instanceof CommandFault || ctx.signal.aborted) throw cause;
      await ctx.disown(`mcp ${named}`);
      throw failed(named, cause);
    }
  };

  const list = sessionTool({
    name: "mcp_tools",
    description: `Lists the tools of an MCP server with their arguments. Servers: ${names}.`,
    needs: ["network"],
    input: z.object({ server: z.string().min(1).max(60) }),
    run: ({ server: named }, ctx) =>
      using(ctx, named, async (connection) => {
        const tools = await connection.tools(ctx.signal);
        return done(JSON.stringify(tools.map(({ name, description, schema }) => ({ name, description, arguments: schema }))), {
          server: named,
          tools: tools.length,
        });
      }),
  });

  const call = sessionTool({
    name: "mcp_call",
    description: "Calls a tool of an MCP server; see mcp_tools. A person is asked first unless the operator has allowed the tool.",
    needs: ["network"],
    limits: { timeMs: askingMs },
    input: z.object({
      server: z.string().min(1).max(60),
      tool: z.string().min(1).max(200),
      arguments: z.record(z.string(), z.json()).optional().describe("As mcp_tools describes them."),
    }),
    run: ({ server: named, tool, arguments: args = {} }, ctx) =>
      using(ctx, named, async (connection, server) => {
        if (!server.allow.includes(tool)) await approve(ctx, named, tool, JSON.stringify(args));
        const { isError, text } = await connection.call(tool, args, ctx.signal);
        return { ...done(text, { server: named, tool }), exitCode: isError ? 1 : 0 };
      }),
  });
  return [list, call];
}

async function approve(ctx: CommandContext, server: string, tool: string, args: string): Promise<void> {
  const prompt = say(ctx.language, sessionToolTexts.askServerTool, { session: sessionOf(ctx).name, server, tool });
  if (!(await ctx.approve({ key: `mcp ${ctx.run}`, prompt, argv: ["mcp_call", server, tool, args], needs: ["run.risky"] })))
    throw new ParleyError("NotAllowed", say(ctx.language, sessionToolTexts.denied));
}

function failed(server: string, cause: unknown): CommandFault {
  return new CommandFault(
    "McpServerFailed",
    `The MCP server ${server} failed: ${cause instanceof Error ? cause.message.slice(0, 500) : String(cause)}`,
    {},
    cause,
  );
}

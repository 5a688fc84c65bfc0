import { randomBytes } from "node:crypto";
import { say } from "#lib/words/words";
import { failure, type ToolResult } from "./result.ts";
import type { InputSchema, Tool, CalledTool } from "./tool.ts";
import { agentTools } from "./tools/agents.ts";
import { busTools } from "./tools/bus.ts";
import { deliveryTools } from "./tools/delivery.ts";
import { inviteTools } from "./tools/invite.ts";
import { markingTools } from "./tools/marking.ts";
import { postingTools } from "./tools/posting.ts";
import { questionTools } from "./tools/questions.ts";
import { createReadingTools } from "./tools/reading.ts";
import { sessionTools } from "./tools/sessions.ts";
import { terminalTools } from "./tools/terminal.ts";
import { templateTools } from "./tools/templates.ts";
import { threadLifeTools } from "./tools/thread-life.ts";
import { threadTools } from "./tools/threads.ts";
import { commonTexts } from "#lib/words/common";

/** Every tool there is, one table for every transport. */
const createTools = (): readonly Tool[] => [
  ...busTools,
  ...threadTools,
  ...threadLifeTools,
  ...postingTools,
  ...createReadingTools(),
  ...markingTools,
  ...agentTools,
  ...templateTools,
  ...inviteTools,
  ...questionTools,
  ...sessionTools,
  ...deliveryTools,
  ...terminalTools,
];

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
}

export interface ToolTable {
  list(): readonly ListedTool[];
  run(name: string, args: unknown, call: CalledTool): Promise<ToolResult>;
}

export function createToolTable(): ToolTable {
  const tools = createTools();
  const byName = new Map(tools.map((one) => [one.name, one]));
  let listed: readonly ListedTool[] | undefined;
  return {
    list: () => (listed ??= tools.map((one) => ({ name: one.name, description: one.description, inputSchema: one.schema() }))),
    run: async (name, args, call) => {
      const found = byName.get(name);
      if (found === undefined) return failure({ error: `Unknown tool: ${name}` });
      try {
        return await found.run(call, args);
      } catch (cause) {
        const ref = randomBytes(4).toString("hex");
        call.deps.log.error({ cause, ref, tool: name }, "a tool call failed");
        return failure({ error: "Internal", detail: say(call.deps.language, commonTexts.internal, { ref }) });
      }
    },
  };
}

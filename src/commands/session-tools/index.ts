import type { SessionTool, SessionToolVerbs } from "#domain/session-tool";
import { agentInviteTool } from "./agent-invite.ts";
import { codeDeliveryTool } from "./code-delivery.ts";
import { editTool } from "./edit.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { listTool } from "./list.ts";
import { mcpTools, type McpServer } from "./mcp.ts";
import { mkdirTool } from "./mkdir.ts";
import { readTool } from "./read.ts";
import { sendFileTool } from "./send-file.ts";
import { sessionPromptTool } from "./session-prompt.ts";
import { webFetchTool, type WebAccess } from "./web-fetch.ts";
import { writeTool } from "./write.ts";

/** What the operator's configuration adds to the tools. */
export interface MoreTools {
  readonly servers?: readonly McpServer[];
  /** Undefined: pages cannot be fetched. */
  readonly web?: WebAccess | undefined;
}

/** What the built-in agent can do besides the terminal. */
export function sessionTools(hub: SessionToolVerbs, { servers = [], web }: MoreTools = {}): readonly SessionTool[] {
  return [
    readTool(),
    writeTool(),
    editTool(),
    listTool(),
    mkdirTool(),
    grepTool(),
    globTool(),
    sendFileTool(hub),
    sessionPromptTool(hub),
    codeDeliveryTool(hub),
    agentInviteTool(hub),
    ...mcpTools(servers),
    ...(web === undefined ? [] : [webFetchTool(web)]),
  ];
}

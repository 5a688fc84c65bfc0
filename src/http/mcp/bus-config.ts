import type { ToolBody } from "./result.ts";
import type { CalledTool } from "./tool.ts";

/** What bus_get_config and the resource chat://bus/config tell. */
export function busConfig({ deps, base }: Pick<CalledTool, "deps" | "base">): ToolBody {
  const isChinese = deps.language === "zh-CN";
  return {
    preferred_language: isChinese ? "Chinese" : "English",
    language_source: "config",
    language_note: isChinese
      ? "Write in Chinese unless somebody writes to you in another language."
      : "Write in English unless somebody writes to you in another language.",
    // Agents of the bus may compare it: it names the protocol, `server` the program.
    bus_name: "AgentChatBus",
    server: "parley",
    version: deps.version,
    endpoint: base,
    auth_requirements: {
      mcp_thread_create: "A bearer token. agent_id and token may be left out; if they are given they must be the bearer's own.",
      rest_thread_create: "Authorization: Bearer TOKEN",
    },
    recommended_workflow: {
      join_or_create_thread: "bus_connect with thread_name (or thread_id), then msg_wait and msg_post in turn.",
    },
  };
}

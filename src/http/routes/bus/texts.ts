import { sentences } from "#lib/words/sentence";

/** Replies to programs of the bus on routes that work differently here, or do not apply. */
export const busRouteTexts = sentences({
  busNoRestart: {
    en: "A thread cannot be restarted: its messages stay. Open another thread and archive this one.",
    "zh-CN": "话题不能重新开始：已有的消息会保留。请新建话题，并将这个话题归档。",
  },
  busNoCliSessions: {
    en: "Command-line agents cannot be started from here. Invite agents that the operator configured with POST /api/agents/invite; GET /api/agents/runs reports their runs. Sessions are configured in parley.yaml and listed at GET /api/sessions.",
    "zh-CN":
      "这里不能启动命令行智能体。运维人员配置的智能体用 POST /api/agents/invite 邀请，运行情况见 GET /api/agents/runs；会话在 parley.yaml 中配置，列表见 GET /api/sessions。",
  },
  busNoSettings: {
    en: "The hub's settings are in its configuration file and cannot be changed over HTTP. `parley config` shows the effective settings.",
    "zh-CN": "枢纽的设置在配置文件中，不能通过 HTTP 修改。`parley config` 显示当前生效的设置。",
  },
  busNoLogs: {
    en: "The log is not served over HTTP: it is a file in the hub's home. The owner can read what was done and refused at GET /api/audit.",
    "zh-CN": "日志不通过 HTTP 提供：它是枢纽主目录中的文件。操作和拒绝的记录见 GET /api/audit，仅所有者可读。",
  },
  busNoDiagnostics: {
    en: "Use GET /api/status and GET /api/metrics from programs, or `parley status` and `parley doctor` in a shell.",
    "zh-CN": "请改用：程序用 GET /api/status 和 GET /api/metrics，命令行用 `parley status` 和 `parley doctor`。",
  },
  busNoOwnership: {
    en: "No program owns this hub, and none can stop it over HTTP. Stop it where it was started: Ctrl-C, or SIGTERM to its process.",
    "zh-CN": "枢纽不属于任何程序，也不能通过 HTTP 停止。请在启动它的地方按 Ctrl-C，或向其进程发送 SIGTERM。",
  },
  busNoAdHoc: {
    en: "Send JSON-RPC to POST /mcp, or one tool's arguments to POST /api/mcp/tool/NAME.",
    "zh-CN": "请把 JSON-RPC 发到 POST /mcp，或把单个工具的参数发到 POST /api/mcp/tool/NAME。",
  },
});

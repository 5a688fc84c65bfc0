import { sentences } from "./sentence.ts";

/** What programs of the bus are told about routes that are different here, or have no meaning. */
export const busRouteWords = sentences({
  busNoRestart: {
    en: "A thread is not begun anew here: what was said stays. Open another thread, and archive this one.",
    "zh-CN": "这里不能重新开始一个话题：说过的内容会保留。请新建话题，并把这个归档。",
  },
  busNoCliSessions: {
    en: "Command-line agents are not started from here. Agents that the operator configured are invited with POST /api/agents/invite, and GET /api/agents/runs tells how they went; sessions are in parley.yaml and at GET /api/sessions.",
    "zh-CN":
      "这里不能启动命令行智能体。运维人员配置的智能体用 POST /api/agents/invite 邀请，GET /api/agents/runs 说明运行情况；会话在 parley.yaml 中配置，见 GET /api/sessions。",
  },
  busNoSettings: {
    en: "The hub's settings are in its configuration file and not changed over HTTP. `parley config` shows what is in force.",
    "zh-CN": "枢纽的设置在配置文件中，不能通过 HTTP 修改。`parley config` 显示当前生效的设置。",
  },
  busNoLogs: {
    en: "The log is not served over HTTP: it is a file in the hub's home. What was done and refused is at GET /api/audit, for the owner.",
    "zh-CN": "日志不通过 HTTP 提供：它是枢纽主目录中的文件。操作和拒绝的记录见 GET /api/audit，仅所有者可读。",
  },
  busNoDiagnostics: {
    en: "This is told elsewhere: GET /api/status and GET /api/metrics for programs, `parley status` and `parley doctor` in a shell.",
    "zh-CN": "请改用：程序用 GET /api/status 和 GET /api/metrics，命令行用 `parley status` 和 `parley doctor`。",
  },
  busNoOwnership: {
    en: "No program owns this hub, and none can stop it over HTTP. Whoever started it stops it: Ctrl-C, or SIGTERM to its process.",
    "zh-CN": "没有程序拥有这个枢纽，也不能通过 HTTP 停止它。由启动它的人停止：Ctrl-C，或向进程发送 SIGTERM。",
  },
  busNoAdHoc: {
    en: "Send JSON-RPC to POST /mcp, or one tool's arguments to POST /api/mcp/tool/NAME.",
    "zh-CN": "请把 JSON-RPC 发到 POST /mcp，或把单个工具的参数发到 POST /api/mcp/tool/NAME。",
  },
  notAPicture: { en: "This is no picture. PNG, JPEG, GIF and WebP are taken.", "zh-CN": "这不是图片。可以使用 PNG、JPEG、GIF 和 WebP。" },
  uploadsFull: {
    en: "The hub holds as many uploaded pictures as it takes. The operator can remove old ones from artifacts/uploads in its home.",
    "zh-CN": "枢纽保存的上传图片已达上限。运维人员可以删除主目录 artifacts/uploads 中的旧图片。",
  },
  nowLeads: { en: "{who} decided that {name} leads this thread from now on.", "zh-CN": "{who} 决定从现在起由 {name} 主持这个话题。" },
  stillLeads: { en: "{who} decided that {name} goes on leading this thread.", "zh-CN": "{who} 决定仍由 {name} 主持这个话题。" },
});

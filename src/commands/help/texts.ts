import { sentences } from "#lib/words/sentence";

export const helpTexts = sentences({
  helpIntro: { en: "Commands start with `{prefix}`:", "zh-CN": "命令以 `{prefix}` 开头：" },
  helpRest: {
    en: "Everything else goes to the session as you typed it, `/help` included.",
    "zh-CN": "其他内容都会原样发给会话，包括 `/help`。",
  },
  summaryHelp: { en: "explains the commands", "zh-CN": "显示命令帮助" },
  touchesNothing: { en: "accesses nothing", "zh-CN": "不访问任何资源" },
  touches: { en: "may access: {what}", "zh-CN": "可访问：{what}" },
  touchesAnd: { en: ", ", "zh-CN": "、" },
  touchesRead: { en: "files (reads)", "zh-CN": "文件（读）" },
  touchesWrite: { en: "files (writes)", "zh-CN": "文件（写）" },
  touchesNetwork: { en: "the network", "zh-CN": "网络" },
  touchesRisky: { en: "actions that need approval each time", "zh-CN": "每次都需要批准的操作" },
  summaryTerminalHelp: { en: "list the commands", "zh-CN": "列出所有命令" },
});

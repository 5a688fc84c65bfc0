import { sentences } from "./sentence.ts";

/** Sentences that several features use. */
export const commonTexts = sentences({
  threadUnknown: {
    en: "There is no thread “{thread}” that you may see. `parley threads` lists them with their ids.",
    "zh-CN": "没有你能看到的话题“{thread}”。`parley threads` 列出话题和编号。",
  },
  threadAmbiguous: {
    en: "Several threads are called “{thread}”. Use the id of the one you mean; `parley threads` lists them.",
    "zh-CN": "有多个话题叫“{thread}”。请使用其中一个的编号；`parley threads` 列出话题。",
  },
  notFound: { en: "There is no {what} here that you may see.", "zh-CN": "这里没有你能看到的 {what}。" },
  tooLarge: { en: "This has {size}; the limit is {max}. Send less, or send it as a file.", "zh-CN": "大小为 {size}，上限是 {max}。请减少内容，或以文件发送。" },
  overLimit: { en: "This is larger than the limit of {max}. Send less, or send it as a file.", "zh-CN": "超过了 {max} 的上限。请减少内容，或以文件发送。" },
  internal: {
    en: "Internal error; see {ref} in the hub's log. Nothing was accepted.",
    "zh-CN": "枢纽内部出错，日志中的编号是 {ref}。没有接受任何内容。",
  },
  accountLinked: { en: "The account {account} is now linked to {name}.", "zh-CN": "账号 {account} 已关联到 {name}。" },
  accountLinkedBefore: {
    en: "The account {account} already belongs to {name}. Send the code from your account on the other platform.",
    "zh-CN": "账号 {account} 已经属于 {name}。请用你在另一个平台的账号发送代码。",
  },
  placePage: { en: "the page", "zh-CN": "页面" },
  placeNotification: { en: "a notification", "zh-CN": "通知" },
  placeApi: { en: "the API", "zh-CN": "API" },
  placeMcp: { en: "MCP", "zh-CN": "MCP" },
  placeShell: { en: "a shell", "zh-CN": "命令行" },
  placePageOrApi: { en: "the page or the API", "zh-CN": "页面或 API" },
  placeBus: { en: "MCP or the API", "zh-CN": "MCP 或 API" },
  placeDesk: { en: "the terminal", "zh-CN": "终端" },
  placeHub: { en: "the hub", "zh-CN": "枢纽" },
  platformTelegram: { en: "Telegram", "zh-CN": "Telegram" },
  platformDiscord: { en: "Discord", "zh-CN": "Discord" },
  platformFeishu: { en: "Feishu", "zh-CN": "飞书" },
  platformOnebot: { en: "QQ", "zh-CN": "QQ" },
  platformIrc: { en: "IRC", "zh-CN": "IRC" },
  spanMinutes: { en: "{n} min", "zh-CN": "{n} 分钟" },
  spanHours: { en: "{n} h", "zh-CN": "{n} 小时" },
  spanDays: { en: "{n} d", "zh-CN": "{n} 天" },
  nameTaken: {
    en: "A session “{name}” already exists. Choose another name, or switch to it with `{prefix}use {name}`.",
    "zh-CN": "会话“{name}”已存在。请换一个名字，或用 `{prefix}use {name}` 切换过去。",
  },
  roleOwner: { en: "owner", "zh-CN": "所有者" },
  roleAdmin: { en: "admin", "zh-CN": "管理员" },
  roleMember: { en: "member", "zh-CN": "成员" },
  roleStranger: { en: "stranger", "zh-CN": "陌生人" },
  stopped: { en: "{session} is being stopped.", "zh-CN": "正在停止 {session}。" },
  sessionMissing: {
    en: "There is no session “{name}”. `{prefix}sessions` lists the sessions, `{prefix}new {name} <cli>` creates one.",
    "zh-CN": "会话“{name}”不存在。使用 `{prefix}sessions` 查看可用会话，或用 `{prefix}new {name} <cli>` 创建。",
  },
});

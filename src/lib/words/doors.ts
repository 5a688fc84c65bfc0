import { sentences } from "./sentence.ts";

/** What programs and people meet at the doors, besides who may come in. */
export const doorWords = sentences({
  notFound: { en: "There is no {what} here that you may see.", "zh-CN": "这里没有你能看到的 {what}。" },
  badRequest: { en: "The request is not understood: {reason}.", "zh-CN": "无法理解这个请求：{reason}。" },
  tooLarge: { en: "This has {size}; the limit is {max}. Send less, or send it as a file.", "zh-CN": "大小为 {size}，上限是 {max}。请减少内容，或以文件发送。" },
  notText: { en: "The text is not valid UTF-8. Send it as UTF-8.", "zh-CN": "文本不是有效的 UTF-8。请以 UTF-8 发送。" },
  emptyMessage: { en: "The message has no text. Write something, then send it.", "zh-CN": "消息没有内容。请写点什么再发送。" },
  notSupported: { en: "{what} is not possible in this version or on this machine: {reason}.", "zh-CN": "{what} 在这个版本或这台机器上不可用：{reason}。" },
  storeBusy: {
    en: "The hub could not write it down in time, so nothing was accepted. Send it again.",
    "zh-CN": "枢纽没能及时写入，因此没有接受。请重新发送。",
  },
  storeFull: {
    en: "The disk of the hub is full, so nothing was accepted. Free some space, then send it again.",
    "zh-CN": "枢纽的磁盘已满，因此没有接受。请腾出空间后重新发送。",
  },
  storeCorrupt: {
    en: "The hub's database is damaged: {reason}. `parley doctor` says what to do.",
    "zh-CN": "枢纽的数据库已损坏：{reason}。`parley doctor` 会说明如何处理。",
  },
  shuttingDown: {
    en: "The hub is stopping and accepts nothing new. Send it again when it is back.",
    "zh-CN": "枢纽正在停止，不再接受新内容。请在它恢复后重新发送。",
  },
  internal: {
    en: "Something in the hub went wrong; its log has it as {ref}. Nothing was accepted.",
    "zh-CN": "枢纽内部出错，日志中的编号是 {ref}。没有接受任何内容。",
  },
  placePage: { en: "the page", "zh-CN": "页面" },
  placeApi: { en: "the API", "zh-CN": "API" },
  placeMcp: { en: "MCP", "zh-CN": "MCP" },
  placeShell: { en: "a shell", "zh-CN": "命令行" },
  placePageOrApi: { en: "the page or the API", "zh-CN": "页面或 API" },
  placeBus: { en: "MCP or the API", "zh-CN": "MCP 或 API" },
  placeHub: { en: "the hub", "zh-CN": "枢纽" },
  platformTelegram: { en: "Telegram", "zh-CN": "Telegram" },
  platformDiscord: { en: "Discord", "zh-CN": "Discord" },
  platformFeishu: { en: "Feishu", "zh-CN": "飞书" },
  platformOnebot: { en: "QQ", "zh-CN": "QQ" },
  platformIrc: { en: "IRC", "zh-CN": "IRC" },
  optionAllowOnce: { en: "Allow once", "zh-CN": "允许一次" },
  optionAllowSession: { en: "Allow in this session", "zh-CN": "本会话内允许" },
  optionDeny: { en: "Deny", "zh-CN": "拒绝" },
  spanMinutes: { en: "{n} min", "zh-CN": "{n} 分钟" },
  spanHours: { en: "{n} h", "zh-CN": "{n} 小时" },
  spanDays: { en: "{n} d", "zh-CN": "{n} 天" },
});

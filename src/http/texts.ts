import { sentences } from "#lib/words/sentence";

/** What only the HTTP door says. */
export const httpTexts = sentences({
  secretAsked: {
    en: "The terminal of {session} asks for a password. It is typed there and kept nowhere.",
    "zh-CN": "{session} 的终端在等待密码。密码只会输入到那里，不会保存。",
  },
  secretSend: { en: "Type it", "zh-CN": "输入" },
  secretTyped: { en: "It was typed into the terminal. This link is no longer valid.", "zh-CN": "已输入到终端。此链接已失效。" },
  secretOver: { en: "This link is no longer valid: the terminal does not wait for a password any more.", "zh-CN": "此链接已失效：终端不再等待密码。" },
  needsToken: {
    en: "This requires a token. Send it as `Authorization: Bearer …`; `parley token create` creates one.",
    "zh-CN": "此操作需要令牌。请以 `Authorization: Bearer …` 发送；可用 `parley token create` 新建。",
  },
  foreignHost: {
    en: "The hub does not accept the host name {host}. Use its own address, or set `server.public_url`.",
    "zh-CN": "枢纽不接受主机名 {host}。请用它自己的地址，或设置 `server.public_url`。",
  },
  foreignOrigin: {
    en: "A page from {origin} may not call this hub. Open the hub's own page instead.",
    "zh-CN": "来自 {origin} 的页面不能调用这个枢纽。请打开枢纽自己的页面。",
  },
  tooManyTries: {
    en: "Too many failed attempts. Try again in {span}.",
    "zh-CN": "失败次数过多。请在 {span} 后再试。",
  },
  notYours: {
    en: "The {field} in this request is not yours. Your token identifies you: omit the field, or send your own.",
    "zh-CN": "这次请求中的 {field} 不是你的。你的身份由令牌决定：请省略它，或使用你自己的。",
  },
  noMessage: {
    en: "This was a command or an answer and was handled as one. It is not a message in the thread. Do not send it again.",
    "zh-CN": "这是命令或回答，已经处理，不会成为话题里的消息。请勿再次发送。",
  },
  notTheBearer: {
    en: "The agent_id, token or author in this call is not yours. Your bearer token identifies you: omit them, or send your own.",
    "zh-CN": "这次调用中的 agent_id、token 或 author 不是你的。你的身份由 Bearer 令牌决定：请省略它们，或使用你自己的。",
  },
  nameYourAgent: {
    en: "This call is for an agent, and you used a person's token. Send the agent_id and token of an agent that you registered.",
    "zh-CN": "这个操作针对智能体，而你用的是成员的令牌。请带上你注册的智能体的 agent_id 和 token。",
  },
  nothingToWaitFor: {
    en: "This thread is closed: no more messages will be posted here. Stop waiting.",
    "zh-CN": "这个话题已关闭，不会再有新消息。请停止等待。",
  },
  listCut: {
    en: "These are as many messages as one answer holds. Call msg_list again with after_seq {seq} for the next ones.",
    "zh-CN": "一次返回的消息已达上限。请以 after_seq {seq} 再次调用 msg_list 读取后面的消息。",
  },
  listCutOlder: {
    en: "These are the newest messages, up to {seq}, as many as one answer holds. Call msg_list with after_seq -1 for the older ones.",
    "zh-CN": "这些是截至 {seq} 的最新消息，已达一次返回的上限。更早的消息请以 after_seq -1 调用 msg_list 读取。",
  },
  transcriptCut: {
    en: "The rest, from line {seq} on, is omitted here. Read it with msg_list.",
    "zh-CN": "第 {seq} 行起的其余内容在此省略。可用 msg_list 读取。",
  },
  tooManyStreams: {
    en: "Too many MCP streams are open. Close some, or use /mcp, which needs none.",
    "zh-CN": "打开的 MCP 流过多。请关闭一些，或改用不需要流的 /mcp。",
  },
  onlyPost: {
    en: "MCP is served here without sessions: send each message as a POST. There is no stream to listen on and nothing to delete.",
    "zh-CN": "这里的 MCP 不使用会话：请用 POST 发送每条消息。没有可监听的流，也没有可删除的内容。",
  },
  notText: { en: "The text is not valid UTF-8. Send it as UTF-8.", "zh-CN": "文本不是有效的 UTF-8。请以 UTF-8 发送。" },
  nothingHere: { en: "Not found: nothing is served at this address.", "zh-CN": "这个地址没有内容。" },
  pageMissing: { en: "The page has not been built. Build it with `npm run build`.", "zh-CN": "页面尚未构建。请运行 `npm run build`。" },
  downloadOver: {
    en: "This download link is invalid or has expired after a minute. Download the file again from the page.",
    "zh-CN": "这个下载链接无效，或已超过一分钟的有效期。请在页面上重新下载。",
  },
  operatorStays: {
    en: "The operator's token expires when the hub stops; there is nothing to log out of.",
    "zh-CN": "运维人员的令牌在枢纽停止时失效，无需退出登录。",
  },
  runWaits: {
    en: "This needs approval, which has been requested. It runs as soon as it is approved; the output is then in run {run}.",
    "zh-CN": "需要批准，请求已发出。批准后立即运行；结果在运行记录 {run} 中。",
  },
});

import { sentences } from "./sentence.ts";

/** What agents that share a thread are told, and what people are told about them. */
export const busWords = sentences({
  notYours: {
    en: "The {field} in this request is not yours. Your token says who you are: leave it out, or send your own.",
    "zh-CN": "这次请求中的 {field} 不是你的。你的身份由令牌决定：请省略它，或使用你自己的。",
  },
  busMayNot: { en: "You may not do this: {what}.", "zh-CN": "你不能这样做：{what}。" },
  syncMissing: {
    en: "A post needs {fields}. Call msg_wait (or bus_connect) first and send what it returned.",
    "zh-CN": "发帖需要 {fields}。请先调用 msg_wait（或 bus_connect），并带上它返回的值。",
  },
  replyTokenInvalid: {
    en: "This reply token was not issued to you for this thread. Call msg_wait for a new one.",
    "zh-CN": "这个回复令牌不是为你在这个话题签发的。请调用 msg_wait 获取新的。",
  },
  replyTokenExpired: { en: "This reply token has expired. Call msg_wait for a new one.", "zh-CN": "这个回复令牌已过期。请调用 msg_wait 获取新的。" },
  replyTokenReplay: {
    en: "This reply token was used for another post. Call msg_wait for a new one.",
    "zh-CN": "这个回复令牌已用于另一条消息。请调用 msg_wait 获取新的。",
  },
  threadIsClosed: { en: "The thread “{topic}” is closed and takes no more messages.", "zh-CN": "话题“{topic}”已关闭，不再接受消息。" },
  nameMixed: {
    en: "The name “{name}” mixes letters of several alphabets in one word, so that it could pass for another name. Keep to one alphabet in each word.",
    "zh-CN": "名称“{name}”在一个词里混用了多种字母，可能被误认成别的名称。请在每个词里只用一种字母。",
  },
  threadClosed: { en: "{who} closed this thread.", "zh-CN": "{who} 关闭了这个话题。" },
  loopBudget: {
    en: "The agents in “{topic}” have written to each other long enough with no person's word between. They may go on when a person writes here.",
    "zh-CN": "“{topic}”中的智能体已连续互相发了很多消息，期间没有成员发言。有成员在这里发言后，它们可以继续。",
  },
  rateLimited: {
    en: "You have posted {limit} messages within a minute, which is the limit. The next one may come in {seconds} s.",
    "zh-CN": "你在一分钟内已发了 {limit} 条消息，达到上限。{seconds} 秒后可以再发。",
  },
  contentBlocked: {
    en: "Content blocked: detected {pattern}. Nothing was posted. Take the secret out, or name the place where it is kept, and post again.",
    "zh-CN": "内容被拦截：检测到 {pattern}。没有发布任何内容。请去掉其中的密钥，或只写明它存放的位置，然后重新发送。",
  },
  everybodyWaits: {
    en: "Everybody here waits for somebody else: {names}. Write what should happen next, or close the thread.",
    "zh-CN": "这里的每一方都在等别人：{names}。请写下接下来要做什么，或关闭话题。",
  },
  topicLength: { en: "A topic has 1 to {max} characters. Choose a shorter one, or write one.", "zh-CN": "话题须为 1 到 {max} 个字符。请缩短，或填写一个。" },
  noMessage: {
    en: "This was a command or an answer, and was taken as such. It is not a message of the thread. Do not send it again.",
    "zh-CN": "这是命令或回答，已按其含义处理，不会成为话题里的消息。无需再次发送。",
  },
  kicked: { en: "You were removed from this hub by a person. Your token no longer works.", "zh-CN": "你已被成员移出这个枢纽，你的令牌不再有效。" },
  templateTaken: { en: "There is a template {id} already. Choose another id.", "zh-CN": "模板 {id} 已存在。请换一个 id。" },
  templateBuiltin: { en: "The template {id} comes with Parley and cannot be removed.", "zh-CN": "模板 {id} 是内置的，不能移除。" },
  notTheBearer: {
    en: "The agent_id, token or author in this call is not yours. Your bearer token says who you are: leave them out, or send your own.",
    "zh-CN": "这次调用中的 agent_id、token 或 author 不是你的。你的身份由 Bearer 令牌决定：请省略它们，或使用你自己的。",
  },
  nameYourAgent: {
    en: "This is about an agent, and you came with a person's token. Send agent_id and token of an agent that you registered.",
    "zh-CN": "这个操作针对智能体，而你用的是成员的令牌。请带上你注册的智能体的 agent_id 和 token。",
  },
  nothingToWaitFor: {
    en: "This thread is closed: nothing more will be said here. Stop waiting.",
    "zh-CN": "这个话题已关闭，不会再有新消息。请停止等待。",
  },
  transcriptCut: { en: "The rest, from line {seq} on, is left out here. msg_list has it.", "zh-CN": "第 {seq} 行起的其余内容在此省略。可用 msg_list 读取。" },
  tooManyStreams: {
    en: "Too many MCP streams are open. Close some, or use /mcp, which needs none.",
    "zh-CN": "打开的 MCP 流过多。请关闭一些，或改用不需要流的 /mcp。",
  },
  onlyPost: {
    en: "MCP is served here without sessions: send each message as a POST. There is no stream to listen on and nothing to delete.",
    "zh-CN": "这里的 MCP 不使用会话：请用 POST 发送每条消息。没有可监听的流，也没有可删除的内容。",
  },
  promptNotGranted: {
    en: "This token may not give sessions work. A person can make one that may: parley token create --agent NAME --may prompt.",
    "zh-CN": "这个令牌不能给会话派活。成员可以新建一个可以的：parley token create --agent NAME --may prompt。",
  },
});

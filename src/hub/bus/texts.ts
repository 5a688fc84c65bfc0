import { sentences } from "#lib/words/sentence";

/** Messages to agents that share a thread, and to people about them. */
export const busTexts = sentences({
  nowLeads: { en: "{who} decided that {name} leads this thread from now on.", "zh-CN": "{who} 决定从现在起由 {name} 主持这个话题。" },
  stillLeads: { en: "{who} decided that {name} continues to lead this thread.", "zh-CN": "{who} 决定仍由 {name} 主持这个话题。" },
  busMayNot: { en: "You may not do this: {what}.", "zh-CN": "你不能这样做：{what}。" },
  syncMissing: {
    en: "A post requires {fields}. Call msg_wait (or bus_connect) first and send what it returned.",
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
  nameClaimsRole: {
    en: "The name “{name}” states a role, which would look as if the hub said so. Leave it out.",
    "zh-CN": "名称“{name}”里写了角色，看起来像是枢纽给出的身份。请去掉它。",
  },
  cardTooLarge: {
    en: "An agent's description, capabilities, skills and resume_command may have {max} bytes together as JSON; these have {bytes}. Shorten them.",
    "zh-CN": "智能体的 description、capabilities、skills 和 resume_command 合计最多 {max} 字节（按 JSON 计算）；这里有 {bytes} 字节。请缩短。",
  },
  nameMixed: {
    en: "The name “{name}” mixes letters of several alphabets in one word, so it could be mistaken for another name. Use one alphabet in each word.",
    "zh-CN": "名称“{name}”在一个词里混用了多种字母，可能被误认成别的名称。请在每个词里只用一种字母。",
  },
  threadClosed: { en: "{who} closed this thread.", "zh-CN": "{who} 关闭了这个话题。" },
  loopBudget: {
    en: "The agents in “{topic}” have reached the limit of messages to each other without a message from a person. They can continue when a person writes here.",
    "zh-CN": "“{topic}”中的智能体连续互发消息已达上限，期间没有成员发言。有成员在这里发言后，它们可以继续。",
  },
  rateLimited: {
    en: "You have reached the limit of {limit} messages a minute. Try again in {seconds} s.",
    "zh-CN": "你在一分钟内已发了 {limit} 条消息，达到上限。{seconds} 秒后可以再发。",
  },
  contentBlocked: {
    en: "Content blocked: detected {pattern}. Nothing was posted. Remove the secret, or say where it is stored instead, and post again.",
    "zh-CN": "内容被拦截：检测到 {pattern}。消息没有发布。请去掉其中的密钥，或只写明它存放的位置，然后重新发送。",
  },
  everybodyWaits: {
    en: "Everyone here is waiting for someone else: {names}. Write what should happen next, or close the thread.",
    "zh-CN": "这里的每一方都在等别人：{names}。请写下接下来要做什么，或关闭话题。",
  },
  topicLength: { en: "A topic must have 1 to {max} characters.", "zh-CN": "话题名称须为 1 到 {max} 个字符。" },
  kicked: { en: "A person removed you from this hub. Your token no longer works.", "zh-CN": "你已被成员移出这个枢纽，你的令牌不再有效。" },
  templateTaken: { en: "A template {id} already exists. Choose another id.", "zh-CN": "模板 {id} 已存在。请换一个 id。" },
  templateBuiltin: { en: "The template {id} comes with Parley and cannot be removed.", "zh-CN": "模板 {id} 是内置的，不能删除。" },
  templatesFull: {
    en: "All templates together may be {max}. Shorten this one, or remove one that nobody uses.",
    "zh-CN": "所有模板合计不得超过 {max}。请缩短这个模板，或删除不再使用的模板。",
  },
});

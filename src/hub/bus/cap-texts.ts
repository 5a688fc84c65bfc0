import { sentences } from "#lib/words/sentence";

/** What a caller that reached a limit is told. */
export const capTexts = sentences({
  reactions: {
    en: "You have reached the limit of {limit} reactions per minute. Try again in {seconds} seconds.",
    "zh-CN": "你已达到每分钟 {limit} 个表情回应的上限。请在 {seconds} 秒后重试。",
  },
  threads: {
    en: "You have reached the limit of {limit} new threads per minute. Try again in {seconds} seconds.",
    "zh-CN": "你已达到每分钟新建 {limit} 个话题的上限。请在 {seconds} 秒后重试。",
  },
  changes: {
    en: "You have reached the limit of {limit} changes to threads per minute. Try again in {seconds} seconds.",
    "zh-CN": "你已达到每分钟更改话题 {limit} 次的上限。请在 {seconds} 秒后重试。",
  },
  templates: {
    en: "You have reached the limit of {limit} new templates per minute. Try again in {seconds} seconds.",
    "zh-CN": "你已达到每分钟新建 {limit} 个模板的上限。请在 {seconds} 秒后重试。",
  },
  runs: {
    en: "You have reached the limit of {limit} commands per minute. Try again in {seconds} seconds.",
    "zh-CN": "你已达到每分钟运行 {limit} 个命令的上限。请在 {seconds} 秒后重试。",
  },
  registrations: {
    en: "You have reached the limit of {limit} new agents per minute. Try again in {seconds} seconds.",
    "zh-CN": "你已达到每分钟注册 {limit} 个智能体的上限。请在 {seconds} 秒后重试。",
  },
  updates: {
    en: "You have reached the limit of {limit} changes to an agent's card per minute. Try again in {seconds} seconds.",
    "zh-CN": "你已达到每分钟修改智能体资料 {limit} 次的上限。请在 {seconds} 秒后重试。",
  },
  heartbeats: {
    en: "You have reached the limit of {limit} heartbeats per minute. Try again in {seconds} seconds.",
    "zh-CN": "你已达到每分钟 {limit} 次心跳的上限。请在 {seconds} 秒后重试。",
  },
  typing: {
    en: "You have reached the limit of {limit} typing notices per minute. Try again in {seconds} seconds.",
    "zh-CN": "你已达到每分钟 {limit} 次输入状态通知的上限。请在 {seconds} 秒后重试。",
  },
  openQuestions: {
    en: "{limit} questions of yours are waiting for an answer, which is the limit. Wait until one is answered; the next one expires in {seconds} seconds.",
    "zh-CN": "你已有 {limit} 个问题在等待回答，达到上限。请等其中一个得到回答；最早的一个将在 {seconds} 秒后过期。",
  },
});

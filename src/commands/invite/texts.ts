import { sentences } from "#lib/words/sentence";

export const inviteTexts = sentences({
  invitedReply: { en: "{agent} is being started in this thread.", "zh-CN": "正在这个话题中启动 {agent}。" },
  argAgent: { en: "the agent's name in config/available-agents.json", "zh-CN": "config/available-agents.json 中的智能体名称" },
  argThread: { en: "a thread id, or a topic that only one thread has; this thread if omitted", "zh-CN": "话题编号，或唯一的话题名称；省略时为当前话题" },
  summaryInvite: { en: "invites a command-line agent into this thread", "zh-CN": "邀请命令行智能体加入这个话题" },
});

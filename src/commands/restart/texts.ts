import { sentences } from "#lib/words/sentence";

export const restartTexts = sentences({
  summary: { en: "restarts a session's agent; its conversation goes on", "zh-CN": "重启会话的智能体，对话会继续" },
  restarted: { en: "Restarted {session}.", "zh-CN": "已重启 {session}。" },
});

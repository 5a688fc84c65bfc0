import { sentences } from "#lib/words/sentence";

export const outboxTexts = sentences({
  fileNotTaken: { en: "the chat does not take a file of this size or kind", "zh-CN": "该聊天不接受这种大小或类型的文件" },
  draftClosed: { en: "The answer is in the message below.", "zh-CN": "回答见下面的消息。" },
  draftEmpty: { en: "The answer has no text.", "zh-CN": "回答没有内容。" },
  draftLeft: {
    en: "This chat shows another thread now; the answer is in the thread where it was asked.",
    "zh-CN": "这个聊天已切换到其他话题；回答在原来的话题里。",
  },
  askedHead: { en: "{session} on {host} · {who} in {where} asked: {prompt}", "zh-CN": "{session}（{host}）· {who} 在 {where} 问：{prompt}" },
  agentHead: { en: "Agent {agent}", "zh-CN": "智能体 {agent}" },
  askedByHead: { en: "{session} on {host} · {who} asked: {prompt}", "zh-CN": "{session}（{host}）· {who} 问：{prompt}" },
  deskHead: { en: "{session} on {host} · typed at its terminal: {prompt}", "zh-CN": "{session}（{host}）· 在终端输入：{prompt}" },
});

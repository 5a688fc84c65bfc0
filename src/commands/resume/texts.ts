import { sentences } from "#lib/words/sentence";

export const resumeTexts = sentences({
  summary: { en: "lists a session's older conversations, or reopens one", "zh-CN": "列出会话以前的对话，或重新打开一个" },
  argConversation: { en: "its number in the list, or its id", "zh-CN": "列表中的序号，或它的 id" },
  head: { en: "Older conversations of {session}:", "zh-CN": "{session} 以前的对话：" },
  line: { en: "{number}. {title} ({at})", "zh-CN": "{number}. {title}（{at}）" },
  how: { en: "`{prefix}resume 1` reopens the first.", "zh-CN": "`{prefix}resume 1` 重新打开第一个。" },
  none: { en: "{session} has no older conversations.", "zh-CN": "{session} 没有以前的对话。" },
  noNumber: { en: "There is no conversation {number}. `{prefix}resume` lists them.", "zh-CN": "没有第 {number} 个对话。`{prefix}resume` 列出所有对话。" },
  resumed: { en: "{session} continues with: {title}", "zh-CN": "{session} 继续这个对话：{title}" },
});

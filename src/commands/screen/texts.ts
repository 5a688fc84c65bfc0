import { sentences } from "#lib/words/sentence";

export const screenTexts = sentences({
  summary: { en: "shows a session's terminal", "zh-CN": "显示会话的终端画面" },
  shown: { en: "The terminal of {session}:\n{screen}", "zh-CN": "{session} 的终端：\n{screen}" },
  empty: { en: "The terminal of {session} shows nothing.", "zh-CN": "{session} 的终端没有内容。" },
});

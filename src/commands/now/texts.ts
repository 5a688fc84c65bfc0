import { sentences } from "#lib/words/sentence";

export const nowTexts = sentences({
  summary: { en: "interrupts the session and gives it this prompt next", "zh-CN": "中断会话，接下来就处理这条提示" },
  argText: { en: "the prompt", "zh-CN": "要发送的提示" },
});

import { sentences } from "#lib/words/sentence";

export const ircChannelTexts = sentences({
  moreLines: {
    en: "… {count} more lines. Read the full text in this conversation on Parley's page.",
    "zh-CN": "……还有 {count} 行。请在 Parley 页面的这段对话中阅读全文。",
  },
});

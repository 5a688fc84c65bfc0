import { sentences } from "#lib/words/sentence";

export const onebotTexts = sentences({
  everyone: { en: "@everyone", "zh-CN": "@全体成员" },
  face: { en: "[face {id}]", "zh-CN": "[表情 {id}]" },
  card: { en: "[card] {text}", "zh-CN": "[卡片] {text}" },
  other: { en: "[{kind}]", "zh-CN": "[{kind}]" },
  mergedForward: { en: "Forwarded messages:", "zh-CN": "合并转发的消息：" },
  mergedForwardUnread: { en: "[forwarded messages that could not be read]", "zh-CN": "[无法读取的合并转发]" },
  fileAtPath: {
    en: "{name} ({size}) could not be sent to QQ. It is on Parley's machine at {path}, and in this conversation on Parley's page.",
    "zh-CN": "{name}（{size}）没能发送到 QQ。文件在 Parley 所在机器上：{path}，也可以在 Parley 页面的这段对话中下载。",
  },
});

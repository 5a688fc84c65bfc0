import { sentences } from "#lib/words/sentence";

export const channelTexts = sentences({
  whichAnswer: { en: "What is your answer?", "zh-CN": "请选择你的回答。" },
  howToAnswer: { en: "Answer with the number or the words of one of these.", "zh-CN": "回复其中一项的编号或文字。" },
  takesNoFiles: {
    en: "{name} ({size}) was not sent, because this chat takes no files. Download it from this conversation on Parley's page.",
    "zh-CN": "{name}（{size}）没有发送：这个聊天不接收文件。请在 Parley 页面的这段对话中下载。",
  },
  fileTooLarge: {
    en: "{name} ({size}) was not sent, because this chat takes files up to {max}. Download it from this conversation on Parley's page.",
    "zh-CN": "{name}（{size}）没有发送：这个聊天只接收不超过 {max} 的文件。请在 Parley 页面的这段对话中下载。",
  },
  fileElsewhere: {
    en: "This conversation is also in {chats}, where files of this size are accepted.",
    "zh-CN": "这段对话也在 {chats} 中，那里可以接收这么大的文件。",
  },
  fileRefused: {
    en: "{name} ({size}) was refused by the chat. Download it from this conversation on Parley's page.",
    "zh-CN": "聊天平台拒收了 {name}（{size}）。请在 Parley 页面的这段对话中下载。",
  },
  wholeText: { en: "The whole text, {size}.", "zh-CN": "全文，{size}。" },
  wholeTextRefused: {
    en: "The rest of this text is too long for this chat, and the chat refused it as a file. Read it on Parley's page.",
    "zh-CN": "全文太长，无法逐条发送，聊天平台又拒收了文件。请在 Parley 页面阅读全文。",
  },
  fileEmpty: {
    en: "{name} was not sent, because it is empty and this chat takes no empty files.",
    "zh-CN": "{name} 没有发送：文件是空的，这个聊天不接收空文件。",
  },
  pressTaken: { en: "Your answer has arrived and is being recorded.", "zh-CN": "已收到你的回答，正在记录。" },
  pressNotStored: { en: "Your answer could not be recorded. Press again in a moment.", "zh-CN": "你的回答没能记录下来，请稍后再按一次。" },
  pressUnknown: { en: "This button no longer does anything.", "zh-CN": "这个按钮已失效。" },
  askCommand: { en: "Ask the agent", "zh-CN": "向智能体提问" },
  forwarded: { en: "Forwarded:", "zh-CN": "转发：" },
  forwardedFrom: { en: "Forwarded from {name}:", "zh-CN": "转发自 {name}：" },
});

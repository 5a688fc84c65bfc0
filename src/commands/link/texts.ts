import { sentences } from "#lib/words/sentence";

export const linkTexts = sentences({
  summary: { en: "joins your accounts on two platforms", "zh-CN": "把你在两个平台的账号关联到一起" },
  argCode: { en: "the code from the other account; without it you get one", "zh-CN": "来自另一个账号的代码；不填则获取一个" },
  directOnly: {
    en: "Send `{prefix}link` in a direct chat: everyone in this one would see the code.",
    "zh-CN": "请在私聊中发送 `{prefix}link`：这里的所有人都会看到代码。",
  },
  inChat: {
    en: "Send `{prefix}link` from the chat account that you want to join with another one, or `{prefix}link CODE` here with the code that the new account was shown.",
    "zh-CN": "请用要关联的聊天账号发送 `{prefix}link`，或在这里发送 `{prefix}link CODE`，使用新账号收到的代码。",
  },
  codeSent: { en: "The code follows in a message of its own.", "zh-CN": "代码将在单独的消息中发送。" },
});

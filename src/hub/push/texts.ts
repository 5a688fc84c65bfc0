import { sentences } from "#lib/words/sentence";

/** Titles of notifications, and why a browser gets none. */
export const pushTexts = sentences({
  asks: { en: "{who} asks", "zh-CN": "{who} 提问" },
  allowOnce: { en: "Allow once", "zh-CN": "允许一次" },
  deny: { en: "Deny", "zh-CN": "拒绝" },
  finished: { en: "{who} has finished", "zh-CN": "{who} 已完成" },
  failed: { en: "{who} has failed", "zh-CN": "{who} 出错了" },
  mention: { en: "{who} mentioned you", "zh-CN": "{who} 提到了你" },
  onlyBrowsers: {
    en: "Only a browser that somebody is signed in with can be notified.",
    "zh-CN": "只有已登录的浏览器才能接收通知。",
  },
  badEndpoint: {
    en: "This address cannot be used for notifications: it must be the https address of a public push service.",
    "zh-CN": "这个地址不能用于通知：必须是公共推送服务的 https 地址。",
  },
  answerOver: {
    en: "This notification cannot be answered any more. Open the page.",
    "zh-CN": "这条通知不能再用来回答了。请打开页面。",
  },
  noPush: { en: "This hub does not send notifications.", "zh-CN": "这个枢纽不发送通知。" },
});

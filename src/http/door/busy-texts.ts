import { sentences } from "#lib/words/sentence";

export const busyTexts = sentences({
  readFirst: {
    en: "Answers to your earlier requests have not been read yet. Read them or close their connections, then try again.",
    "zh-CN": "你之前请求的返回内容还没有读取。请先读取或关闭这些连接，然后重试。",
  },
  tooMuchUnread: {
    en: "Too many answers are waiting to be read by their clients. Try again in a moment.",
    "zh-CN": "等待客户端读取的返回内容过多。请稍后重试。",
  },
  notSent: {
    en: "The request was carried out, but its answer is not sent, because answers to your earlier requests have not been read. Read them or close their connections, then look at what this request did before you send it again.",
    "zh-CN": "请求已执行，但由于你之前请求的返回内容还没有读取，这次的返回内容未发送。请先读取或关闭这些连接，确认本请求的结果后再决定是否重新发送。",
  },
  batchTooLarge: {
    en: "The answers of this batch are too large together, so this request was not run. Send it again, alone or in a smaller batch.",
    "zh-CN": "这一批请求的返回内容合计过大，因此本请求没有执行。请单独或以更小的批次重新发送。",
  },
});

import { sentences } from "#lib/words/sentence";

export const remoteTexts = sentences({
  summaryRemote: { en: "asks to run a terminal command from a channel, by a challenge", "zh-CN": "在频道中通过质询请求运行终端命令" },
  summaryCode: { en: "answers a challenge, which runs the command", "zh-CN": "回答质询并运行命令" },
  argLine: { en: "the command line to run", "zh-CN": "要运行的命令行" },
  argChallenge: { en: "the challenge", "zh-CN": "质询编号" },
  argCode: { en: "the code for it", "zh-CN": "对应的代码" },
  challenge: {
    en: "Challenge {challenge} for: {line}. Answer with {prefix}code {challenge} CODE within {seconds} seconds.",
    "zh-CN": "质询 {challenge}，命令：{line}。请在 {seconds} 秒内回复 {prefix}code {challenge} 代码。",
  },
  accepted: { en: "The code is right. Running {line}.", "zh-CN": "代码正确。正在运行 {line}。" },
  notAllowed: { en: "Remote control is not open to this account.", "zh-CN": "此账号不能使用远程控制。" },
  wrongPlace: { en: "Remote control works only in the channels that were named for it.", "zh-CN": "远程控制只能在指定的频道中使用。" },
  outsideHours: { en: "Remote control is closed at this time of the day. It is open {hours}.", "zh-CN": "此时不能使用远程控制。开放时间：{hours}。" },
  notListed: {
    en: "{command} is not on the list of commands for remote control. On it: {commands}.",
    "zh-CN": "{command} 不在远程控制的命令列表中。列表：{commands}。",
  },
  tooOften: { en: "Too many challenges. Wait a minute and ask again.", "zh-CN": "质询过于频繁。请一分钟后再试。" },
  locked: { en: "Too many wrong codes. Remote control is locked for this account for 15 minutes.", "zh-CN": "错误代码过多。此账号的远程控制锁定 15 分钟。" },
  noChallenge: {
    en: "There is no such challenge for you here: it was used, it expired, or it is somebody else's. Ask with {prefix}remote again.",
    "zh-CN": "这里没有属于你的这个质询：已使用、已过期，或属于他人。请用 {prefix}remote 重新请求。",
  },
  wrongCode: {
    en: "The code is wrong, and the challenge is used up. Ask with {prefix}remote again.",
    "zh-CN": "代码错误，质询已作废。请用 {prefix}remote 重新请求。",
  },
});

import { sentences } from "#lib/words/sentence";

export const scheduleTexts = sentences({
  badTime: {
    en: "{when} is not a time. Write a time of day such as 09:00 or, with every, a span of at least {least} such as 2h.",
    "zh-CN": "{when} 不是有效的时间。请写成 09:00 这样的时刻，或者在 every 后写至少 {least} 的间隔，例如 2h。",
  },
  badSpan: {
    en: "{when} is not a span. Write for example 30m, 2h or 3d, at most a year.",
    "zh-CN": "{when} 不是有效的时长。请写成 30m、2h 或 3d 等，最长一年。",
  },
  badZone: {
    en: "{zone} is not the name of a time zone. Write for example Europe/Berlin or Asia/Shanghai.",
    "zh-CN": "{zone} 不是有效的时区名。请写成 Asia/Shanghai 或 Europe/Berlin 等。",
  },
  tooMany: {
    en: "You have {count} scheduled prompts, and that is the limit. Cancel one first: {prefix}schedules cancel CODE.",
    "zh-CN": "你已有 {count} 条定时提示，已达上限。请先取消一条：{prefix}schedules cancel 代码。",
  },
  tooManyHere: { en: "This hub has {count} scheduled prompts, and that is the limit.", "zh-CN": "本枢纽已有 {count} 条定时提示，已达上限。" },
  personsOnly: { en: "Only people of this hub can schedule prompts.", "zh-CN": "只有本枢纽的成员可以设置定时提示。" },
  unknown: { en: "There is no scheduled prompt {id} of yours. {prefix}schedules lists them.", "zh-CN": "没有你的定时提示 {id}。{prefix}schedules 可以列出。" },
  said: { en: "Scheduled by {name} ({id}): {prompt}", "zh-CN": "{name} 的定时提示（{id}）：{prompt}" },
  saidLate: {
    en: "Scheduled by {name} ({id}) for {due}, late because the hub was not running: {prompt}",
    "zh-CN": "{name} 的定时提示（{id}），原定 {due}，因枢纽未运行而延迟：{prompt}",
  },
  missed: {
    en: "The scheduled prompt {id} of {name} was due at {due}, but the hub was not running: it was not said ({count} missed). Next: {next}.",
    "zh-CN": "{name} 的定时提示 {id} 原定 {due}，当时枢纽未运行，没有执行（错过 {count} 次）。下次：{next}。",
  },
  authorGone: {
    en: "The scheduled prompt {id} of {name} was removed: {name} is no longer in this hub.",
    "zh-CN": "{name} 的定时提示 {id} 已删除：{name} 已不在本枢纽。",
  },
  sessionGone: { en: "The scheduled prompt {id} of {name} was removed: its session is gone.", "zh-CN": "{name} 的定时提示 {id} 已删除：其会话已不存在。" },
  notSaid: { en: "The scheduled prompt {id} of {name} was not accepted: {reason}", "zh-CN": "{name} 的定时提示 {id} 未被接受：{reason}" },
});

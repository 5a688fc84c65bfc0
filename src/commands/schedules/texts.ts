import { sentences } from "#lib/words/sentence";

export const schedulesTexts = sentences({
  summaryEvery: { en: "says a prompt every day at a time, or every so often", "zh-CN": "每天定时或每隔一段时间发送提示" },
  summaryIn: { en: "says a prompt once, later", "zh-CN": "稍后发送一次提示" },
  summarySchedules: { en: "lists scheduled prompts, or cancels one", "zh-CN": "列出或取消定时提示" },
  argWhen: { en: "a time of day such as 09:00, or a span such as 2h", "zh-CN": "时刻（如 09:00）或间隔（如 2h）" },
  argSpan: { en: "a span such as 30m or 2h", "zh-CN": "时长，如 30m 或 2h" },
  argZone: { en: "the time zone, such as Asia/Shanghai", "zh-CN": "时区，如 Asia/Shanghai" },
  argPrompt: { en: "what the session is then told", "zh-CN": "届时发给会话的内容" },
  argAction: { en: "cancel", "zh-CN": "cancel（取消）" },
  argCode: { en: "the schedule's code", "zh-CN": "定时提示的代码" },
  added: {
    en: "Scheduled as {id} for {session}, next at {due}. `{prefix}schedules cancel {id}` cancels it.",
    "zh-CN": "已为 {session} 设置定时提示 {id}，下次 {due}。`{prefix}schedules cancel {id}` 可取消。",
  },
  none: {
    en: "Nothing is scheduled. `{prefix}every 09:00 PROMPT` and `{prefix}in 2h PROMPT` schedule something.",
    "zh-CN": "没有定时提示。可用 `{prefix}every 09:00 …` 或 `{prefix}in 2h …` 设置。",
  },
  row: { en: "{id}  {due}, {how}, {session}, by {name}: {prompt}", "zh-CN": "{id}  {due}，{how}，{session}，{name}：{prompt}" },
  howDaily: { en: "every day", "zh-CN": "每天" },
  howEvery: { en: "every {span}", "zh-CN": "每 {span}" },
  howOnce: { en: "once", "zh-CN": "一次" },
  cancelled: { en: "Cancelled {id}: {prompt}", "zh-CN": "已取消 {id}：{prompt}" },
  cancelWhat: { en: "Write {prefix}schedules, or {prefix}schedules cancel CODE.", "zh-CN": "请写 {prefix}schedules 或 {prefix}schedules cancel 代码。" },
});

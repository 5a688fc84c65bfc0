import { showHidden } from "#lib/text/show-hidden";
import { formatTime } from "#lib/time/format-time";
import { sentences, type TextLanguage } from "./sentence.ts";
import { say } from "./words.ts";

const workTexts = sentences({
  working: { en: "working", "zh-CN": "处理中" },
  retrying: { en: "retrying the model", "zh-CN": "正在重试模型" },
  rate_limited: { en: "rate limited", "zh-CN": "被限流" },
  compacting: { en: "compacting its conversation", "zh-CN": "正在压缩对话" },
  stalled: { en: "stalled, nothing moves any more", "zh-CN": "卡住了，没有任何动静" },
  about: { en: "{doing}: {what}", "zh-CN": "{doing}：{what}" },
  until: { en: "{doing}, until {at}", "zh-CN": "{doing}，直到 {at}" },
});

interface Work {
  readonly doing: "working" | "retrying" | "rate_limited" | "compacting" | "stalled";
  readonly what?: string;
  readonly until?: number;
}

/** What an agent is doing, for people who ask. */
export function workWords(language: TextLanguage, { doing, what = "", until }: Work): string {
  const word = say(language, workTexts[doing]);
  const shown = showHidden(what.trim().replaceAll(/\s+/g, " "));
  const about = shown === "" ? word : say(language, workTexts.about, { doing: word, what: shown });
  return until === undefined ? about : say(language, workTexts.until, { doing: about, at: formatTime(until) });
}

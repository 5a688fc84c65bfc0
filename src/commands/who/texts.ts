import { sentences } from "#lib/words/sentence";

export const whoTexts = sentences({
  summary: { en: "lists the people who may use this hub", "zh-CN": "列出可以使用这个枢纽的成员" },
  head: { en: "People:", "zh-CN": "成员：" },
  line: { en: "- {name}, {role}", "zh-CN": "- {name}，{role}" },
  lineAccounts: { en: "- {name}, {role}: {accounts}", "zh-CN": "- {name}，{role}：{accounts}" },
  nobody: { en: "There is nobody yet.", "zh-CN": "还没有成员。" },
});

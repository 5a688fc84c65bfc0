import { sentences } from "#lib/words/sentence";

export const helloTexts = sentences({
  summaryHello: { en: "prints HELLO in large letters", "zh-CN": "用大字打印 HELLO" },
});

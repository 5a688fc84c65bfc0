import { describe, expect, expectTypeOf, it } from "vitest";
import { catalogue, say, type Word } from "#lib/words";
import { fill, type Sentence } from "#lib/words/sentence";

const wordsWhere = (is: (sentence: Sentence) => boolean): string[] => Object.entries(catalogue).flatMap(([word, sentence]) => (is(sentence) ? [word] : []));
const holesOf = (sentence: string): string => [...new Set(sentence.match(/\{\w+\}/g))].toSorted().join(" ");

describe("the catalogue", () => {
  it("takes exactly the values that the sentence shows", () => {
    expectTypeOf(say<"switched">).parameters.toEqualTypeOf<["en" | "zh-CN", "switched", Readonly<Record<"session", string | number>>]>();
    expectTypeOf(say<"exactlyThis">).parameters.toEqualTypeOf<["en" | "zh-CN", "exactlyThis"]>();
    expectTypeOf<Word>().not.toEqualTypeOf<string>();
  });

  it("shows the same values in both languages", () => {
    expect(wordsWhere((sentence) => holesOf(sentence["zh-CN"]) !== holesOf(sentence.en))).toEqual([]);
  });

  it("is plain: no emoji, no exclamation mark, no worn words", () => {
    const loud = /\p{Emoji_Presentation}|[!！]|\b(?:please|oops|sorry|successfully)\b|您/iu;
    expect(wordsWhere((sentence) => loud.test(sentence.en) || loud.test(sentence["zh-CN"]))).toEqual([]);
  });

  it("is set in Chinese type: full-width punctuation after Han, a space between Han and Latin", () => {
    const mixed = /\p{Script=Han}[,.;:?A-Za-z0-9`{]|[A-Za-z0-9`}]\p{Script=Han}/u;
    expect(wordsWhere((sentence) => mixed.test(sentence["zh-CN"]))).toEqual([]);
  });
});

describe("say", () => {
  it("gives a stranger the account to hand over, in the language asked for", () => {
    expect(say("en", "notAllowed", { account: "telegram:123" })).toBe(
      "You are not allowed to use this hub. Ask the administrator to add your account telegram:123.",
    );
    expect(say("zh-CN", "notAllowed", { account: "telegram:123" })).toBe("未授权用户：请联系管理员添加你的账号 telegram:123。");
  });

  it("names the three likely causes of a timeout and the status command", () => {
    for (const language of ["en", "zh-CN"] as const) {
      const text = say(language, "timeout", { session: "api", span: "5:00", prefix: "##" });
      expect(text).toMatch(/\n1\. .+\n2\. .+\n3\. .+\n/);
      expect(text).toContain("`##status`");
    }
  });

  it("leaves braces, dollars and quotes inside a value alone", () => {
    expect(say("en", "switched", { session: '{session} $& $1 "x"' })).toBe('Switched to {session} $& $1 "x".');
  });
});

describe("filling a sentence", () => {
  it("with a value that is a sentence itself leaves one full stop", () => {
    expect(fill("en", "It failed: {reason}. Try again.", { reason: "The room is gone." })).toBe("It failed: The room is gone. Try again.");
    expect(fill("en", "It failed: {reason}. Try again.", { reason: "no room" })).toBe("It failed: no room. Try again.");
    expect(fill("zh-CN", "没能完成：{reason}。可以再发一次。", { reason: "房间没有了。" })).toBe("没能完成：房间没有了。可以再发一次。");
  });
});

describe("filling a Chinese sentence", () => {
  it("keeps the space beside Latin and drops it beside Han", () => {
    expect(fill("zh-CN", "{who} 在 {where} 回答", { who: "林薇", where: "飞书" })).toBe("林薇在飞书回答");
    expect(fill("zh-CN", "{who} 在 {where} 回答", { who: "Ann", where: "IRC" })).toBe("Ann 在 IRC 回答");
  });

  it("keeps the space between a value and what is not Han", () => {
    expect(fill("zh-CN", "- {name} ({cli}) - {state}", { name: "后端", cli: "claude", state: "空闲" })).toBe("- 后端 (claude) - 空闲");
    expect(fill("zh-CN", "用 `{prefix}use {name}` 切换", { prefix: "!!", name: "后端" })).toBe("用 `!!use 后端` 切换");
  });

  it("never touches the spaces of an English sentence", () => {
    expect(fill("en", "{who} answered in {where} now", { who: "林薇", where: "飞书" })).toBe("林薇 answered in 飞书 now");
  });
});

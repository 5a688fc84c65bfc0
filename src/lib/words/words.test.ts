import { describe, expect, expectTypeOf, it } from "vitest";
import { fill, sentences } from "./sentence.ts";
import { say } from "./words.ts";

const texts = sentences({
  switched: { en: "Switched to {session}.", "zh-CN": "已切换到 {session}。" },
  exactlyThis: { en: "Exactly this", "zh-CN": "正是这个" },
});

describe("say", () => {
  it("takes exactly the values that the sentence shows", () => {
    expectTypeOf(say<typeof texts.switched>)
      .parameter(2)
      .toEqualTypeOf<Readonly<Record<"session", string | number>>>();
    expectTypeOf(say<typeof texts.exactlyThis>).parameters.toEqualTypeOf<["en" | "zh-CN", typeof texts.exactlyThis]>();
  });

  it("speaks the language that was asked for", () => {
    expect([say("en", texts.switched, { session: "api" }), say("zh-CN", texts.switched, { session: "api" })]).toEqual(["Switched to api.", "已切换到 api。"]);
  });

  it("leaves braces, dollars and quotes inside a value alone", () => {
    expect(say("en", texts.switched, { session: '{session} $& $1 "x"' })).toBe('Switched to {session} $& $1 "x".');
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

import { expect, it } from "vitest";
import { placeName } from "#lib/place";

it.each([
  ["page", "the page", "页面"],
  ["shell", "a shell", "命令行"],
  ["chat:feishu", "Feishu", "飞书"],
  ["chat:onebot", "QQ", "QQ"],
  ["chat:work-telegram", "work-telegram", "work-telegram"],
])("calls %s by a name that people know", (surface, english, chinese) => {
  expect(placeName("en", surface)).toBe(english);
  expect(placeName("zh-CN", surface)).toBe(chinese);
});

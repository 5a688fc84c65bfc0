import { expect, it } from "vitest";
import { surfaceName } from "./surface-name.ts";

it.each([
  ["page", "the page", "页面"],
  ["shell", "a shell", "命令行"],
  ["chat:feishu", "Feishu", "飞书"],
  ["chat:onebot", "QQ", "QQ"],
  ["chat:telegram-work", "Telegram (work)", "Telegram (work)"],
  ["chat:work-telegram", "work-telegram", "work-telegram"],
])("calls %s by a name that people know", (surface, english, chinese) => {
  expect(surfaceName("en", surface)).toBe(english);
  expect(surfaceName("zh-CN", surface)).toBe(chinese);
});

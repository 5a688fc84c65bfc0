import { sentences } from "#lib/words/sentence";

export const keysTexts = sentences({
  summary: { en: "presses keys at a session's terminal", "zh-CN": "在会话的终端按键" },
  argKeys: {
    en: "Enter, Esc, Tab, Shift-Tab, Space, Backspace, Up, Down, Left, Right, PageUp, PageDown, Home, End, C-c, C-d, C-l, C-o, C-r, C-t, y, n or a digit",
    "zh-CN": "Enter、Esc、Tab、Shift-Tab、Space、Backspace、Up、Down、Left、Right、PageUp、PageDown、Home、End、C-c、C-d、C-l、C-o、C-r、C-t、y、n 或数字",
  },
  unknownKey: {
    en: "“{key}” is not one of the keys that can be pressed from here: {known}. Text is never typed into a terminal; send it as a message.",
    "zh-CN": "“{key}”不是可以从这里按的键：{known}。文字不会直接输入终端，请作为消息发送。",
  },
  tooMany: { en: "At most {max} keys at once.", "zh-CN": "一次最多 {max} 个按键。" },
  pressed: {
    en: "Pressed at the terminal of {session}: {keys}. `{prefix}screen` shows it.",
    "zh-CN": "已在 {session} 的终端按下：{keys}。`{prefix}screen` 查看画面。",
  },
});

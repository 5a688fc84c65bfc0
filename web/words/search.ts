// Fetched with the first search, in both languages.

const en = {
  keepTo: "Search filters",
  thisThread: "This thread",
  withFiles: "With files",
  by: "Written by",
  anybody: "By anybody",
  from: "From day",
  to: "To day",
  clear: "Clear filters",
  people: "People",
};

const zh: typeof en = {
  keepTo: "搜索条件",
  thisThread: "本话题",
  withFiles: "带文件",
  by: "发言人",
  anybody: "所有人",
  from: "开始日期",
  to: "结束日期",
  clear: "清除条件",
  people: "成员",
};

export const searchWords = { en, "zh-CN": zh } as const;

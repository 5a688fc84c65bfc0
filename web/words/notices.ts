import { after } from "./han-spacing.ts";

// Fetched with the first notice, in both languages.

const en = {
  title: {
    question: (who: string): string => `${who} asks`,
    mention: (who: string): string => `${who} mentioned you`,
    finished: (who: string): string => `${who} has finished`,
    failed: (who: string): string => `${who} has failed`,
  },
  dismiss: (title: string): string => `Dismiss: ${title}`,
};

type NoticeWords = typeof en;

const zh: NoticeWords = {
  title: {
    question: (who) => `${after(who)}提问`,
    mention: (who) => `${after(who)}提到了你`,
    finished: (who) => `${after(who)}已完成`,
    failed: (who) => `${after(who)}出错了`,
  },
  dismiss: (title) => `关闭通知：${title}`,
};

export const noticeWords = { en, "zh-CN": zh } as const;

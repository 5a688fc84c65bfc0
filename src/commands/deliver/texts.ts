import { sentences } from "#lib/words/sentence";

export const deliverTexts = sentences({
  summaryDeliver: { en: "has code written and run in a container, and sends the archive", "zh-CN": "在容器中编写并运行代码，然后发送压缩包" },
  argPrompt: { en: "what is wanted", "zh-CN": "需要什么" },
  argFrom: { en: "a git repository to start from; an empty folder if omitted", "zh-CN": "作为起点的 git 仓库；省略时从空目录开始" },
  argRef: { en: "a branch, tag or commit", "zh-CN": "分支、标签或提交" },
  argTo: { en: "the chat that gets the archive, as CHANNEL/ROOM; this one if omitted", "zh-CN": "接收压缩包的聊天（CHANNEL/ROOM）；省略时为当前聊天" },
  argTask: { en: "an earlier delivery to continue", "zh-CN": "要继续的交付" },
  queuedReply: {
    en: "Delivery {task} has begun as {session}. Its progress appears in its thread and in the chats that show it.",
    "zh-CN": "交付 {task} 已开始（{session}），进度会显示在其话题以及显示该话题的聊天中。",
  },
  askedReply: { en: "Delivery {task} waits for an admin's approval.", "zh-CN": "交付 {task} 正在等待管理员批准。" },
});

import { sentences } from "./sentence.ts";

/** What happens to prompts and turns, and what a restart did to them. */
export const turnWords = sentences({
  queued: {
    en: "{session} is busy; your message is queued at position {position}.",
    "zh-CN": "{session} 正忙；你的消息排在第 {position} 位。",
  },
  queueFull: {
    en: "{session} has {limit} messages in line and takes no more, so this one was not accepted. `{prefix}stop {session}` ends what it is doing; send it again when the line is shorter.",
    "zh-CN": "{session} 已有 {limit} 条消息在排队，不再接受，这条没有收下。`{prefix}stop {session}` 可以停止正在做的事；等队伍变短后再发。",
  },
  nextInLine: {
    en: "{session} waits for an answer; your message is next in line. It waits for this: {prompt}",
    "zh-CN": "{session} 在等回答；你的消息会排在第 1 位。它在等：{prompt}",
  },
  queuedBehindQuestion: {
    en: "{session} waits for an answer; your message is queued at position {position}. It waits for this: {prompt}",
    "zh-CN": "{session} 在等回答；你的消息排在第 {position} 位。它在等：{prompt}",
  },
  askedHead: { en: "{who} in {where} asked: {prompt}", "zh-CN": "{who} 在 {where} 问：{prompt}" },
  askedByHead: { en: "{who} asked: {prompt}", "zh-CN": "{who} 问：{prompt}" },
  deskHead: { en: "Typed at the desk of {session}: {prompt}", "zh-CN": "在 {session} 的终端输入：{prompt}" },
  turnFailed: {
    en: "{session} could not finish: {reason}. Write again to try once more; `{prefix}status` shows how it stands.",
    "zh-CN": "{session} 没能完成：{reason}。可以再发一次；`{prefix}status` 查看状态。",
  },
  turnStopped: { en: "{who} stopped {session}. What it had done so far stays.", "zh-CN": "{who} 停止了 {session}。已完成的部分保留。" },
  turnStoppedBecause: { en: "{session} was stopped: {reason}.", "zh-CN": "{session} 已停止：{reason}。" },
  fileNotKept: {
    en: "{session} made the file {name}, but it was not kept: {reason}.",
    "zh-CN": "{session} 生成了文件 {name}，但没有保存：{reason}。",
  },
  turnLost: {
    en: "{session} was at work when the hub went down, and how it ended is not known: {reason}. Check what it did before you ask again.",
    "zh-CN": "枢纽停止时 {session} 正在工作，结果未知：{reason}。再次要求之前，请先检查它做了什么。",
  },
  turnResumed: { en: "The hub restarted; {session} goes on where it was.", "zh-CN": "枢纽已重启；{session} 从原处继续。" },
  promptRefused: {
    en: "{session} did not take the message: {reason}. Nothing ran.",
    "zh-CN": "{session} 没有接受这条消息：{reason}。没有运行。",
  },
  sessionGone: {
    en: "{session} has ended: {reason}. Your message waits until it is started again.",
    "zh-CN": "{session} 已结束：{reason}。你的消息会等到它重新启动。",
  },
  hubRestarted: {
    en: "The hub restarted. Turns resumed: {resumed}; turns ended: {ended}.",
    "zh-CN": "枢纽已重启。继续的回合：{resumed}；结束的回合：{ended}。",
  },
  draftCut: {
    en: "The hub restarted while this was being written. The answer so far is above.",
    "zh-CN": "写到这里时枢纽重启了。以上是到目前为止的回答。",
  },
  timeout: {
    en: "{session} has not answered for {span}.\nLikely causes:\n1. the CLI is stuck\n2. the network is down\n3. the API limits the rate\n\n`{prefix}status` shows how it stands; `{prefix}stop {session}` interrupts it. An answer that still comes is delivered.",
    "zh-CN":
      "{session} 响应超时：{span} 没有动静。\n可能原因：\n1. CLI 进程卡死\n2. 网络问题\n3. API 限流\n\n建议：使用 `{prefix}status` 检查状态，`{prefix}stop {session}` 可以中断。之后若有回答，仍会送达。",
  },
  lateAnswer: {
    en: "This answer of {session} came late, {span} after it was given up.",
    "zh-CN": "{session} 的这个回答来晚了，在判定超时后 {span}。",
  },
  commandInterrupted: {
    en: "`{line}` was interrupted by a restart of the hub and may have run in part. Run it again.",
    "zh-CN": "`{line}` 被枢纽重启打断，可能只运行了一部分。请重新运行。",
  },
  gaveUp: { en: "no sign of life for {span}", "zh-CN": "{span} 没有动静" },
  sessionRemoved: {
    en: "The session that this was meant for is not configured any more. Choose another one and write again.",
    "zh-CN": "这条消息要发给的会话已不在配置中。请选择其他会话后重新发送。",
  },
  notTaken: { en: "the agent did not take the prompt", "zh-CN": "智能体没有接受这条提示" },
  notKnownIfTaken: { en: "it is not known whether the prompt reached it", "zh-CN": "不知道提示是否已送达" },
  atTheDesk: { en: "at the desk", "zh-CN": "终端前" },
  stopped: { en: "{session} is being stopped.", "zh-CN": "正在停止 {session}。" },
  nothingToStop: { en: "{session} has nothing under way, so there is nothing to stop.", "zh-CN": "{session} 没有正在进行的回合，无需停止。" },
  mayNotStop: {
    en: "This turn of {session} was begun by {who}. They can stop it, or the owner or an admin can.",
    "zh-CN": "{session} 的这个回合由 {who} 开始。只有本人、所有者或管理员可以停止。",
  },
  deliveryUnknown: {
    en: "To {to}: outcome unknown, it may have arrived. It is not sent again unless you say so in the page.",
    "zh-CN": "发往 {to}：结果未知，可能已送达。除非你在页面中要求，否则不会重发。",
  },
  deliveryFailed: { en: "To {to}: not delivered, {reason}.", "zh-CN": "发往 {to}：未送达，{reason}。" },
  deliverySent: { en: "To {to}: delivered after all.", "zh-CN": "发往 {to}：最终已送达。" },
});

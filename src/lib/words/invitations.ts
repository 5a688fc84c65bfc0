import { sentences } from "./sentence.ts";

/** Inviting an agent: who may, what stands in the way, how it went. */
export const invitationWords = sentences({
  inviteMayNot: {
    en: "Inviting {agent} needs somebody who may invite: an admin, an owner, or an agent whose token was made with `--may invite`. Ask one of them.",
    "zh-CN": "邀请 {agent} 需要有邀请权限的人：管理员、所有者，或用 `--may invite` 建立的令牌。请找其中一位来做。",
  },
  inviteAsked: {
    en: "Inviting {agent} needs a person's yes. The admins have been asked; it starts when one of them allows it.",
    "zh-CN": "邀请 {agent} 需要人的同意。已经询问管理员；有人允许后就会启动。",
  },
  inviteWithdrawn: {
    en: "The hub was restarted before anybody answered whether {agent} may be invited here. The question was withdrawn; invite it again.",
    "zh-CN": "在有人回答是否可以邀请 {agent} 之前，枢纽重启了。询问已撤回；请重新邀请。",
  },
  inviteWishes: {
    en: "The admins have not been asked about {agent}: several of your invitations wait for their answer, and that is the most at once. Wait until one is answered, then ask again.",
    "zh-CN": "没有就 {agent} 询问管理员：你已有多个邀请在等待回答，已达上限。等其中一个有了回答再试。",
  },
  inviteDisabled: {
    en: "Agent '{agent}' is disabled in configuration. The operator can set `enabled` to true in {file}.",
    "zh-CN": "智能体 '{agent}' 在配置中已停用。运维人员可以在 {file} 中把 `enabled` 设为 true。",
  },
  inviteInvalid: { en: "Agent '{agent}' cannot be invited: {why}", "zh-CN": "不能邀请智能体 '{agent}'：{why}" },
  inviteWaits: {
    en: "Its entry was added or changed while the hub ran, and waits for an admin's yes.",
    "zh-CN": "它的条目是在枢纽运行时添加或修改的，正在等待管理员同意。",
  },
  inviteTwice: {
    en: "{agent} is still in this thread: {who} invited it {span} ago. Invite it again when it has left.",
    "zh-CN": "{agent} 还在这个话题里：{who} 在 {span} 前邀请了它。等它离开后再邀请。",
  },
  inviteTooMany: {
    en: "{n} invited agents are running, and that is the most. Wait until one of them has left.",
    "zh-CN": "已有 {n} 个受邀智能体在运行，这是上限。请等其中一个离开。",
  },
  inviteClosed: {
    en: "The thread is {status}, so nobody can be invited into it. Choose another one.",
    "zh-CN": "话题状态是 {status}，不能邀请。请换一个话题。",
  },
  inviteNowhere: {
    en: "There is no thread “{thread}” here that you may see. `parley threads` lists them with their ids.",
    "zh-CN": "这里没有你能看到的话题“{thread}”。`parley threads` 列出话题和编号。",
  },
  inviteSeveral: {
    en: "Several threads are called “{thread}”. Give the id of the one that is meant; `parley threads` lists them.",
    "zh-CN": "有多个话题叫“{thread}”。请给出编号；`parley threads` 列出话题。",
  },
  invitedLine: { en: "{who} invited {agent}.", "zh-CN": "{who} 邀请了 {agent}。" },
  leftExit: { en: "{agent} left: exit {code} after {span}.", "zh-CN": "{agent} 已离开：退出码 {code}，用时 {span}。" },
  leftSignal: { en: "{agent} left: ended by {signal} after {span}.", "zh-CN": "{agent} 已离开：被 {signal} 结束，用时 {span}。" },
  leftUnknown: {
    en: "{agent} left after {span}. How it ended is not known, because the hub was restarted meanwhile.",
    "zh-CN": "{agent} 在 {span} 后离开。结果未知，因为枢纽在此期间重启过。",
  },
  leftLost: {
    en: "{agent} ended while the hub was down. How it ended is not known; it was not started again.",
    "zh-CN": "{agent} 在枢纽停机时结束。结果未知；没有重新启动。",
  },
  leftNotStarted: { en: "{agent} could not be started: {why}", "zh-CN": "{agent} 无法启动：{why}" },
  leftEnded: { en: "{agent} was ended after {span}: {why}", "zh-CN": "{agent} 在 {span} 后被结束：{why}" },
  leftWords: { en: "Its last words: {words}", "zh-CN": "它最后的输出：{words}" },
  notJoined: { en: "it did not join within {span}.", "zh-CN": "它没有在 {span} 内加入。" },
  timeOver: { en: "its time of {span} was over.", "zh-CN": "{span} 的时限已到。" },
  inviterRemoved: { en: "{who}, who invited it, was removed from this hub.", "zh-CN": "邀请它的 {who} 已从本枢纽移除。" },
  sentAway: { en: "{who} sent it away.", "zh-CN": "{who} 让它离开。" },
  timeSoonOver: {
    en: "{agent}: you have {span} left, then your process is ended. Say what you have and leave.",
    "zh-CN": "{agent}：你还有 {span}，之后进程会被结束。请说完并离开。",
  },
  invitableMend: { en: "Correct the entry in {file}.", "zh-CN": "请修改 {file} 中的条目。" },
  invitableWaitsMend: {
    en: "Look at its command on the page or at `GET /api/agents/invitable`, then allow it, or remove it from {file}.",
    "zh-CN": "请在页面或 `GET /api/agents/invitable` 查看它的命令，然后允许，或从 {file} 中删除。",
  },
  askNewAgent: {
    en: "An entry of {file} was added or changed while the hub ran. May {agent} be invited from now on with this command?",
    "zh-CN": "{file} 的一个条目在枢纽运行时被添加或修改。从现在起可以用这个命令邀请 {agent} 吗？",
  },
  askInvite: {
    en: "The agent “{who}” asks to invite {agent} into “{thread}”. May this command be started?",
    "zh-CN": "智能体“{who}”请求邀请 {agent} 加入“{thread}”。可以启动这个命令吗？",
  },
  askedRestart: { en: "the hub was restarted; ask again", "zh-CN": "枢纽已重启；请重新询问" },
  toldApproved: {
    en: "{by} allowed {agent} to be invited from now on. Its command: `{command}`",
    "zh-CN": "{by} 允许从现在起邀请 {agent}。它的命令：`{command}`",
  },
  toldGone: {
    en: "{by} allowed {agent}, but the entry that was asked about no longer stands in {file}. Nothing was allowed. If it is added again, there is a new question.",
    "zh-CN": "{by} 允许了 {agent}，但所问的条目已不在 {file} 中。没有允许任何内容。再次添加时会重新询问。",
  },
  toldDenied: { en: "{by} did not allow the changed entry of {agent}. It stays out of force.", "zh-CN": "{by} 没有允许 {agent} 的修改。它不会生效。" },
  invitedReply: { en: "{agent} is being started in this thread.", "zh-CN": "正在这个话题中启动 {agent}。" },
  summaryInvite: { en: "invites a command-line agent into this thread", "zh-CN": "邀请命令行智能体加入这个话题" },
  inviteNoPlace: { en: "This chat has no thread yet. Write something first, or name the thread.", "zh-CN": "这个聊天还没有话题。请先发一条消息，或指明话题。" },
});

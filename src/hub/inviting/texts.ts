import { sentences } from "#lib/words/sentence";

/** Inviting an agent: who may, what prevents it, how it ended. */
export const invitingTexts = sentences({
  inviteMayNot: {
    en: "You may not invite {agent}. Admins, owners and agents whose token was created with `--may invite` can.",
    "zh-CN": "你没有邀请 {agent} 的权限。管理员、所有者，以及令牌带有 `--may invite` 的智能体可以邀请。",
  },
  inviteAsked: {
    en: "Inviting {agent} needs approval. The admins have been asked; it starts when one of them allows it.",
    "zh-CN": "邀请 {agent} 需要批准。已询问管理员；批准后就会启动。",
  },
  inviteWithdrawn: {
    en: "The hub was restarted before anyone decided whether {agent} may be invited. The question was withdrawn; invite it again.",
    "zh-CN": "在有人回答是否可以邀请 {agent} 之前，枢纽重启了。询问已撤回；请重新邀请。",
  },
  inviteWishes: {
    en: "The admins were not asked about {agent}: you have reached the limit of open requests. Wait until one is answered, then try again.",
    "zh-CN": "没有就 {agent} 询问管理员：你等待回答的邀请已达上限。请等其中一个有了回答再试。",
  },
  inviteDisabled: {
    en: "Agent '{agent}' is disabled in configuration. The operator can set `enabled` to true in {file}.",
    "zh-CN": "智能体 '{agent}' 在配置中已停用。运维人员可以在 {file} 中把 `enabled` 设为 true。",
  },
  inviteInvalid: { en: "Agent '{agent}' cannot be invited: {why}", "zh-CN": "不能邀请智能体 '{agent}'：{why}" },
  inviteWaits: {
    en: "Its entry was added or changed while the hub was running, and needs an admin's approval.",
    "zh-CN": "它的条目是在枢纽运行期间添加或修改的，需要管理员批准。",
  },
  inviteTwice: {
    en: "{agent} is still in this thread: {who} invited it {span} ago. Invite it again when it has left.",
    "zh-CN": "{agent} 还在这个话题里：{who} 在 {span} 前邀请了它。等它离开后再邀请。",
  },
  inviteTooMany: {
    en: "{n} invited agents are running, which is the limit. Wait until one of them has left.",
    "zh-CN": "已有 {n} 个受邀智能体在运行，这是上限。请等其中一个离开。",
  },
  inviteClosed: {
    en: "The thread is {status}, so nobody can be invited into it. Choose another one.",
    "zh-CN": "话题状态为 {status}，不能邀请智能体加入。请换一个话题。",
  },
  invitedLine: { en: "{who} invited {agent}.", "zh-CN": "{who} 邀请了 {agent}。" },
  invitedByRule: { en: "{who} invited {agent} (rule “{rule}”).", "zh-CN": "{who} 邀请了 {agent}（规则“{rule}”）。" },
  leftExit: { en: "{agent} left: exit {code} after {span}.", "zh-CN": "{agent} 已离开：退出码 {code}，用时 {span}。" },
  leftSignal: { en: "{agent} left: terminated by {signal} after {span}.", "zh-CN": "{agent} 已离开：被 {signal} 结束，用时 {span}。" },
  leftUnknown: {
    en: "{agent} left after {span}. The outcome is unknown because the hub was restarted in between.",
    "zh-CN": "{agent} 在 {span} 后离开。结果未知，因为枢纽在此期间重启过。",
  },
  leftLost: {
    en: "{agent} ended while the hub was down. The outcome is unknown; it was not restarted.",
    "zh-CN": "{agent} 在枢纽停机时结束。结果未知；没有重新启动。",
  },
  leftNotStarted: { en: "{agent} could not be started: {why}", "zh-CN": "{agent} 无法启动：{why}" },
  leftEnded: { en: "{agent} was terminated after {span}: {why}", "zh-CN": "{agent} 在 {span} 后被结束：{why}" },
  leftWords: { en: "Its last output: {words}", "zh-CN": "它最后的输出：{words}" },
  notJoined: { en: "it did not join within {span}.", "zh-CN": "它没有在 {span} 内加入。" },
  timeOver: { en: "it reached its time limit of {span}.", "zh-CN": "{span} 的时限已到。" },
  inviterRemoved: { en: "{who}, who invited it, was removed from this hub.", "zh-CN": "邀请它的 {who} 已从本枢纽移除。" },
  tokenRevoked: { en: "Its token was revoked.", "zh-CN": "它的令牌已被撤销。" },
  sentAway: { en: "{who} dismissed it.", "zh-CN": "{who} 让它离开。" },
  timeSoonOver: {
    en: "{agent}: your process will be terminated in {span}. Post what you have and leave.",
    "zh-CN": "{agent}：你的进程将在 {span} 后被结束。请发出已有的结果并离开。",
  },
  invitableMend: { en: "Correct the entry in {file}.", "zh-CN": "请修改 {file} 中的条目。" },
  invitableWaitsMend: {
    en: "Look at its command on the page or at `GET /api/agents/invitable`, then allow it, or remove it from {file}.",
    "zh-CN": "请在页面或 `GET /api/agents/invitable` 查看它的命令，然后允许，或从 {file} 中删除。",
  },
  askNewAgent: {
    en: "An entry of {file} was added or changed while the hub was running. If you allow it, anyone who may invite agents can start {agent} with this command, any number of times, until the entry changes again.",
    "zh-CN": "{file} 中的一个条目在枢纽运行期间被添加或修改。如果允许，有邀请权限的人就可以用这条命令启动 {agent}，次数不限，直到该条目再次改变。",
  },
  titleNewAgent: { en: "May {agent} be invited with this command?", "zh-CN": "是否允许用这条命令邀请 {agent}？" },
  titleInvite: { en: "May {agent} be started once?", "zh-CN": "是否允许启动一次 {agent}？" },
  allowUntilChanged: { en: "Allow until the entry changes", "zh-CN": "允许，直到条目改变" },
  askInvite: {
    en: "The agent “{who}” asks to invite {agent} into “{thread}”. May this command be started?",
    "zh-CN": "智能体“{who}”请求邀请 {agent} 加入“{thread}”。可以启动这个命令吗？",
  },
  toldApproved: {
    en: "{by} allowed {agent} to be invited from now on. Its command: `{command}`",
    "zh-CN": "{by} 允许从现在起邀请 {agent}。它的命令：`{command}`",
  },
  toldGone: {
    en: "{by} allowed {agent}, but the entry that was asked about is no longer in {file}. Nothing was allowed. If it is added again, you will be asked again.",
    "zh-CN": "{by} 允许了 {agent}，但所问的条目已不在 {file} 中。没有允许任何内容。再次添加时会重新询问。",
  },
  toldDenied: { en: "{by} did not allow the changed entry of {agent}. It stays disabled.", "zh-CN": "{by} 没有批准 {agent} 的修改，它不会生效。" },
});

import { sentences } from "#lib/words/sentence";

/** What an agent asks, how to answer, and the outcome. */
export const questionTexts = sentences({
  optionAllowOnce: { en: "Allow once", "zh-CN": "允许一次" },
  optionDeny: { en: "Deny", "zh-CN": "拒绝" },
  askedRestart: { en: "the hub was restarted; ask again", "zh-CN": "枢纽已重启；请重新询问" },
  asksPermission: { en: "{session} asks to run a command", "zh-CN": "{session} 请求运行一条命令" },
  asksApproval: { en: "{session} asks for your permission", "zh-CN": "{session} 需要确认" },
  asksChoice: { en: "{session} asks you to choose", "zh-CN": "{session} 请你选择" },
  asksText: { en: "{session} asks", "zh-CN": "{session} 提问" },
  exactlyThis: {
    en: "Exactly this runs; if anything changes, you are asked again",
    "zh-CN": "将要运行的就是这一条；有任何变化都会重新问你",
  },
  argvLabel: { en: "Command, one argument a line", "zh-CN": "命令，每行一个参数" },
  directoryLabel: { en: "Directory", "zh-CN": "目录" },
  environmentLabel: { en: "Environment names", "zh-CN": "环境变量名" },
  detailLabel: { en: "In full", "zh-CN": "全文" },
  guessed: {
    en: "Guessed from the screen: the CLI did not report this question itself.",
    "zh-CN": "根据屏幕推测：CLI 没有自己报告这个提问。",
  },
  answerYesNo: {
    en: "Reply `yes {code}` or `no {code}`, or a number and the code, for example `1 {code}`.",
    "zh-CN": "回复 `yes {code}` 或 `no {code}`，也可以回复编号加代码，例如 `1 {code}`。",
  },
  answerNumber: {
    en: "Reply with a number and the code, for example `1 {code}`.",
    "zh-CN": "回复编号加代码，例如 `1 {code}`。",
  },
  answerText: {
    en: "Reply with your text. If several questions are open, put the code `{code}` first.",
    "zh-CN": "直接回复内容。如果有多个提问在等待回答，请把代码 `{code}` 放在最前面。",
  },
  waitsUntil: { en: "Expires in {span}.", "zh-CN": "{span} 后过期。" },
  answered: {
    en: "{who} answered in {where} after {span}: {choice}. The other copies are updated.",
    "zh-CN": "{who} 在 {where} 回答，用时 {span}：{choice}。其他副本已更新。",
  },
  settled: { en: "Answered at the terminal after {span}: {choice}.", "zh-CN": "已在终端回答，用时 {span}：{choice}。" },
  denied: {
    en: "{who} denied it in {where} after {span}: {choice}. {session} was notified; nothing ran.",
    "zh-CN": "{who} 在 {where} 拒绝，用时 {span}：{choice}。已告知 {session}，没有运行。",
  },
  deniedBecause: {
    en: "{who} denied it in {where} after {span}: {choice}, “{reason}”. {session} was notified; nothing ran.",
    "zh-CN": "{who} 在 {where} 拒绝，用时 {span}：{choice}，“{reason}”。已告知 {session}，没有运行。",
  },
  reasonOnlyWithNo: {
    en: "A reason goes with a choice that denies. Leave it out, or choose to deny.",
    "zh-CN": "只有拒绝时才能附上理由。请去掉理由，或选择拒绝。",
  },
  expired: {
    en: "Expired, nothing ran. Nobody answered within {span}; {session} received a denial.",
    "zh-CN": "已过期，没有运行。{span} 内无人回答，已告知 {session}：不允许。",
  },
  expiredChoice: {
    en: "Expired. Nobody answered within {span}; {session} was notified that there is no answer.",
    "zh-CN": "已过期。{span} 内无人回答，已告知 {session}：没有回答。",
  },
  withdrawn: {
    en: "{session} withdrew this question: {reason}. No answer is needed.",
    "zh-CN": "{session} 撤回了这个提问：{reason}。无需再回答。",
  },
  alreadyAnswered: {
    en: "{who} already answered this in {where}: {choice}.",
    "zh-CN": "{who} 已在 {where} 回答：{choice}。",
  },
  alreadySettled: { en: "This was already answered at the terminal: {choice}.", "zh-CN": "已有人在终端回答：{choice}。" },
  questionExpired: {
    en: "This question expired before you answered; nothing ran. Tell {session} to ask again.",
    "zh-CN": "这个提问在你回答之前已过期，没有运行。可以让 {session} 重新提问。",
  },
  questionWithdrawn: {
    en: "{session} withdrew this question before you answered. Nothing ran.",
    "zh-CN": "{session} 在你回答之前撤回了这个提问。没有运行。",
  },
  notAnApprover: {
    en: "You may not answer this question; {who} may. It is still open.",
    "zh-CN": "你不能回答这个提问。可以回答的是：{who}。提问仍在等待。",
  },
  agentsNeverAnswer: {
    en: "Agents may not answer questions, whatever their token allows. A person has to answer in a chat or on the page.",
    "zh-CN": "智能体不能回答提问，无论令牌允许什么。需要由成员在聊天或页面中回答。",
  },
  outsideNeverAnswers: {
    en: "Messages from outside cannot answer questions. A person with permission has to answer.",
    "zh-CN": "外部消息不能回答提问。需要由有权限的成员回答。",
  },
  tokenNeverAnswers: {
    en: "This token may not answer questions. Answer on the page or in a chat, or create a token with `--answers`.",
    "zh-CN": "这个令牌不能回答提问。请在页面或聊天中回答，或用 `--answers` 新建令牌。",
  },
  notAChoice: {
    en: "“{choice}” is not one of the choices. Choose one of: {choices}.",
    "zh-CN": "“{choice}”不在选项中。请从中选择：{choices}。",
  },
  questionUnknown: {
    en: "There is no open question {question} that you may see. `parley questions` lists the open ones.",
    "zh-CN": "没有你能看到的提问 {question}。`parley questions` 列出正在等待的提问。",
  },
  undelivered: {
    en: "A question from {session} could not be delivered to {who}: {reason}. Answer here or on the page.",
    "zh-CN": "{session} 的提问无法送达 {who}：{reason}。请在这里或页面中回答。",
  },
  noKnownChat: { en: "no chat with them is known yet", "zh-CN": "还没有与其单独聊天的记录" },
  anyAdmin: { en: "the owner or an admin", "zh-CN": "所有者或管理员" },
  askerRemoved: { en: "whoever asked for it was removed from this hub", "zh-CN": "提出请求者已从本枢纽移除" },
  askersTokenEnded: { en: "the token it was asked with was revoked or has expired", "zh-CN": "提出请求所用的令牌已撤销或过期" },
  askedGivenUp: { en: "the request was cancelled", "zh-CN": "请求已取消" },
  notYourOwn: {
    en: "You started this, so someone else has to approve it. You can still deny it.",
    "zh-CN": "这是你发起的，需要由其他人允许。你仍然可以拒绝。",
  },
  titleRun: { en: "A command needs approval", "zh-CN": "有一条命令需要批准" },
  titleSessionRun: { en: "{session} wants to run a command that needs approval", "zh-CN": "{session} 要运行一条需要批准的命令" },
});

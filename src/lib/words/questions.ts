import { sentences } from "./sentence.ts";

/** What an agent asks, how to answer, and what became of it. */
export const questionWords = sentences({
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
    en: "Reply `yes {code}` or `no {code}`, or a number and the code, as `1 {code}`.",
    "zh-CN": "回复 `yes {code}` 或 `no {code}`，也可以回复编号加代码，例如 `1 {code}`。",
  },
  answerNumber: {
    en: "Reply a number and the code, as `1 {code}`.",
    "zh-CN": "回复编号加代码，例如 `1 {code}`。",
  },
  answerText: {
    en: "Reply with your text. If several questions wait, put the code `{code}` first.",
    "zh-CN": "直接回复内容。如果有多个提问在等，请把代码 `{code}` 放在最前面。",
  },
  waitsUntil: { en: "Expires in {span}.", "zh-CN": "{span} 后过期。" },
  answered: {
    en: "{who} answered in {where} after {span}: {choice}. The other copies are updated.",
    "zh-CN": "{who} 在 {where} 回答，用时 {span}：{choice}。其他副本已更新。",
  },
  denied: {
    en: "{who} said no in {where} after {span}: {choice}. {session} was told; nothing ran.",
    "zh-CN": "{who} 在 {where} 拒绝，用时 {span}：{choice}。已告知 {session}，没有运行。",
  },
  expired: {
    en: "Expired, nothing ran. Nobody answered in {span}; {session} was told no.",
    "zh-CN": "已过期，没有运行。{span} 内无人回答，已告知 {session}：不允许。",
  },
  expiredChoice: {
    en: "Expired. Nobody answered in {span}; {session} was told that there is no answer.",
    "zh-CN": "已过期。{span} 内无人回答，已告知 {session}：没有回答。",
  },
  withdrawn: {
    en: "{session} no longer asks this: {reason}. Nothing to answer any more.",
    "zh-CN": "{session} 不再问这个：{reason}。无需再回答。",
  },
  alreadyAnswered: {
    en: "{who} already answered this in {where}: {choice}.",
    "zh-CN": "{who} 已在 {where} 回答：{choice}。",
  },
  questionExpired: {
    en: "This question expired before your answer came; nothing ran. Tell {session} to ask again.",
    "zh-CN": "这个提问在你回答之前已过期，没有运行。可以让 {session} 重新提问。",
  },
  questionWithdrawn: {
    en: "{session} withdrew this question before your answer came. Nothing ran.",
    "zh-CN": "{session} 在你回答之前撤回了这个提问。没有运行。",
  },
  notAnApprover: {
    en: "You may not answer this question; {who} may. It still waits.",
    "zh-CN": "你不能回答这个提问。可以回答的是：{who}。提问仍在等待。",
  },
  agentsNeverAnswer: {
    en: "Agents may not answer questions, whatever their token allows. A person has to answer in a chat or in the page.",
    "zh-CN": "智能体不能回答提问，无论令牌允许什么。需要由成员在聊天或页面中回答。",
  },
  outsideNeverAnswers: {
    en: "Words from outside do not answer questions. A person who may has to answer.",
    "zh-CN": "外部消息不能回答提问。需要由有权限的成员回答。",
  },
  tokenNeverAnswers: {
    en: "This token may not answer questions. Answer in the page or a chat, or make a token with `--answers`.",
    "zh-CN": "这个令牌不能回答提问。请在页面或聊天中回答，或用 `--answers` 新建令牌。",
  },
  needsCode: {
    en: "Several questions wait here. Answer with the code of the one you mean:",
    "zh-CN": "这里有多个提问在等。请带上你要回答的那个的代码：",
  },
  needsCodeLine: { en: "`{answer} {code}`: {session}: {prompt}", "zh-CN": "`{answer} {code}`：{session}：{prompt}" },
  notAChoice: {
    en: "“{choice}” is not one of the choices. Choose one of: {choices}.",
    "zh-CN": "“{choice}”不在选项中。请从中选择：{choices}。",
  },
  subjectChanged: {
    en: "What would run is no longer what was approved, so it did not run. {session} has to ask again.",
    "zh-CN": "将要运行的内容与批准的不同，因此没有运行。{session} 需要重新提问。",
  },
  questionUnknown: {
    en: "There is no open question {question} that you may see. `parley questions` lists those that wait.",
    "zh-CN": "没有你能看到的提问 {question}。`parley questions` 列出正在等待的提问。",
  },
  undelivered: {
    en: "{session} asks a question, and it could not be delivered to {who}: {reason}. Answer here or in the page.",
    "zh-CN": "{session} 的提问无法送达 {who}：{reason}。请在这里或页面中回答。",
  },
  noKnownChat: { en: "no chat with them is known yet", "zh-CN": "还没有与其单独聊天的记录" },
  pressUnknown: { en: "The hub does not know this button any more.", "zh-CN": "枢纽已不认识这个按钮。" },
  pressTaken: { en: "Answered: {choice}", "zh-CN": "已回答：{choice}" },
  whoBegan: { en: "{name}, who began the turn", "zh-CN": "开始这个回合的 {name}" },
  anyAdmin: { en: "the owner or an admin", "zh-CN": "所有者或管理员" },
  whoBeganOrAdmin: { en: "{name}, who began the turn, or the owner or an admin", "zh-CN": "开始这个回合的 {name}，或所有者、管理员" },
});

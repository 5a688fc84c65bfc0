import { sentences } from "#lib/words/sentence";

/** What people are told about a CLI in a terminal. Reasons have no full stop: they stand inside another sentence. */
export const tmuxTexts = sentences({
  tmuxMissing: {
    en: "tmux is not installed. Install it with the system's package manager",
    "zh-CN": "没有安装 tmux。请用系统的包管理器安装",
  },
  cliMissing: { en: "{command} was not found. Install it: {install}", "zh-CN": "找不到 {command}。安装方法：{install}" },
  directoryMissing: { en: "the directory {directory} does not exist", "zh-CN": "目录 {directory} 不存在" },
  runAsUnsupported: {
    en: "a session in tmux cannot run as another user yet. Remove run_as",
    "zh-CN": "tmux 会话还不能以其他用户运行。请删除 run_as",
  },
  badStartCommand: { en: "start_cmd cannot be read: a quote is not closed", "zh-CN": "start_cmd 无法解析：有引号没有闭合" },
  ended: { en: "the session has ended", "zh-CN": "会话已结束" },
  begunBefore: { en: "this turn was already started", "zh-CN": "这个回合已经开始过" },
  turnUnderWay: { en: "another turn is in progress", "zh-CN": "另一个回合正在进行" },
  deskWorks: { en: "someone is using it at the terminal", "zh-CN": "有人正在终端使用它" },
  deskTypes: { en: "someone has typed text at the terminal and not sent it", "zh-CN": "有人在终端输入了文字，还没有发送" },
  deskDialog: { en: "a dialog is open at the terminal", "zh-CN": "终端上打开着一个对话框" },
  notReady: {
    en: "{cli} did not get ready within {seconds} s. Its screen shows: {screen}",
    "zh-CN": "{cli} 在 {seconds} 秒内没有准备好。屏幕显示：{screen}",
  },
  notTaken: {
    en: "{cli} did not accept the prompt. What was typed has been removed again",
    "zh-CN": "{cli} 没有接受这条提示。已输入的内容已清除",
  },
  stillTyped: {
    en: "{cli} did not accept the prompt, and its text may still be in the terminal. Look there before the next message",
    "zh-CN": "{cli} 没有接受这条提示，文字可能还留在终端里。发下一条消息前请先查看终端",
  },
  exited: { en: "{cli} exited", "zh-CN": "{cli} 已退出" },
  exitedSaying: { en: "{cli} exited. Its last words: {screen}", "zh-CN": "{cli} 已退出。最后的输出：{screen}" },
  stopped: { en: "stopped on request", "zh-CN": "应要求停止" },
  interrupted: { en: "interrupted at the terminal", "zh-CN": "在终端被中断" },
  denied: { en: "{by} did not allow it, and {cli} ended its turn", "zh-CN": "{by} 没有允许，{cli} 结束了这个回合" },
  reportedNow: { en: "the CLI has reported it itself, with the details", "zh-CN": "CLI 已自己报告，并带有详情" },
  atDeskNow: { en: "someone is at the terminal, where it is asked now", "zh-CN": "有人在终端，现在改在那里询问" },
  sessionEnded: { en: "the session was ended", "zh-CN": "会话被结束" },
  noAnswer: { en: "{cli} stopped without an answer", "zh-CN": "{cli} 停下了，没有给出回答" },
  lostPrompt: {
    en: "Parley was restarted while the prompt was being typed, and it is not in the conversation",
    "zh-CN": "输入提示时 Parley 重启了，对话里没有这条提示",
  },
  notStored: { en: "Parley could not store what the agent reported", "zh-CN": "Parley 没能保存智能体报告的内容" },
  menuTitle: { en: "{cli} is waiting for a choice at its terminal", "zh-CN": "{cli} 在终端等待选择" },
  unknownMenu: {
    en: "Parley does not know this dialog and presses no key. Answer it at the terminal (parley attach {session}), or stop the turn.",
    "zh-CN": "Parley 不认识这个对话框，不会按任何键。请在终端回答（parley attach {session}），或停止这个回合。",
  },
  stopOption: { en: "Stop this turn", "zh-CN": "停止这个回合" },
  menuGone: { en: "the dialog was closed at the terminal", "zh-CN": "对话框已在终端关闭" },
  screenPicture: { en: "What the terminal shows", "zh-CN": "终端画面" },
  patternPrompt: {
    en: "{cli} is waiting for input at its terminal. Your answer is typed there as it is.",
    "zh-CN": "{cli} 在终端等待输入。你的回答会原样输入。",
  },
  passwordPrompt: {
    en: "{cli}'s terminal asks for a password. Type it on this page, which works once: {url}\nDo not write it in the chat.",
    "zh-CN": "{cli} 的终端在等待密码。请在这个只能用一次的页面输入：{url}\n不要写在聊天里。",
  },
  passwordNoPage: {
    en: "{cli}'s terminal asks for a password. Type it at the terminal (parley attach {session}), not in the chat.",
    "zh-CN": "{cli} 的终端在等待密码。请在终端输入（parley attach {session}），不要写在聊天里。",
  },
  passwordTyped: { en: "the password was typed", "zh-CN": "密码已输入" },
  notRunning: {
    en: "{session} has no terminal yet. It starts with the first prompt, or with the restart command.",
    "zh-CN": "{session} 还没有终端。第一条提示或 restart 命令会启动它。",
  },
  textIntoMenu: {
    en: "The screen shows a menu, and text and Enter typed there could mean yes. Press single keys, or answer the question.",
    "zh-CN": "屏幕上是一个菜单，在那里打字再回车可能等于同意。请只按单个按键，或回答提问。",
  },
  commandDone: { en: "{command} was run; it printed nothing.", "zh-CN": "已执行 {command}，没有输出。" },
});

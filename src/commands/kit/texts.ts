import { sentences } from "#lib/words/sentence";

/** Errors in a typed line, and the texts of help. */
export const commandTexts = sentences({
  unknownCommand: {
    en: "There is no command `{prefix}{name}`. `{prefix}help` lists the commands. Nothing was sent to a session.",
    "zh-CN": "没有命令 `{prefix}{name}`。`{prefix}help` 列出所有命令。没有发给任何会话。",
  },
  unknownCommandNear: {
    en: "There is no command `{prefix}{name}`. Did you mean `{prefix}{nearest}`? Nothing was sent to a session.",
    "zh-CN": "没有命令 `{prefix}{name}`。你是想用 `{prefix}{nearest}` 吗？没有发给任何会话。",
  },
  unknownInTerminal: {
    en: "There is no command `{name}`. `help` lists the commands. Nothing was run.",
    "zh-CN": "没有命令 `{name}`。`help` 列出所有命令。没有运行任何命令。",
  },
  unknownInTerminalNear: {
    en: "There is no command `{name}`. Did you mean `{nearest}`? Nothing was run.",
    "zh-CN": "没有命令 `{name}`。你是想用 `{nearest}` 吗？没有运行任何命令。",
  },
  unknownFileCommand: {
    en: "There is no command `{name}`: this is not a shell. To list, read, search or write files, use the agent's own file tools. `help` lists the commands.",
    "zh-CN": "没有命令 `{name}`：这里不是 shell。列出、读取、搜索和写入文件请用智能体自己的文件工具。`help` 列出所有命令。",
  },
  unknownSub: {
    en: "`{name}` has no subcommand `{sub}`. Available: {known}.",
    "zh-CN": "`{name}` 没有子命令 `{sub}`。可用：{known}。",
  },
  subMissing: {
    en: "`{name}` requires a subcommand: {known}.",
    "zh-CN": "`{name}` 需要一个子命令：{known}。",
  },
  flagBadValue: {
    en: "`{flag}` cannot be “{value}”. Accepted: {wanted}.",
    "zh-CN": "`{flag}` 不能是“{value}”。可用的值：{wanted}。",
  },
  wholeNumber: { en: "a whole number from {min} to {max}", "zh-CN": "{min} 到 {max} 的整数" },
  usage: { en: "{problem} Usage: `{prefix}{usage}`", "zh-CN": "{problem} 用法：`{prefix}{usage}`" },
  flagOneOf: { en: "Give exactly one of {flags}.", "zh-CN": "请在 {flags} 中只给出一个。" },
  flagMissing: { en: "`{flag}` is missing.", "zh-CN": "缺少 `{flag}`。" },
  argMissing: { en: "`<{arg}>` is missing.", "zh-CN": "缺少 `<{arg}>`。" },
  argExtra: {
    en: "“{arg}” is one argument too many. Put a value with spaces in double quotes.",
    "zh-CN": "“{arg}”是多余的。含空格的值请放在双引号里。",
  },
  flagUnknown: { en: "There is no option `{flag}`.", "zh-CN": "没有选项 `{flag}`。" },
  flagUnknownNear: {
    en: "There is no option `{flag}`. Did you mean `{nearest}`?",
    "zh-CN": "没有选项 `{flag}`。你是想用 `{nearest}` 吗？",
  },
  flagTwice: { en: "`{flag}` is given twice. Give it once.", "zh-CN": "`{flag}` 出现了两次。只写一次。" },
  flagNeedsValue: { en: "`{flag}` requires a value.", "zh-CN": "`{flag}` 后面需要一个值。" },
  flagEquals: {
    en: "Write the value of `{flag}` after a space, not after `=`.",
    "zh-CN": "`{flag}` 的值请用空格隔开，不要用 `=`。",
  },
  flagForbidden: {
    en: "`{flag}` is refused: a secret on a command line ends up in logs. Put it into `secrets/.env` of the command's skill, the only place it is read from.",
    "zh-CN": "拒绝 `{flag}`：写在命令行里的密钥会进入日志。请放进该命令所属技能的 `secrets/.env`；命令只从那里读取。",
  },
  flagValueDash: {
    en: "`{flag}` requires a value, and `{value}` looks like another option. Write a file name that starts with a dash as `./{value}`.",
    "zh-CN": "`{flag}` 后面需要一个值，而 `{value}` 会被当作另一个选项。文件名以短横线开头时请写成 `./{value}`。",
  },
  lineEmpty: { en: "The line is empty: there is no command.", "zh-CN": "这一行没有命令。" },
  lineTooLong: {
    en: "The line has {length} characters; a command may have {max}. Shorten it.",
    "zh-CN": "这一行有 {length} 个字符；命令最多 {max} 个。请缩短。",
  },
  lineQuoteOpen: {
    en: 'The double quote at character {at} is never closed. Close it, or write `\\"` for a plain one.',
    "zh-CN": '第 {at} 个字符的双引号没有闭合。请补上，或用 `\\"` 表示普通引号。',
  },
  lineEscapeOpen: {
    en: "The backslash at character {at} has nothing after it. Write `\\\\` for a plain one.",
    "zh-CN": "第 {at} 个字符的反斜杠后面没有内容。请用 `\\\\` 表示普通反斜杠。",
  },
  lineForbidden: {
    en: "`{what}` at character {at} is shell syntax, and commands do not go through a shell. Put it in double quotes if it is text.",
    "zh-CN": "第 {at} 个字符的 `{what}` 是 shell 语法，而命令不经过 shell。如果它是文字，请放在双引号里。",
  },
  lineBroken: {
    en: "A command is one line, and there is a line break at character {at}. Remove it.",
    "zh-CN": "命令只能有一行，而第 {at} 个字符是换行。请去掉。",
  },
  lineControl: {
    en: "There is an invisible control character (U+{code}) at character {at}. Remove it.",
    "zh-CN": "第 {at} 个字符是看不见的控制字符 (U+{code})。请去掉。",
  },
  helpLine: { en: "- `{prefix}{usage}` - {summary}", "zh-CN": "- `{prefix}{usage}` - {summary}" },
  summarySessions: { en: "lists all sessions", "zh-CN": "列出所有会话" },
  summaryUse: { en: "switches the session of this chat", "zh-CN": "切换当前会话" },
  summaryNew: { en: "creates a session", "zh-CN": "创建新会话" },
  summaryWhoami: { en: "shows the current session, and who you are here", "zh-CN": "显示当前会话信息，以及你在这里的身份" },
  summaryStatus: { en: "shows the state of all sessions and links", "zh-CN": "显示所有会话和连接的状态" },
  summaryListen: { en: "sets which messages of this group go to the agent", "zh-CN": "设置本群中哪些消息交给智能体" },
  argListen: { en: "`all` for every message, `mentions` for messages that address it", "zh-CN": "`all` 为全部消息，`mentions` 为只接收 @ 或回复它的消息" },
  argStopAll: { en: "`all` to remove queued messages too", "zh-CN": "`all` 为同时取消排队的消息" },
  argUseSession: { en: "the session's name, or auto to let the rules choose again", "zh-CN": "会话名称；写 auto 则重新由规则选择" },
  argSession: { en: "the session's name", "zh-CN": "会话名称" },
  argNewName: { en: "the new session's name", "zh-CN": "新会话的名称" },
  argCli: { en: "the CLI that it runs, for example claude", "zh-CN": "要运行的 CLI，例如 claude" },
  argDir: { en: "the folder it works in", "zh-CN": "工作目录" },
  argWorktree: { en: "work in a git worktree of its own", "zh-CN": "使用自己的 git worktree" },
  dirTwice: { en: "The directory is given twice. Give it once.", "zh-CN": "目录写了两次。只写一次。" },
  argOut: { en: "the file to write, inside the workspace", "zh-CN": "要写入的文件，位于工作区内" },
  argConfirm: { en: "replace the file if it exists", "zh-CN": "文件已存在时覆盖" },
  summaryStop: { en: "stops what a session is doing", "zh-CN": "停止会话正在做的事" },
});

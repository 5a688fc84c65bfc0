import { sentences } from "./sentence.ts";

/** What is wrong with a typed line, and what help says. */
export const commandWords = sentences({
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
    "zh-CN": "没有命令 `{name}`。`help` 列出所有命令。没有运行任何东西。",
  },
  unknownInTerminalNear: {
    en: "There is no command `{name}`. Did you mean `{nearest}`? Nothing was run.",
    "zh-CN": "没有命令 `{name}`。你是想用 `{nearest}` 吗？没有运行任何东西。",
  },
  unknownFileCommand: {
    en: "There is no command `{name}`: this is no shell. Files are listed, read, searched and written with the agent's own file tools. `help` lists the commands.",
    "zh-CN": "没有命令 `{name}`：这里不是 shell。列出、读取、搜索和写入文件请用代理自己的文件工具。`help` 列出所有命令。",
  },
  unknownSub: {
    en: "`{name}` has no `{sub}`. It has: {known}.",
    "zh-CN": "`{name}` 没有 `{sub}`。可用：{known}。",
  },
  subMissing: {
    en: "`{name}` needs a word behind it: {known}.",
    "zh-CN": "`{name}` 后面还需要一个词：{known}。",
  },
  flagBadValue: {
    en: "`{flag}` cannot be “{value}”. It takes: {wanted}.",
    "zh-CN": "`{flag}` 不能是“{value}”。可用的值：{wanted}。",
  },
  wholeNumber: { en: "a whole number from {min} to {max}", "zh-CN": "{min} 到 {max} 的整数" },
  usage: { en: "{problem} Usage: `{prefix}{usage}`", "zh-CN": "{problem} 用法：`{prefix}{usage}`" },
  flagMissing: { en: "`{flag}` is missing.", "zh-CN": "缺少 `{flag}`。" },
  argMissing: { en: "`<{arg}>` is missing.", "zh-CN": "缺少 `<{arg}>`。" },
  argExtra: {
    en: "“{arg}” is one word too many. Put a value with spaces in double quotes.",
    "zh-CN": "“{arg}”是多余的。含空格的值请放在双引号里。",
  },
  flagUnknown: { en: "There is no option `{flag}`.", "zh-CN": "没有选项 `{flag}`。" },
  flagUnknownNear: {
    en: "There is no option `{flag}`. Did you mean `{nearest}`?",
    "zh-CN": "没有选项 `{flag}`。你是想用 `{nearest}` 吗？",
  },
  flagTwice: { en: "`{flag}` is given twice. Give it once.", "zh-CN": "`{flag}` 出现了两次。只写一次。" },
  flagNeedsValue: { en: "`{flag}` needs a value after it.", "zh-CN": "`{flag}` 后面需要一个值。" },
  flagEquals: {
    en: "Write the value of `{flag}` after a space, not after `=`.",
    "zh-CN": "`{flag}` 的值请用空格隔开，不要用 `=`。",
  },
  flagForbidden: {
    en: "`{flag}` is refused: a secret on a command line ends up in logs. Put it into the `secrets/.env` of the command's skill; it is read from nowhere else.",
    "zh-CN": "拒绝 `{flag}`：写在命令行里的密钥会进入日志。请放进该命令所属技能的 `secrets/.env`；命令只从那里读取。",
  },
  flagValueDash: {
    en: "`{flag}` needs a value after it, and `{value}` reads as another flag. A file whose name begins with a dash is written `./{value}`.",
    "zh-CN": "`{flag}` 后面需要一个值，而 `{value}` 会被当作另一个选项。文件名以短横线开头时请写成 `./{value}`。",
  },
  lineEmpty: { en: "The line has no command.", "zh-CN": "这一行没有命令。" },
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
  commandFailed: {
    en: "`{prefix}{name}` broke off because of an error in the hub, which is in its log as {run}.",
    "zh-CN": "`{prefix}{name}` 因枢纽内部错误中断，日志中的编号是 {run}。",
  },
  commandTimeout: {
    en: "`{prefix}{name}` took longer than {span} and was stopped.",
    "zh-CN": "`{prefix}{name}` 超过 {span}，已停止。",
  },
  helpIntro: { en: "Commands start with `{prefix}`:", "zh-CN": "命令以 `{prefix}` 开头：" },
  helpLine: { en: "- `{prefix}{usage}` - {summary}", "zh-CN": "- `{prefix}{usage}` - {summary}" },
  helpRest: {
    en: "Everything else goes to the session as you typed it, `/help` included.",
    "zh-CN": "其他内容都会原样发给会话，包括 `/help`。",
  },
  summarySessions: { en: "lists all sessions", "zh-CN": "列出所有会话" },
  summaryUse: { en: "switches the session of this chat", "zh-CN": "切换当前会话" },
  summaryNew: { en: "creates a session", "zh-CN": "创建新会话" },
  summaryWhoami: { en: "shows the current session, and who you are here", "zh-CN": "显示当前会话信息，以及你在这里的身份" },
  summaryStatus: { en: "shows the state of all sessions and links", "zh-CN": "显示所有会话和连接的状态" },
  summaryHelp: { en: "explains the commands", "zh-CN": "帮助信息" },
  summaryStop: { en: "stops what a session is doing", "zh-CN": "停止会话正在做的事" },
});

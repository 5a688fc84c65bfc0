// Fetched with the terminal, in both languages: few words, needed only by those who open it.

const en = {
  close: "Close the terminal",
  ofSession: (name: string): string => `Commands run in session ${name}`,
  ofYours: "Commands run in a session of your own",
  nothingRan: "Nothing has been run in this thread yet. help lists the commands.",
  commandLine: "Command",
  suggestions: "Matching commands; Tab completes the first",
  run: "Run",
  input: "Input",
  inputLabel: "Input for the command",
  inputHint: "Text passed to the command as its input",
  sending: "sending",
  notRun: "not run",
  output: "Output",
  errors: "Errors",
  result: "Result",
  openText: "Open text",
  copyOutput: "Copy output",
  copyResult: "Copy result",
  copied: "Copied",
  wroteNothing: "No output.",
  cut: "The middle was truncated.",
  cutWithFile: "The middle was truncated; a file below has the full output.",
};

type TerminalWords = typeof en;

const zh: TerminalWords = {
  close: "关闭终端",
  ofSession: (name) => `命令在会话 ${name} 中运行`,
  ofYours: "命令在你自己的会话中运行",
  nothingRan: "此话题还没有运行过命令。help 列出命令。",
  commandLine: "命令",
  suggestions: "可用的命令；按 Tab 采用第一个",
  run: "运行",
  input: "输入",
  inputLabel: "命令读取的输入内容",
  inputHint: "作为输入交给命令的文本",
  sending: "发送中",
  notRun: "没有运行",
  output: "输出",
  errors: "错误输出",
  result: "结果",
  openText: "打开文字",
  copyOutput: "复制输出",
  copyResult: "复制结果",
  copied: "已复制",
  wroteNothing: "没有输出。",
  cut: "中间部分已省略。",
  cutWithFile: "中间部分已省略；下面的文件里有全部内容。",
};

export const terminalWords = { en, "zh-CN": zh } as const;

import { sentences } from "#lib/words/sentence";

export const execTexts = sentences({
  argLine: { en: "the command line to run", "zh-CN": "要运行的命令行" },
  summaryExec: { en: "runs a terminal command", "zh-CN": "运行终端命令" },
});

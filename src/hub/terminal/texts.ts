import { sentences } from "#lib/words/sentence";

/** The terminal: runs, approvals of runs, third parties. */
export const terminalTexts = sentences({
  commandFailed: {
    en: "`{prefix}{name}` failed because of an internal error. See {run} in the hub's log.",
    "zh-CN": "`{prefix}{name}` 因枢纽内部错误中断，日志中的编号是 {run}。",
  },
  commandTimeout: {
    en: "`{prefix}{name}` took longer than {span} and was stopped.",
    "zh-CN": "`{prefix}{name}` 超过 {span}，已停止。",
  },
  secretsTooLarge: {
    en: "`{path}` is larger than {max}. It holds a few names and values: check that it is the right file.",
    "zh-CN": "`{path}` 大于 {max}。它只应包含少量名称和值：请检查文件是否正确。",
  },
  secretsNotText: { en: "`{path}` is not valid UTF-8 text. Save it as UTF-8.", "zh-CN": "`{path}` 不是有效的 UTF-8 文本。请以 UTF-8 保存。" },
  secretsBadLine: {
    en: "Line {line} of `{path}` cannot be read: {problem}. Write NAME=value; the line itself is not shown here because it may hold a secret.",
    "zh-CN": "`{path}` 第 {line} 行无法读取：{problem}。请写成 NAME=value；该行可能含有密钥，因此这里不显示。",
  },
  secretsNoEquals: { en: "it has no `=`", "zh-CN": "没有 `=`" },
  secretsBadName: { en: "the name before `=` may have letters, digits and `_` only", "zh-CN": "`=` 前的名称只能含字母、数字和 `_`" },
  secretsOpenQuote: { en: "a quote is not closed on the same line", "zh-CN": "引号没有在同一行闭合" },
  secretsAfterQuote: { en: "there is text after the closing quote", "zh-CN": "闭合引号后还有内容" },
  secretsControl: { en: "it contains an invisible control character", "zh-CN": "含有看不见的控制字符" },
  sessionMissingHere: {
    en: "There is no session “{name}”. `parley status` and the page list the sessions.",
    "zh-CN": "会话“{name}”不存在。可用 `parley status` 或在页面上查看现有会话。",
  },
  stdinTooLong: {
    en: "The input has {chars} characters; this command accepts {max}. Nothing was run.",
    "zh-CN": "输入内容有 {chars} 个字符；这个命令最多接受 {max} 个。没有运行。",
  },
  runAsks: { en: "waiting for approval", "zh-CN": "正在等待有权限的人批准" },
  inputFacts: { en: "Standard input, {chars} characters, SHA-256 {hash}:", "zh-CN": "标准输入，共 {chars} 个字符，SHA-256 {hash}：" },
  inputCut: { en: "[{chars} more characters are not shown]", "zh-CN": "[另有 {chars} 个字符未显示]" },
  askRun: { en: "{who} wants to run `{line}`.", "zh-CN": "{who} 想运行 `{line}`。" },
  askReplace: { en: "{who} wants to run `{line}`, which replaces the file `{path}`.", "zh-CN": "{who} 想运行 `{line}`，这会替换文件 `{path}`。" },
  runStopped: { en: "The command was stopped before it finished.", "zh-CN": "命令在完成之前已停止。" },
  runDenied: { en: "{who} denied it. It did not run.", "zh-CN": "{who} 拒绝了。没有运行。" },
  runNobodyAnswered: {
    en: "The approval request expired. It did not run; try again.",
    "zh-CN": "有权限的人没有及时回答。没有运行；请再试一次。",
  },
  runWaitsHere: {
    en: "`{line}` needs approval. Those who can approve it have been asked; I'll post the result here.",
    "zh-CN": "`{line}` 需要批准。已发出请求，结果会发在这里。",
  },
  mayNotStopRun: { en: "Only the person who started this run, an admin or the owner may stop it.", "zh-CN": "只有发起者、管理员或所有者可以停止这次运行。" },
  commandInterrupted: {
    en: "`{line}` was interrupted by a restart of the hub and may have run partially. Run it again.",
    "zh-CN": "`{line}` 被枢纽重启打断，可能只运行了一部分。请重新运行。",
  },
});

import { sentences } from "#lib/words/sentence";

/** What people are told about an agent that speaks ACP. Reasons have no full stop: they stand inside another sentence. */
export const acpTexts = sentences({
  commandMissing: { en: "{command} was not found. Install it: {install}", "zh-CN": "找不到 {command}。安装方法：{install}" },
  programMissing: { en: "the program {command} was not found", "zh-CN": "找不到程序 {command}" },
  noCommand: {
    en: "no program is configured for this agent. Set start_cmd in the session, or cli_adapters.acp.command",
    "zh-CN": "没有配置这个智能体的启动程序。请设置会话的 start_cmd，或 cli_adapters.acp.command",
  },
  badStartCommand: { en: "start_cmd cannot be read: a quote is not closed", "zh-CN": "start_cmd 无法解析：有引号没有闭合" },
  directoryMissing: { en: "the directory {directory} does not exist", "zh-CN": "目录 {directory} 不存在" },
  runAsUnsupported: {
    en: "a session over ACP cannot run as another user yet. Remove run_as",
    "zh-CN": "ACP 会话还不能以其他用户运行。请删除 run_as",
  },
  notReady: { en: "{agent} did not get ready within {seconds} s", "zh-CN": "{agent} 在 {seconds} 秒内没有准备好" },
  wrongVersion: {
    en: "{agent} speaks version {version} of the protocol, which Parley does not know",
    "zh-CN": "{agent} 使用协议版本 {version}，Parley 不认识",
  },
  notLoggedIn: { en: "{agent} is not logged in. Log in at a terminal first ({methods})", "zh-CN": "{agent} 尚未登录。请先在终端登录（{methods}）" },
  noAskingMode: {
    en: "{agent} has no mode in which it asks before it acts (it is in “{mode}”)",
    "zh-CN": "{agent} 没有会先询问再行动的模式（当前是“{mode}”）",
  },
  exited: { en: "{agent} exited", "zh-CN": "{agent} 已退出" },
  exitedSaying: { en: "{agent} exited. Its last words: {words}", "zh-CN": "{agent} 已退出。最后的输出：{words}" },
  closed: { en: "{agent} closed the connection", "zh-CN": "{agent} 关闭了连接" },
  starting: { en: "{agent} is being started again", "zh-CN": "正在重新启动 {agent}" },
  turnUnderWay: { en: "another turn is in progress", "zh-CN": "另一个回合正在进行" },
  begunBefore: { en: "this turn was already started", "zh-CN": "这个回合已经开始过" },
  ended: { en: "the session has ended", "zh-CN": "会话已结束" },
  stopped: { en: "stopped on request", "zh-CN": "应要求停止" },
  sessionEnded: { en: "the session was ended", "zh-CN": "会话被结束" },
  lost: {
    en: "Parley was restarted while the agent worked on it. The conversation is kept: send the prompt again if the work is not done",
    "zh-CN": "智能体处理时 Parley 重启了。对话已保留：如果还没有完成，请再发一次",
  },
  notResumed: { en: "the earlier conversation could not be continued, so this is a new one", "zh-CN": "之前的对话无法继续，这是一个新的对话" },
  noAnswer: { en: "{agent} ended the turn without an answer", "zh-CN": "{agent} 结束了回合，没有给出回答" },
  cancelled: { en: "{agent} ended the turn", "zh-CN": "{agent} 结束了这个回合" },
  maxTokens: { en: "the model reached its limit of tokens", "zh-CN": "模型达到了 token 上限" },
  maxRequests: { en: "the agent reached its limit of model requests in one turn", "zh-CN": "智能体达到了一个回合的模型请求上限" },
  refusal: { en: "the model refused to continue", "zh-CN": "模型拒绝继续" },
  notStored: { en: "Parley could not store what the agent reported", "zh-CN": "Parley 没能保存智能体报告的内容" },
  mayRun: { en: "May I run this command?", "zh-CN": "可以运行这个命令吗？" },
  mayChange: { en: "May I change {file}?", "zh-CN": "可以修改 {file} 吗？" },
  mayDelete: { en: "May I delete {file}?", "zh-CN": "可以删除 {file} 吗？" },
  may: { en: "May I do this: {what}", "zh-CN": "可以这样做吗：{what}" },
  denyAndStop: { en: "No, stop this turn", "zh-CN": "不，停止这个回合" },
  picture: { en: "An image from the agent", "zh-CN": "智能体生成的图片" },
});

import { sentences } from "#lib/words/sentence";

/** Startup warnings: what is valid but probably unintended, and what is configured but unavailable. */
export const configTexts = sentences({
  everyoneMayPrompt: {
    en: "security.whitelist_enabled is false: anyone who finds a chat of this hub can prompt its agents. They cannot answer questions or run admin commands.",
    "zh-CN": "security.whitelist_enabled 为 false：任何找到此 Parley 聊天的人都能向智能体发送提示。他们不能回答问题，也不能执行管理员命令。",
  },
  watchdogOff: {
    en: "watchdog.enabled is false: prompts that an agent shows on its screen without reporting them will not be noticed.",
    "zh-CN": "watchdog.enabled 为 false：智能体只显示在屏幕上而没有上报的提问不会被发现。",
  },
  literalSecret: {
    en: "{key} is a secret stored in the file. Write {variable} instead and set {name} in the environment.",
    "zh-CN": "{key} 是直接写在文件中的密钥。请改写为 {variable}，并在环境变量中设置 {name}。",
  },
  unknownApprover: {
    en: "questions.approvers names {name}, but the file has no such person. The entry takes effect once someone with that name is added.",
    "zh-CN": "questions.approvers 中的 {name} 不在文件的人员里。添加同名人员后，这一项才会生效。",
  },
  variableNotSecret: {
    en: "{variable} has no effect: variables set secrets only. Write {key} in the configuration file.",
    "zh-CN": "{variable} 不起作用：环境变量只能设置密钥。请在配置文件中写 {key}。",
  },
  variableNoSection: {
    en: "{variable} has no effect: the configuration file has no {section}.",
    "zh-CN": "{variable} 不起作用：配置文件中没有 {section}。",
  },
  envFileUnreadable: { en: "{file} cannot be read ({code}); its variables are not set.", "zh-CN": "无法读取 {file}（{code}），其中的变量没有设置。" },
  envFileBadLine: {
    en: "{file}: line {line} cannot be parsed, so none of its variables is set.",
    "zh-CN": "{file}：第 {line} 行无法解析，因此其中的变量都没有设置。",
  },
  envFileOpen: { en: "{file} can be read by others. Run chmod 600 {file}.", "zh-CN": "其他用户可以读取 {file}。请执行 chmod 600 {file}。" },

  channelNotBuilt: { en: "This version has no {title} channel yet.", "zh-CN": "此版本还没有 {title} 渠道。" },
  cliNotDriven: { en: "This version cannot drive {cli} yet.", "zh-CN": "此版本还不能驱动 {cli}。" },
  noCliAgents: { en: "This version cannot drive command-line agents yet.", "zh-CN": "此版本还不能驱动命令行智能体。" },
  noScreens: { en: "This version does not watch screens yet.", "zh-CN": "此版本还不会监视屏幕。" },
  noPrograms: { en: "This version does not start programs for sessions yet.", "zh-CN": "此版本还不会为会话启动程序。" },
  noModelAgent: { en: "This version has no agent that uses this model yet.", "zh-CN": "此版本还没有使用该模型的智能体。" },
  noDeliveryAgent: { en: "This version has no delivery agent yet.", "zh-CN": "此版本还没有交付智能体。" },

  channelSilent: {
    en: "Nothing is sent or received there. Set enabled: false to hide this warning.",
    "zh-CN": "那里不会收发任何消息。设置 enabled: false 可隐藏此警告。",
  },
  removeSection: { en: "Remove the section to hide this warning.", "zh-CN": "删除这一节可隐藏此警告。" },
  disableSection: { en: "Set enabled: false to hide this warning.", "zh-CN": "设置 enabled: false 可隐藏此警告。" },
  sessionNotDriven: { en: "This version cannot drive {cli} sessions yet.", "zh-CN": "此版本还不能驱动 {cli} 会话。" },
  sessionListedOnly: {
    en: "The session is listed but takes no prompts. Remove it to hide this warning.",
    "zh-CN": "会话会列出，但不接受提示。删除它可隐藏此警告。",
  },
  noWorkDir: { en: "The directory {path} does not exist.", "zh-CN": "目录 {path} 不存在。" },
  createOrCorrect: { en: "Create it, or correct the path.", "zh-CN": "请创建该目录，或更正路径。" },
  noModel: { en: "No model is configured.", "zh-CN": "没有配置模型。" },
  setModel: {
    en: "Set model.provider, model.name and model.api_key (docs/agents/steward.md).",
    "zh-CN": "请设置 model.provider、model.name 和 model.api_key（docs/agents/steward.md）。",
  },
  sqliteOnly: { en: "This version supports SQLite only.", "zh-CN": "此版本只支持 SQLite。" },
  removeStoreUrl: { en: "Remove the key. Until then data is stored in {path}.", "zh-CN": "请删除该项。在此之前，数据存储在 {path}。" },
  logUnwritable: { en: "{file} cannot be written.", "zh-CN": "无法写入 {file}。" },
  logMakeWritable: { en: "Create its directory and make it writable for this user.", "zh-CN": "请创建它所在的目录，并允许当前用户写入。" },
  logGoesTo: { en: "Until then the log goes to {folder}.", "zh-CN": "在此之前，日志写入 {folder}。" },
  ruleNoSession: { en: "There is no session {session} in the configuration.", "zh-CN": "配置中没有会话 {session}。" },
  ruleCorrectSession: {
    en: "The rule is skipped. Correct the name, or add the session.",
    "zh-CN": "该规则会被跳过。请更正名称，或添加该会话。",
  },
  ruleInvitesOff: { en: "Invitations by rules are off.", "zh-CN": "未启用按规则邀请。" },
  ruleEnableInvites: {
    en: "The rule is skipped. Set routing.invitations.enabled: true, or remove the rule.",
    "zh-CN": "该规则会被跳过。请设置 routing.invitations.enabled: true，或删除该规则。",
  },
});

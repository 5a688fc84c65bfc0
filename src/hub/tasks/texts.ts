import { sentences } from "#lib/words/sentence";

export const taskTexts = sentences({
  noPrompt: { en: "Say what is to be delivered.", "zh-CN": "请说明要交付什么。" },
  needsGitUrl: {
    en: "A delivery from a repository needs its address (git_url). Give it, or start from empty.",
    "zh-CN": "从仓库开始的交付需要仓库地址（git_url）。请提供地址，或从空目录开始。",
  },
  badGitUrl: {
    en: "{url} cannot be cloned: use an https, ssh or git address without spaces.",
    "zh-CN": "无法克隆 {url}：请使用不含空格的 https、ssh 或 git 地址。",
  },
  badGitRef: { en: "{ref} is not the name of a branch, a tag or a commit.", "zh-CN": "{ref} 不是分支、标签或提交的名称。" },
  urlWithoutGit: {
    en: "git_url is given, but source_type is empty. Use source_type git, or leave the address out.",
    "zh-CN": "给出了 git_url，但 source_type 是 empty。请改用 git，或去掉地址。",
  },
  needsTarget: {
    en: "Name the chat that gets the archive: target_type and target_id, or a target such as telegram/-100123.",
    "zh-CN": "请指定接收压缩包的聊天：target_type 和 target_id，或 telegram/-100123 这样的 target。",
  },
  noSuchChannel: { en: "There is no channel {channel}. Configured: {known}.", "zh-CN": "没有名为 {channel} 的通道。已配置：{known}。" },
  whichChannel: {
    en: "Several chats are configured ({known}), so target_type does not say which one is meant. Give target as CHANNEL/ROOM.",
    "zh-CN": "配置了多个通道（{known}），仅凭 target_type 无法确定。请用 CHANNEL/ROOM 的形式给出 target。",
  },
  notReachable: { en: "{target} cannot be reached there.", "zh-CN": "在那里无法联系到 {target}。" },
  mayNotDeliver: { en: "You may not start code deliveries here. Ask an admin.", "zh-CN": "你没有发起代码交付的权限，请联系管理员。" },
  disabled: { en: "Code deliveries are turned off on this hub (code_delivery.enabled).", "zh-CN": "此处已关闭代码交付（code_delivery.enabled）。" },
  askTitle: { en: "Code delivery to {target}", "zh-CN": "向 {target} 交付代码" },
  askPrompt: {
    en: "{who} wants a code delivery sent to {target}. Its commands run in a container, with network access unless the configuration closes it.",
    "zh-CN": "{who} 请求向 {target} 交付代码。命令将在容器中运行；除非配置已关闭网络，否则可以联网。",
  },
  notAllowedHere: { en: "The delivery {task} was not allowed.", "zh-CN": "交付 {task} 未获批准。" },
  noSuchTask: { en: "There is no delivery {task}.", "zh-CN": "没有交付 {task}。" },
  outcomeElsewhere: { en: "Delivery {task}: {text}", "zh-CN": "交付 {task}：{text}" },
  outcomeSent: { en: "the archive was sent to {target}", "zh-CN": "压缩包已发送到 {target}" },
});

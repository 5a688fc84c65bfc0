import { sentences } from "#lib/words/sentence";

export const pairingTexts = sentences({
  pairingCode: {
    en: "Your pairing code is **{code}**, valid for one hour: the administrator can let you in with it. If Parley knows you on another platform, send `{prefix}link {code}` there.",
    "zh-CN": "你的配对码是 **{code}**（一小时内有效），管理员可以用它添加你。如果你已在其他平台使用 Parley，请在那里发送 `{prefix}link {code}`。",
  },
  wrongCode: {
    en: "This code is unknown, used or expired. Check that it was typed correctly, or ask for a new one.",
    "zh-CN": "这个代码无效、已使用或已过期。请检查是否输入正确，或重新获取。",
  },
  tooManyTries: {
    en: "Too many wrong codes. Try again in {minutes} minutes.",
    "zh-CN": "错误次数过多。请在 {minutes} 分钟后重试。",
  },
  notVerified: {
    en: "Your account is not verified on this network, so it cannot be linked. Log in to the network's services first.",
    "zh-CN": "你的账号在该网络上未经验证，不能关联。请先登录该网络的服务账号。",
  },
  onlyPeople: {
    en: "Only people whom the hub knows can link accounts. Ask the administrator to add you.",
    "zh-CN": "只有已添加的成员可以关联账号。请联系管理员添加你。",
  },
  accountInFile: {
    en: "The account {account} belongs to {name} in the configuration file. Change it there and restart the hub.",
    "zh-CN": "账号 {account} 在配置文件中属于 {name}。请在文件中修改，然后重启枢纽。",
  },
  linkCode: {
    en: "Your code is **{code}**. Send `{prefix}link {code}` from your account on the other platform within {minutes} minutes; that account then acts as you, so show the code to nobody.",
    "zh-CN": "你的代码是 **{code}**。请在 {minutes} 分钟内用你在另一个平台的账号发送 `{prefix}link {code}`；之后那个账号就代表你，因此不要把代码告诉任何人。",
  },
  toldJoined: {
    en: "{name} linked the account {account} with a code. It now acts as {name}. If this was not intended, send `{prefix}unlink {account}`.",
    "zh-CN": "{name} 用代码关联了账号 {account}。该账号现在代表 {name}。如非本意，请发送 `{prefix}unlink {account}`。",
  },
  toldPaired: {
    en: "The account {account} now belongs to {name}; its pairing code was approved by {by} from {where}.",
    "zh-CN": "账号 {account} 现在属于 {name}；其配对码由 {by} 从 {where} 批准。",
  },
});

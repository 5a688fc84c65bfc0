import { sentences } from "#lib/words/sentence";

/** Who has access, who may do what, and notices to the owner about it. */
export const accessTexts = sentences({
  notAllowed: {
    en: "You are not allowed to use this hub. Ask the administrator to add your account {account}.",
    "zh-CN": "未授权用户：请联系管理员添加你的账号 {account}。",
  },
  notLoggedIn: {
    en: "You are not allowed to use this hub: anybody can take the name {name}. Log in to your account on this network (with NickServ) and write again.",
    "zh-CN": "未授权用户：任何人都可以使用名字 {name}。请先登录你在此网络的账号（NickServ），再发一次。",
  },
  roleNeeded: {
    en: "This requires the role {role}; yours is {mine}. Ask someone who has it.",
    "zh-CN": "此操作需要 {role} 角色，而你是 {mine}。请联系有此角色的人。",
  },
  guestMayNot: {
    en: "You are a guest here and may only write to sessions. Ask the administrator to add your account {account}.",
    "zh-CN": "你是访客，只能给会话发消息。请联系管理员添加你的账号 {account}。",
  },
  agentMayNot: {
    en: "The agent token of {agent} does not allow this. The owner can create one that does.",
    "zh-CN": "{agent} 的智能体令牌不允许这样做。所有者可以另建一个允许的令牌。",
  },
  needsApproval: {
    en: "{what} needs approval. It did not run.",
    "zh-CN": "{what} 需要批准。没有运行。",
  },
  noOwner: {
    en: "This hub has no owner yet. Open the claim link it printed at start, or run `parley login` on its machine.",
    "zh-CN": "这个枢纽还没有所有者。请打开启动时打印的认领链接，或在它的机器上运行 `parley login`。",
  },
  badToken: {
    en: "This token is unknown, expired or revoked. Log in again with a link from `parley login`, or create a new token.",
    "zh-CN": "这个令牌未知、已过期或已撤销。请用 `parley login` 给出的链接重新登录，或新建令牌。",
  },
  linkUsed: {
    en: "This link has already been used. `parley login` prints a new one.",
    "zh-CN": "这个链接已经用过。`parley login` 会打印新的链接。",
  },
  linkExpired: {
    en: "This link was valid for 15 minutes and has expired. `parley login` prints a new one.",
    "zh-CN": "这个链接的有效期是 15 分钟，现已过期。`parley login` 会打印新的链接。",
  },
  linkUnknown: {
    en: "Unknown link. Check that it was copied completely, or print a new one with `parley login`.",
    "zh-CN": "链接无效。请检查是否复制完整，或用 `parley login` 打印新的链接。",
  },
  hasOwner: {
    en: "This hub already has an owner and cannot be claimed. Ask the owner to add you.",
    "zh-CN": "这个枢纽已有所有者，不能再认领。请让所有者添加你。",
  },
  whichOwner: {
    en: "There are several owners: {names}. Choose one with `--person NAME`.",
    "zh-CN": "有多位所有者：{names}。请用 `--person NAME` 指定。",
  },
  personUnknown: {
    en: "There is no person called {name}. `parley people list` lists everyone.",
    "zh-CN": "没有叫 {name} 的成员。`parley people list` 列出所有成员。",
  },
  agentNameTaken: {
    en: "The name {name} belongs to a person, a session, another agent or Parley itself. Choose another name for this agent.",
    "zh-CN": "名字 {name} 属于某个成员、会话、其他智能体或 Parley 本身。请给这个智能体换一个名字。",
  },
  personNameTaken: {
    en: "A person called {name} already exists. Choose another name.",
    "zh-CN": "已有叫 {name} 的成员。请换一个名字。",
  },
  fromConfig: {
    en: "{name} comes from the configuration file. Change it there and restart the hub.",
    "zh-CN": "{name} 来自配置文件。请在文件中修改，然后重启枢纽。",
  },
  toldNewRole: {
    en: "{name} is now {role}, added by {by} from {where}. If this was not intended, run `parley people remove {name}`.",
    "zh-CN": "{name} 现在是 {role}，由 {by} 从 {where} 添加。如非本意，请运行 `parley people remove {name}`。",
  },
  toldRoleChanged: {
    en: "{name} is now {role}, changed by {by} from {where}.",
    "zh-CN": "{name} 的角色改为 {role}，由 {by} 从 {where} 修改。",
  },
  toldConfigChanged: {
    en: "The configuration was changed by {by} from {where}: {keys}. It takes effect at the next start.",
    "zh-CN": "{by} 从 {where} 修改了配置：{keys}。下次启动后生效。",
  },
  noConfigFile: {
    en: "This hub was started without a configuration that can be edited here. Edit parley.yaml and restart the hub.",
    "zh-CN": "这个枢纽启动时没有可在此编辑的配置。请修改 parley.yaml 并重启枢纽。",
  },
  noticesTopic: { en: "Notices", "zh-CN": "通知" },
  theOperator: { en: "the operator", "zh-CN": "运维人员" },
  toldAccountLinked: {
    en: "The account {account} now belongs to {name}, linked by {by} from {where}.",
    "zh-CN": "账号 {account} 现在属于 {name}，由 {by} 从 {where} 关联。",
  },
  accountUnknown: {
    en: "The account {account} belongs to nobody. `{prefix}who` lists the accounts.",
    "zh-CN": "账号 {account} 不属于任何人。用 `{prefix}who` 查看账号。",
  },
  toldAccountUnlinked: {
    en: "The account {account} no longer belongs to {name}; it was unlinked by {by}. Its chat shows nothing more.",
    "zh-CN": "账号 {account} 不再属于 {name}，由 {by} 解除关联。它的聊天不再显示任何内容。",
  },
  toldAccountMoved: {
    en: "The account {account} now belongs to {name} and no longer to {before}, linked by {by} from {where}.",
    "zh-CN": "账号 {account} 现在属于 {name}，不再属于 {before}，由 {by} 从 {where} 关联。",
  },
  toldPersonRemoved: {
    en: "{name} was removed by {by} from {where}. Their tokens and those they created no longer work, their agents are removed, and agents they invited are terminated.",
    "zh-CN": "{name} 已由 {by} 从 {where} 移除。其持有和创建的令牌不再有效，其智能体已离开，其邀请的智能体会被结束。",
  },
  toldNewToken: {
    en: "A new token for {holder} was created by {by} from {where}. If this was not intended, run `parley token revoke {id}`.",
    "zh-CN": "{by} 从 {where} 为 {holder} 新建了令牌。如非本意，请运行 `parley token revoke {id}`。",
  },
  toldTokenRevoked: {
    en: "The token {id} of {holder} was revoked by {by} from {where}.",
    "zh-CN": "{holder} 的令牌 {id} 已由 {by} 从 {where} 撤销。",
  },
  toldShellAnswer: {
    en: "A question from {session} was answered from a shell on the hub's machine: {choice}. The question was: {prompt}",
    "zh-CN": "有人在枢纽所在机器的命令行回答了 {session} 的提问：{choice}。提问是：{prompt}",
  },
});

import { sentences } from "./sentence.ts";

/** Who may come in, who may do what, and what the owner is told about it. */
export const accessWords = sentences({
  notAllowed: {
    en: "You are not allowed to use this hub. Ask the administrator to add your account {account}.",
    "zh-CN": "未授权用户：请联系管理员添加你的账号 {account}。",
  },
  roleNeeded: {
    en: "This needs the role {role}, and you are {mine}. Ask somebody who has it.",
    "zh-CN": "这需要 {role} 角色，而你是 {mine}。请找有此角色的人来做。",
  },
  guestMayNot: {
    en: "You are here as a guest: you may write to sessions, nothing more. Ask the administrator to add your account {account}.",
    "zh-CN": "你是访客：可以给会话发消息，不能做别的。请联系管理员添加你的账号 {account}。",
  },
  agentMayNot: {
    en: "The agent token of {agent} does not allow this. The owner can make one that does.",
    "zh-CN": "{agent} 的智能体令牌不允许这样做。所有者可以另建一个允许的令牌。",
  },
  needsApproval: {
    en: "{what} needs a yes from somebody who may approve it. It did not run.",
    "zh-CN": "{what} 需要有批准权限的人同意。没有运行。",
  },
  noOwner: {
    en: "This hub has no owner yet. Open the claim link it printed at start, or run `parley login` on its machine.",
    "zh-CN": "这个枢纽还没有所有者。请打开启动时打印的认领链接，或在它的机器上运行 `parley login`。",
  },
  needsToken: {
    en: "This needs a token. Send it as `Authorization: Bearer …`; `parley token create` makes one.",
    "zh-CN": "这需要令牌。请以 `Authorization: Bearer …` 发送；`parley token create` 可以新建。",
  },
  badToken: {
    en: "This token is unknown, expired or revoked. Log in again with a link from `parley login`, or make a new token.",
    "zh-CN": "这个令牌未知、已过期或已撤销。请用 `parley login` 给出的链接重新登录，或新建令牌。",
  },
  foreignHost: {
    en: "The hub does not answer to the host name {host}. Use its own address, or set `server.public_url`.",
    "zh-CN": "枢纽不接受主机名 {host}。请用它自己的地址，或设置 `server.public_url`。",
  },
  foreignOrigin: {
    en: "A page from {origin} may not call this hub. Open the hub's own page instead.",
    "zh-CN": "来自 {origin} 的页面不能调用这个枢纽。请打开枢纽自己的页面。",
  },
  linkUsed: {
    en: "This link has been used. `parley login` prints a new one.",
    "zh-CN": "这个链接已经用过。`parley login` 会打印新的链接。",
  },
  linkExpired: {
    en: "This link was valid for 15 minutes and has expired. `parley login` prints a new one.",
    "zh-CN": "这个链接的有效期是 15 分钟，现已过期。`parley login` 会打印新的链接。",
  },
  linkUnknown: {
    en: "The hub does not know this link. Check that it was copied whole, or print a new one with `parley login`.",
    "zh-CN": "枢纽不认识这个链接。请检查是否复制完整，或用 `parley login` 打印新的链接。",
  },
  tooManyTries: {
    en: "Too many wrong tries. The next one is possible in {span}.",
    "zh-CN": "错误次数过多。{span} 后可以再试。",
  },
  hasOwner: {
    en: "This hub has an owner already, so nobody can claim it. Ask the owner to add you.",
    "zh-CN": "这个枢纽已有所有者，不能再认领。请让所有者添加你。",
  },
  whichOwner: {
    en: "There are several owners: {names}. Say which with `--person NAME`.",
    "zh-CN": "有多位所有者：{names}。请用 `--person NAME` 指定。",
  },
  personUnknown: {
    en: "There is no person called {name}. `parley people list` shows who is there.",
    "zh-CN": "没有叫 {name} 的成员。`parley people list` 列出所有成员。",
  },
  agentNameTaken: {
    en: "The name {name} belongs to a person, a session, another agent or Parley itself. Choose another name for this agent.",
    "zh-CN": "名字 {name} 属于某个成员、会话、其他智能体或 Parley 本身。请给这个智能体换一个名字。",
  },
  personNameTaken: {
    en: "There is a person called {name} already. Choose another name.",
    "zh-CN": "已有叫 {name} 的成员。请换一个名字。",
  },
  accountTaken: {
    en: "The account {account} belongs to {name} already. Remove it there first.",
    "zh-CN": "账号 {account} 已属于 {name}。请先在那里移除。",
  },
  lastOwner: {
    en: "{name} is the only owner. Add another owner before removing this one.",
    "zh-CN": "{name} 是唯一的所有者。请先添加另一位所有者。",
  },
  fromConfig: {
    en: "{name} comes from the configuration file. Change it there and restart the hub.",
    "zh-CN": "{name} 来自配置文件。请在文件中修改，然后重启枢纽。",
  },
  toldNewRole: {
    en: "{name} is now {role}, added by {by} from {where}. If that was not meant, run `parley people remove {name}`.",
    "zh-CN": "{name} 现在是 {role}，由 {by} 从 {where} 添加。如果不该如此，请运行 `parley people remove {name}`。",
  },
  toldAccountLinked: {
    en: "The account {account} now belongs to {name}, linked by {by} from {where}.",
    "zh-CN": "账号 {account} 现在属于 {name}，由 {by} 从 {where} 关联。",
  },
  toldPersonRemoved: {
    en: "{name} was removed by {by} from {where}. Their tokens and those they made no longer work, their agents are gone, and agents they invited are ended.",
    "zh-CN": "{name} 已由 {by} 从 {where} 移除。其持有和创建的令牌不再有效，其智能体已离开，其邀请的智能体会被结束。",
  },
  toldNewToken: {
    en: "A new token for {holder} was made by {by} from {where}. If that was not meant, run `parley token revoke {id}`.",
    "zh-CN": "{by} 从 {where} 为 {holder} 新建了令牌。如果不该如此，请运行 `parley token revoke {id}`。",
  },
  toldTokenRevoked: {
    en: "The token {id} of {holder} was revoked by {by} from {where}.",
    "zh-CN": "{holder} 的令牌 {id} 已由 {by} 从 {where} 撤销。",
  },
  toldShellAnswer: {
    en: "A question of {session} was answered from a shell on the hub's machine: {choice}. The question was: {prompt}",
    "zh-CN": "有人在枢纽所在机器的命令行回答了 {session} 的提问：{choice}。提问是：{prompt}",
  },
  everyoneAllowed: {
    en: "The allow-list is off: everybody who finds this hub's chats can write to its sessions. Set `security.whitelist_enabled: true` to close it.",
    "zh-CN": "白名单未启用：任何找到这个枢纽聊天的人都能给会话发消息。设置 `security.whitelist_enabled: true` 可以关闭。",
  },
});

// Fetched by those who are not signed in, in both languages.

const en = {
  claimTitle: "Claim this hub",
  claimWhy: "You become its owner: you see every thread, answer every question, and let others in.",
  yourName: "Your name",
  claim: "Claim this hub",
  signInTitle: "Sign in to Parley",
  signInWhy: "The link works once. This browser then stays signed in until you sign out.",
  signIn: "Sign in",
  needLink: "Sign in with a link",
  needLinkWhy: "On the machine where the hub runs, print a link that works once, and open it in this browser:",
  signedOutWhy: "You are signed out here. To sign in again, print a link that works once, and open it in this browser:",
  endedWhy: "This browser is no longer signed in: its token has expired or was revoked. Print a link that works once, and open it in this browser:",
  linkUsed: "This link was already used. Print a new one and open it:",
  linkExpired: "This link has expired; links are good for 15 minutes. Print a new one and open it:",
  linkUnknown: "The hub does not know this link. It may be from another hub, or cut short when it was copied. Print a new one and open it:",
  hubGone: "The hub is not responding. Start it with npm start, then try again.",
};

export type SignInWords = typeof en;

const zh: SignInWords = {
  claimTitle: "认领这个枢纽",
  claimWhy: "你会成为它的所有者：能看全部话题，回答全部提问，让别人进来。",
  yourName: "你的名字",
  claim: "认领这个枢纽",
  signInTitle: "登录 Parley",
  signInWhy: "链接只能用一次。之后这个浏览器会保持登录，直到你退出。",
  signIn: "登录",
  needLink: "用链接登录",
  needLinkWhy: "在运行枢纽的机器上打印一个只能用一次的链接，并在这个浏览器里打开：",
  signedOutWhy: "你已退出登录。要回来，打印一个只能用一次的链接，并在这个浏览器里打开：",
  endedWhy: "这个浏览器不再处于登录状态：令牌已过期或被撤销。打印一个只能用一次的链接，并在这个浏览器里打开：",
  linkUsed: "这个链接已经用过。打印一个新的并打开：",
  linkExpired: "这个链接已过期，有效期是 15 分钟。打印一个新的并打开：",
  linkUnknown: "枢纽不认识这个链接。它可能来自另一个枢纽，或复制时被截断。打印一个新的并打开：",
  hubGone: "枢纽没有回应。用 npm start 启动它，然后重试。",
};

export const signInWords = { en, "zh-CN": zh } as const;

import { sentences } from "#lib/words/sentence";

export const sessionToolTexts = sentences({
  askPrompt: {
    en: "The session {session} wants to give the session {target} this prompt.",
    "zh-CN": "会话 {session} 想把这条提示交给会话 {target}。",
  },
  askDelivery: {
    en: "The session {session} wants to start a code delivery: its commands run in a container, and the archive goes to the chat named below.",
    "zh-CN": "会话 {session} 想发起一次代码交付：命令在容器中运行，压缩包会发送到下面的聊天。",
  },
  askInvite: { en: "The session {session} wants to invite the agent {agent} into its thread.", "zh-CN": "会话 {session} 想邀请智能体 {agent} 加入它的话题。" },
  askServerTool: {
    en: "The session {session} wants to call the tool {tool} of the MCP server {server}.",
    "zh-CN": "会话 {session} 想调用 MCP 服务器 {server} 的工具 {tool}。",
  },
  askPage: {
    en: "The session {session} wants to fetch this page from the internet. Its address is sent as it stands, with whatever the agent has put into it.",
    "zh-CN": "会话 {session} 想从互联网获取这个网页。网址会原样发出，包括智能体写在其中的内容。",
  },
  pageBadAddress: {
    en: "{url} cannot be fetched: use an http or https address without a user name, on the usual port or one above 1023.",
    "zh-CN": "无法获取 {url}：请使用不含用户名的 http 或 https 地址，端口为默认端口或大于 1023。",
  },
  pagePrivate: {
    en: "{url} was not fetched: it is not on the public internet.",
    "zh-CN": "没有获取 {url}：它不在公共互联网上。",
  },
  pageRedirects: { en: "{url} was not fetched: it redirects too often.", "zh-CN": "没有获取 {url}：重定向次数过多。" },
  pageNotText: {
    en: "{url} is not text ({mime}), so it was not read.",
    "zh-CN": "{url} 不是文本（{mime}），没有读取。",
  },
  pageFailed: { en: "{url} could not be fetched: {reason}", "zh-CN": "无法获取 {url}：{reason}" },
  denied: { en: "Nothing was done: the permission was not given.", "zh-CN": "没有执行任何操作：未获得许可。" },
});

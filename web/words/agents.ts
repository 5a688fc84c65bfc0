// Fetched by those who open the list of agents, in both languages.

const en = {
  online: "Online",
  invitable: "Can be invited",
  unavailable: "Not available",
  gone: "Were here before",
  none: "No agent has joined yet, and none is set up for invitations.",
  noSessions: "There is no session yet.",
  nothingHealthy: "not checked yet",
  inThreads: (count: number): string => (count === 1 ? "in 1 thread" : `in ${count} threads`),
  waits: "Waits for an admin’s approval",
  lastRuns: "Last runs of invited agents",
  noRuns: "No agent was invited yet.",
  openThread: "Open thread",
  openThreadOf: (name: string): string => `Open thread of ${name}`,
};

export type AgentWords = typeof en;

const zh: AgentWords = {
  online: "在线",
  invitable: "可以邀请",
  unavailable: "不可用",
  gone: "曾经来过",
  none: "还没有智能体加入，也没有可邀请的智能体。",
  noSessions: "还没有会话。",
  nothingHealthy: "尚未检查",
  inThreads: (count) => `在 ${count} 个话题中`,
  waits: "等待管理员批准",
  lastRuns: "受邀智能体的最近运行",
  noRuns: "还没有邀请过智能体。",
  openThread: "打开话题",
  openThreadOf: (name) => `打开话题：${name}`,
};

export const agentWords = { en, "zh-CN": zh } as const;

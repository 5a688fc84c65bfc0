// Fetched by owners, in both languages.

const en = {
  title: "Asking to be let in",
  who: "Person",
  approve: "Approve",
  approveWhom: (account: string): string => `Approve ${account}`,
  hint: "A name that is new here becomes a member.",
};

export type PairingWords = typeof en;

const zh: PairingWords = {
  title: "请求加入",
  who: "成员名称",
  approve: "批准",
  approveWhom: (account) => `批准 ${account}`,
  hint: "新的名称会成为普通成员。",
};

export const pairingWords = { en, "zh-CN": zh } as const;

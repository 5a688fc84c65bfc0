import { sentences } from "#lib/words/sentence";

export const modelTexts = sentences({
  budgetSpent: {
    en: "today's budget for the model is used up ({spent} of {budget}). It starts again at {until}; an operator can raise it under model in parley.yaml",
    "zh-CN": "今天的模型预算已用完（{spent} / {budget}）。{until} 重新开始计算；管理员可以在 parley.yaml 的 model 中提高预算",
  },
});

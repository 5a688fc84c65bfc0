import { sentences } from "#lib/words/sentence";

export const stewardTexts = sentences({
  noModel: {
    en: "no model is configured. Set model.provider, model.name and model.api_key in parley.yaml",
    "zh-CN": "没有配置模型。请在 parley.yaml 中设置 model.provider、model.name 和 model.api_key",
  },
  modelFailed: {
    en: "the model failed {attempts} times in a row while {stage} (turn {turn}). {summary}. Check model in parley.yaml and the provider's status, then ask again",
    "zh-CN": "在“{stage}”阶段，模型请求连续失败 {attempts} 次（任务 {turn}）。{summary}。请检查 parley.yaml 中的 model 和服务商状态，然后重试",
  },
  modelRefused: {
    en: "the model refused the request while {stage} (turn {turn}). {summary}. Check the key, the name and the address under model in parley.yaml",
    "zh-CN": "在“{stage}”阶段，模型拒绝了请求（任务 {turn}）。{summary}。请检查 parley.yaml 中 model 的密钥、名称和地址",
  },
  usedAllSteps: {
    en: "all {steps} model requests of one turn were used without an answer. Ask for something smaller, or raise model.max_steps",
    "zh-CN": "一次任务的 {steps} 次模型请求已用完仍没有结果。请缩小任务，或提高 model.max_steps",
  },
  unexpected: { en: "the turn failed while {stage}: {reason}", "zh-CN": "任务在“{stage}”阶段失败：{reason}" },
  stageThinking: { en: "waiting for the model", "zh-CN": "等待模型" },
  stageTool: { en: "running {tool}", "zh-CN": "运行 {tool}" },
  stageCompacting: { en: "summing up the conversation", "zh-CN": "整理对话" },
  noMoreNeeded: { en: "the turn was ended", "zh-CN": "任务已结束" },
  stopped: { en: "it was stopped on request", "zh-CN": "已按要求停止" },
  sessionEnded: { en: "the session was ended", "zh-CN": "会话已结束" },
  busy: { en: "a turn is under way", "zh-CN": "正在处理上一条" },
  nothingSaid: { en: "(no answer)", "zh-CN": "（没有回答）" },
});

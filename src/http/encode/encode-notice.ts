import type { Notice } from "#hub/push/notice";
import type { NoticeWire } from "#protocol/personal";

export function encodeNotice({ kind, thread, topic, question, who, text, tag, choices }: Notice): NoticeWire {
  return { kind, thread, topic, question: question ?? null, who, text, tag, choices: choices ?? [] };
}

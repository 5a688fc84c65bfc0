/** Feishu's names for reactions that have an emoji of their own; the others come by name. */
const emojis: Readonly<Record<string, string>> = {
  THUMBSUP: "👍",
  ThumbsDown: "👎",
  OK: "👌",
  HEART: "❤️",
  APPLAUSE: "👏",
  CLAP: "👏",
  PARTY: "🎉",
  Fire: "🔥",
  DONE: "✅",
  CheckMark: "✅",
  CrossMark: "❌",
  THINKING: "🤔",
  SMILE: "😊",
  LAUGH: "😄",
  CRY: "😢",
  MUSCLE: "💪",
  THANKS: "🙏",
  Pray: "🙏",
  FISTBUMP: "👊",
  LOVE: "😍",
  ROSE: "🌹",
  SALUTE: "🫡",
};

export function emojiOf(type: string): string {
  return emojis[type] ?? type;
}

/** “One second”: the message has arrived. */
export const receivedEmoji = "OneSecond";
/** Hands on a keyboard: an answer is being worked on. Taken back when it is there. */
export const workingEmoji = "Typing";

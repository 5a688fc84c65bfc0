import type { AgentId } from "#domain/ids";
import { sha256 } from "#lib/digest";

/** Easy to tell apart at the size of a letter, and none that means anything. */
const made = [..."🐙🐝🐢🐬🐳🐼🐧🐨🐸🐯🦁🦊🦉🦋🦀🦎🦒🦓🦔🦦🦥🦩🦜🦚🐘🐫🦘🦙🦫🌵🌲🌴🌻🍀🍁🍄🍇🍉🍋🍍🍒🥑🥕🌽🍩🎈🎧🎷🎸🎺🎻🎲🧩🧭🔭🔬🧲🪁🛶🚲🚀🛸"];

const oneEmoji = /^\p{RGI_Emoji}$/v;

/** What an agent chose, if it is one emoji. */
export function asEmoji(text: string): string | undefined {
  return oneEmoji.test(text) ? text : undefined;
}

/** For an agent that chose none: always the same one. */
export function emojiFor(id: AgentId): string {
  return made[Number.parseInt(sha256(id).slice(0, 8), 16) % made.length] ?? "";
}

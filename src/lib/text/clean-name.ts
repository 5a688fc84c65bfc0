/** As long as a person's name may be. */
export const nameChars = 64;

/** As long as a thread's topic may be. */
export const topicChars = 200;

/** Line ends, controls, and whatever else leaves nothing but room. */
const room = /[\s\p{Cc}\p{Zl}\p{Zp}\u2800]+/gu;
/** Not seen, or turning the direction of the rest. Joiners stay where they shape letters or pictographs, and the selector that makes a pictograph colourful. */
const unseen =
  /(?!(?<=[[\p{L}\p{M}\p{Extended_Pictographic}\ufe0f]--[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]])[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}])|(?<=\p{Extended_Pictographic})\ufe0f)[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gv;

/** A name that somebody else chose, as one short line of which everything is seen. Empty when nothing of it is. */
export function cleanName(name: string, max = nameChars): string {
  const line = name
    .slice(0, 16 * max)
    .replaceAll(unseen, "")
    .replaceAll(room, " ")
    .trim();
  return Array.from(line).slice(0, max).join("").trim();
}

/** The same for what a thread is about. */
export function cleanTopic(topic: string): string {
  return cleanName(topic, topicChars);
}

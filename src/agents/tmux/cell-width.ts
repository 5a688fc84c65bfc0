const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const none = /[\p{Mn}\p{Me}\u200b-\u200f\u2060\ufeff]/u;

/** In cells: characters of East Asian scripts and most emoji take two, marks that are put on another one take none. */
export function cellWidth(char: string): 0 | 1 | 2 {
  if (none.test(char)) return 0;
  return wide.test(char) ? 2 : 1;
}

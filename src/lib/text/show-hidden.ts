// Whatever a reader would not see, or that changes how the rest is read: controls, bidi marks and overrides, zero-width and
// ignorable characters, tags, separators of lines and paragraphs, halves of a surrogate pair. Line end and tab stay; so does
// the selector that makes a pictograph colourful, right behind one.
const hidden = /(?!\n|\t|(?<=\p{Extended_Pictographic})\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** For questions and logs: what one approves must be what one sees. Each hidden character becomes a box like ⟨U+202E⟩. */
export function showHidden(text: string): string {
  return text.replace(hidden, (char) => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

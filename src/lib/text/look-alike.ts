// Letters of other alphabets, and signs, that are drawn as a Latin letter is; capitals apart, for many look alike only as such.
// It holds single letters that most fonts draw the same, not all that Unicode calls confusable.
const twins: Readonly<Record<string, string>> = {
  ...pairs("АВЕЅІЈКМНОРСТУХҮҺԌԚԜӀ", "ABESIJKMHOPCTYXYHGQWl"),
  ...pairs("авеѕіјкмнорстухүһԁԛԝӏѵѡ", "abesijkmhopctyxyhdqwlvw"),
  ...pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺϜ", "ABEZHIKMNOPTYXCMF"),
  ...pairs("αγικνορτυχωϲϳ", "ayikvoptuxwcj"),
  ...pairs("ıɑɡɩ", "iagi"),
};

/** What is not seen at all, beside controls and ignorable characters the blank of Braille. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Two names that people would take for one have a key in common: of how each is written, and of its small letters. */
export function lookAlikeKeys(name: string): readonly string[] {
  return /^[ -~]*$/.test(name) ? [fold(name)] : [keyOf(name), keyOf(name.toLowerCase())];
}

function keyOf(name: string): string {
  const plain = name.normalize("NFKC").replaceAll(/\s+/g, " ").replaceAll(unseen, "");
  return fold(Array.from(plain, (letter) => twins[letter] ?? letter).join(""));
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[i1|]/g, "l").replaceAll("0", "o").replaceAll(/\s+/g, " ").trim();
}

/** Alphabets with letters in common to the eye. Others (Han and Latin in one word) are written together rightly. */
const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u, /\p{Script=Coptic}/u];

/** True of a name one word of which has letters of two of them: written so only to pass for another. */
export function mixesAlphabets(name: string): boolean {
  const words = name
    .normalize("NFKC")
    .replaceAll(unseen, "")
    .split(/[^\p{L}\p{M}]+/u);
  return words.some((word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1);
}

function pairs(letters: string, latin: string): Record<string, string> {
  return Object.fromEntries(Array.from(letters, (letter, place) => [letter, latin[place] ?? letter]));
}

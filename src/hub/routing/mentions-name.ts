import { foldText, isLetter } from "./find-keyword.ts";

/** Whether folded words have `@` and this very name: not the end of a mail address, and no longer name that begins like it. */
export function mentionsName(folded: string, name: string): boolean {
  const wanted = `@${foldText(name)}`;
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    if (!isLetter(folded.charAt(at - 1)) && !goesOn(folded.slice(at + wanted.length, at + wanted.length + 8))) return true;
  }
  return false;
}

/** A dot at the end of a sentence ends a name; one with more behind it belongs to it. */
function goesOn(after: string): boolean {
  const [, next = ""] = /^[._-]*(.?)/su.exec(after) ?? [];
  return isLetter(next);
}

import { boxOf } from "./lines.ts";
import type { Pdfium } from "./pdfium.ts";

/** Letters that stand together, in points from the lower left. */
export interface PageWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const mostChars = 50_000;

export function readWords(pdfium: Pdfium, textPage: number): readonly PageWord[] {
  const { call } = pdfium;
  const words: PageWord[] = [];
  let word: { text: string; left: number; right: number; top: number; bottom: number } | undefined;
  const close = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const count = Math.min(call.FPDFText_CountChars(textPage), mostChars);
  for (let i = 0; i < count; i++) {
    const code = call.FPDFText_GetUnicode(textPage, i);
    const text = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    if (text === "" || /\s|\ufffe|\u0002/.test(text) || call.FPDFText_IsGenerated(textPage, i) === 1) {
      close();
      continue;
    }
    const box = boxOf(pdfium, textPage, i);
    const tall = box.top - box.bottom;
    // A gap of a third of the height is a space, whether the document says so or not.
    if (word !== undefined && (box.left - word.right > tall * 0.33 || box.left < word.left || Math.abs(box.bottom - word.bottom) > tall * 0.5)) close();
    if (word === undefined) word = { text, ...box };
    else word = { ...word, text: word.text + text, right: Math.max(word.right, box.right) };
  }
  close();
  return words;
}

export function middleOf({ top, bottom }: Pick<PageWord, "top" | "bottom">): number {
  return (top + bottom) / 2;
}

/** Top to bottom, and within a row from left to right. */
export function rowsOf(words: readonly PageWord[]): readonly (readonly PageWord[])[] {
  const rows: PageWord[][] = [];
  for (const word of words.toSorted((a, b) => middleOf(b) - middleOf(a))) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row !== undefined && first !== undefined && Math.abs(middleOf(first) - middleOf(word)) < (first.top - first.bottom) * 0.5) row.push(word);
    else rows.push([word]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.left - b.left));
}

/** The words of a cell as one text. */
export function textOf(words: readonly PageWord[]): string {
  let text = "";
  let before: PageWord | undefined;
  for (const word of rowsOf(words).flat()) {
    const isApart = before !== undefined && !(isWide(before.text.at(-1)) && isWide(word.text[0]));
    text += `${isApart ? " " : ""}${word.text}`;
    before = word;
  }
  return text;
}

function isWide(letter: string | undefined): boolean {
  return letter !== undefined && /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(letter);
}

/**
 * How much work a text is for the browser, in units of one plain letter. A character that may become an element of its own (a cell,
 * a line break, emphasis, the box of a hidden character) costs as much as a line of letters: 1,000 of them take longer to lay out
 * than 40,000 letters. Measured with test/real/page-hostile-lines.test.ts.
 */
const costs = { letter: 1, farLetter: 2, codeLine: 4, stacked: 8, turned: 12, element: 40, item: 30 } as const;

const marks = new Set([..."\\`*_~![]<|:\n"].map((char) => char.charCodeAt(0)));

/** `isCode`: nothing in it is read as Markdown. */
export function costAt(text: string, at: number, isCode: boolean): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) {
    if (code < 0x20 ? code !== 0x0a && code !== 0x09 : code === 0x7f) return repeated(text, at);
    if (isCode) return code === 0x0a ? costs.codeLine : costs.letter;
    return marks.has(code) ? costs.element : costs.letter;
  }
  if (isHidden(code)) return repeated(text, at);
  if (isTurned(code)) return costs.turned;
  // Combining marks and the halves of emoji.
  if ((code >= 0x0300 && code < 0x0370) || (code >= 0x0483 && code < 0x048a) || (code >= 0xd800 && code < 0xe000)) return costs.stacked;
  return costs.farLetter;
}

export function costOf(text: string, isCode: boolean): number {
  // An item of a list is two elements and a bullet.
  let cost = !isCode && /^\s{0,40}(?:[-+*]|\d{1,9}[.)])(?:\s|$)/.test(text) ? costs.item : 0;
  for (let at = 0; at < text.length; at += 1) cost += costAt(text, at, isCode);
  return cost;
}

/** The same hidden character again is only counted in the box of the first. */
function repeated(text: string, at: number): number {
  return at > 0 && text.charCodeAt(at - 1) === text.charCodeAt(at) ? costs.letter : costs.element;
}

/** Wide on purpose: whatever parts/hidden-characters.ts shows as a box is in here. */
function isHidden(code: number): boolean {
  if (code < 0x2000)
    return code < 0xa1 || code === 0xad || code === 0x034f || code === 0x061c || (code >= 0x115f && code <= 0x1160) || (code >= 0x1680 && code <= 0x180f);
  return (
    code <= 0x206f ||
    code === 0x3000 ||
    code === 0x3164 ||
    (code >= 0xdb40 && code <= 0xdb43) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0xffa0 ||
    code >= 0xfff0
  );
}

/** Written from right to left: every change of direction is laid out on its own. */
function isTurned(code: number): boolean {
  return (code >= 0x0590 && code < 0x0900) || (code >= 0xfb1d && code < 0xfe00) || (code >= 0xfe70 && code < 0xfeff);
}

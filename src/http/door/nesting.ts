/** Arrays and objects within each other. What walks a value, and much does, uses one frame of its stack for each. */
export const mostNested = 100;

const [quote, backslash, openObject, closeObject, openList, closeList] = ['"', "\\", "{", "}", "[", "]"].map((sign) => sign.charCodeAt(0));

/** Whether a text of JSON is nested deeper than that. Nearly all of them do not hold so many brackets at all, and are not walked. */
export function isTooNested(text: string): boolean {
  return openers(text, "{") + openers(text, "[") > mostNested && depthPasses(text);
}

function openers(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count <= mostNested; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

function depthPasses(text: string): boolean {
  let depth = 0;
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) isInside = !isInside;
    else if (isInside) at += sign === backslash ? 1 : 0;
    else if (sign === openObject || sign === openList) depth++;
    else if (sign === closeObject || sign === closeList) depth--;
    if (depth > mostNested) return true;
  }
  return false;
}

/** A piece of a message: plain text, a mention, a picture. Values are text, as in CQ codes, unless the implementation sends more. */
export interface Segment {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const code = /\[CQ:([^,\]]+)((?:,[^\]]*)?)\]/g;

/** A message in string format. What looks like a code and is none stays text: nothing that was said is lost. */
export function parseCqCodes(message: string): readonly Segment[] {
  const segments: Segment[] = [];
  const addText = (raw: string): void => {
    if (raw !== "") segments.push({ type: "text", data: { text: unescaped(raw) } });
  };
  let at = 0;
  for (const match of message.matchAll(code)) {
    const [whole, type = "", rest = ""] = match;
    addText(message.slice(at, match.index));
    segments.push({ type, data: Object.fromEntries(rest.split(",").slice(1).map(parameter)) });
    at = match.index + whole.length;
  }
  addText(message.slice(at));
  return segments;
}

function parameter(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  return at === -1 ? [text, ""] : [text.slice(0, at), unescaped(text.slice(at + 1))];
}

/** `&amp;` last: `&amp;#91;` is the text `&#91;`. */
function unescaped(text: string): string {
  return text.replaceAll("&#91;", "[").replaceAll("&#93;", "]").replaceAll("&#44;", ",").replaceAll("&amp;", "&");
}

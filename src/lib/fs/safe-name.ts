const mostBytes = 150;

/** The last part of whatever was given, without anything that a file system or a header could read as more than a name. */
export function safeName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]/gu, "_").replace(/^\.+/, "_");
  return shorten(clean) || "file";
}

/** The same name with a number before its ending. */
export function numbered(name: string, n: number): string {
  const { stem, ending } = apart(name);
  return `${stem}-${n}${ending}`;
}

function shorten(name: string): string {
  const { stem, ending } = apart(name);
  const room = mostBytes - Buffer.byteLength(ending);
  return head(stem, room) + ending;
}

/** As many whole characters as fit. */
function head(text: string, bytes: number): string {
  let used = 0;
  let end = 0;
  for (const char of text) {
    used += Buffer.byteLength(char);
    if (used > bytes) break;
    end += char.length;
  }
  return text.slice(0, end);
}

function apart(name: string): { readonly stem: string; readonly ending: string } {
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - ending.length), ending };
}

export interface FormFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const mostHeaderBytes = 8 * 1024;

/** The first file of a form (RFC 7578) that was read whole. Undefined when there is none, or the form is broken. */
export function firstFile(type: string, body: Buffer): FormFile | undefined {
  const boundary = /;\s*boundary=(?:"(?<quoted>[^"]{1,70})"|(?<plain>[^\s;"]{1,70}))/i.exec(type)?.groups;
  const mark = boundary?.["quoted"] ?? boundary?.["plain"];
  if (mark === undefined) return undefined;
  const begins = Buffer.from(`--${mark}\r\n`);
  const ends = Buffer.from(`\r\n--${mark}`);
  for (let at = body.indexOf(begins); at >= 0;) {
    const headersAt = at + begins.length;
    const headersEnd = body.indexOf("\r\n\r\n", headersAt);
    const contentEnd = headersEnd < 0 ? -1 : body.indexOf(ends, headersEnd + 2);
    if (contentEnd < 0 || headersEnd - headersAt > mostHeaderBytes) return undefined;
    const name = fileNameIn(body.toString("utf8", headersAt, headersEnd));
    // An empty part ends where its headers do.
    if (name !== undefined) return { name, bytes: body.subarray(Math.min(headersEnd + 4, contentEnd), contentEnd) };
    at = body.indexOf(begins, contentEnd);
  }
  return undefined;
}

/** Browsers write `"` in a name as %22 and line breaks as %0D%0A. */
function fileNameIn(headers: string): string | undefined {
  const disposition = /^content-disposition:\s*form-data;(?<rest>[^\r\n]*)/im.exec(headers)?.groups?.["rest"] ?? "";
  const found = /;?\s*filename="(?<name>[^"]*)"/i.exec(disposition)?.groups?.["name"];
  return found?.replaceAll("%22", '"').replaceAll(/%0[AD]/gi, " ");
}

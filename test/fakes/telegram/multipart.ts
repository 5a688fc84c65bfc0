export interface FormPart {
  readonly name: string;
  readonly filename?: string;
  readonly content: Buffer;
}

/** The parts of a form, whose file names may come without quotes. */
export function readForm(body: Buffer, contentType: string): readonly FormPart[] {
  const boundary = Buffer.from(`--${/boundary=(?:"([^"]+)"|([^;]+))/.exec(contentType)?.slice(1).find(Boolean) ?? ""}`);
  const parts: FormPart[] = [];
  for (let at = body.indexOf(boundary); at !== -1;) {
    const next = body.indexOf(boundary, at + boundary.length);
    if (next === -1) break;
    const part = body.subarray(at + boundary.length + 2, next - 2);
    const split = part.indexOf("\r\n\r\n");
    const head = part.subarray(0, split).toString("utf8");
    const [, name = ""] = /name="([^"]*)"/.exec(head) ?? [];
    const filename = /filename="?([^"\r\n]*)"?/.exec(head)?.[1];
    parts.push({ name, content: part.subarray(split + 4), ...(filename === undefined ? {} : { filename }) });
    at = next;
  }
  return parts;
}

import { boundedName } from "#channels/kit/clean-text";
import type { RemoteFile } from "#domain/channel";
import type { Segment } from "./cq-code.ts";
import { valueOf } from "./segments.ts";

const kinds: Readonly<Record<string, { readonly name: string; readonly ending: string }>> = {
  image: { name: "image", ending: "jpg" },
  record: { name: "voice", ending: "amr" },
  video: { name: "video", ending: "mp4" },
  file: { name: "file", ending: "" },
};

export function isFile({ type }: Segment): boolean {
  return Object.hasOwn(kinds, type);
}

const mimes: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  amr: "audio/amr",
  silk: "audio/silk",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  mp4: "video/mp4",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  json: "application/json",
  zip: "application/zip",
};

/** The files of a message. The id says which segment of which message it is: addresses at QQ expire, and hold a key. */
export function filesOf(segments: readonly Segment[], ref: string): readonly RemoteFile[] {
  return segments.flatMap((segment, i) => {
    const kind = kinds[segment.type];
    return kind === undefined ? [] : [fileOf(segment, kind, ref, i)];
  });
}

function fileOf(segment: Segment, { name: kind, ending }: { readonly name: string; readonly ending: string }, ref: string, index: number): RemoteFile {
  // An address is no name; a file's own name stands in `name` or `file`.
  const given = [valueOf(segment, "name"), valueOf(segment, "file_name"), valueOf(segment, "file")].find((one) => one !== "" && !/:\/\//.test(one)) ?? "";
  const base = given.replace(/^.*[/\\]/, "");
  const isNamed = segment.type === "file" ? base !== "" : /\.\w{2,5}$/.test(base) && !base.endsWith(".image");
  const name = isNamed ? base : `${kind}-${ref.replace(/^.*\/-?/, "")}-${index}${ending === "" ? "" : `.${ending}`}`;
  return { id: `${ref}#${index}`, name: boundedName(name), mime: mimeOf(name), bytes: sizeOf(valueOf(segment, "file_size") || valueOf(segment, "size")) };
}

export function mimeOf(name: string): string {
  return mimes[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";
}

function sizeOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { Astray, codeOf } from "#lib/beneath";
import { keepHead } from "#lib/truncate";
import { showHidden } from "#lib/visible";
import { say } from "#lib/words";

/** A path as it may be shown: whatever was typed, bounded and with nothing hidden in it. */
export function shownPath(path: string): string {
  return showHidden(keepHead(path, 200).text).replaceAll(/[`\n\t]/g, "_");
}

/** What went wrong with a path, as the refusal that the one who named it gets. Anything unforeseen stays what it is. */
export function fileRefusal(language: Language, path: string, cause: unknown): unknown {
  const shown = { path: shownPath(path) };
  if (!(cause instanceof Astray)) {
    const full = ["ENOSPC", "EDQUOT"].includes(codeOf(cause));
    return full ? new ParleyError("StoreFull", say(language, "fileDiskFull", shown), { cause, data: shown }) : cause;
  }
  const invalid = (sentence: string): ParleyError => new ParleyError("InvalidArgs", sentence, { cause, data: { ...shown, why: cause.why } });
  switch (cause.why) {
    case "missing":
    case "noFolder":
      return new ParleyError("NotFound", say(language, "fileMissing", shown), { cause, data: shown });
    case "name":
      return invalid(say(language, "fileBadName"));
    case "outside":
      return invalid(say(language, "fileOutside", shown));
    case "secrets":
      return invalid(say(language, "fileSecrets", shown));
    case "own":
      return invalid(say(language, "fileOwn", shown));
    case "notRegular":
      return invalid(say(language, "fileNotRegular", shown));
    case "denied":
      return invalid(say(language, "fileDenied", shown));
    case "busy":
      return invalid(say(language, "fileBusy", shown));
    case "loop":
      return invalid(say(language, "fileLoop", shown));
    case "platform":
      return new ParleyError("NotSupported", say(language, "filePlatform"), { cause, data: { platform: process.platform } });
  }
}

/** In the unit that a person would use. */
export function shownBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

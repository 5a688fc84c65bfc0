import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { PathRejected, errnoOf } from "#lib/fs/safe-path";
import { keepHead } from "#lib/text/truncate";
import { showHidden } from "#lib/text/show-hidden";
import { say } from "#lib/words/words";
import { fileTexts } from "./texts.ts";

/** A path as it may be shown: whatever was typed, bounded and with nothing hidden in it. */
export function shownPath(path: string): string {
  return showHidden(keepHead(path, 200).text).replaceAll(/[`\n\t]/g, "_");
}

/** What went wrong with a path, as the refusal that the one who named it gets. Anything unforeseen stays what it is. */
export function fileRefusal(language: Language, path: string, cause: unknown): unknown {
  const shown = { path: shownPath(path) };
  if (!(cause instanceof PathRejected)) {
    const full = ["ENOSPC", "EDQUOT"].includes(errnoOf(cause));
    return full ? new ParleyError("StoreFull", say(language, fileTexts.fileDiskFull, shown), { cause, data: shown }) : cause;
  }
  const invalid = (sentence: string): ParleyError => new ParleyError("InvalidArgs", sentence, { cause, data: { ...shown, why: cause.why } });
  switch (cause.why) {
    case "missing":
    case "noFolder":
      return new ParleyError("NotFound", say(language, /^'|'$/.test(path) ? fileTexts.fileMissingQuoted : fileTexts.fileMissing, shown), {
        cause,
        data: shown,
      });
    case "name":
      return invalid(say(language, fileTexts.fileBadName));
    case "outside":
      return invalid(say(language, fileTexts.fileOutside, shown));
    case "secrets":
      return invalid(say(language, fileTexts.fileSecrets, shown));
    case "own":
      return invalid(say(language, fileTexts.fileOwn, shown));
    case "notRegular":
      return invalid(say(language, fileTexts.fileNotRegular, shown));
    case "denied":
      return invalid(say(language, fileTexts.fileDenied, shown));
    case "busy":
      return invalid(say(language, fileTexts.fileBusy, shown));
    case "loop":
      return invalid(say(language, fileTexts.fileLoop, shown));
    case "platform":
      return new ParleyError("NotSupported", say(language, fileTexts.filePlatform), { cause, data: { platform: process.platform } });
  }
}

/** In the unit that a person would use. */
export function shownBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

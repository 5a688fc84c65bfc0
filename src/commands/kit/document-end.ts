import { errorCodes, ParleyError, type ErrorCode } from "#domain/errors";
import type { Frame } from "#documents/protocol";
import type { ChildEnd } from "#wire/child";

/** Why the hub ended the program before it was done. */
export type Cut = "stopped" | "time" | "silent" | "memory";

export function refusalOfError({ code, sentence, data }: Extract<Frame, { kind: "error" }>): ParleyError {
  return isCode(code) ? new ParleyError(code, sentence, { data }) : crashed(`it gave the unknown code ${code}`);
}

interface Circumstances {
  readonly cut: Cut | undefined;
  /** The last of what it wrote on its error output: for the log, not for people. */
  readonly complaint: string;
  readonly timeMs: number;
  readonly silentMs: number;
}

/** The program is gone without a last word. */
export function whyItEnded({ exitCode, signal }: ChildEnd, { cut, complaint, timeMs, silentMs }: Circumstances): ParleyError {
  if (cut === "memory" || /out of memory|allocation failed|Cannot allocate/i.test(complaint))
    return new ParleyError(
      "OutOfMemory",
      "The document needs more memory than one document may take. Split it, or save it anew with smaller pictures, and try again.",
    );
  if (cut === "time" || signal === "SIGXCPU")
    return new ParleyError("Timeout", `Reading the document took longer than ${seconds(timeMs)} and was ended. Ask for fewer pages, or allow more time.`);
  if (cut === "silent")
    return new ParleyError(
      "Timeout",
      `Reading the document came no further for ${seconds(silentMs)} and was ended. It is damaged or made to do harm; save it anew in the program that it was made with.`,
    );
  return crashed(`${signal ?? `exit code ${exitCode}`}${complaint === "" ? "" : `: ${complaint.trim().slice(-300)}`}`);
}

function crashed(how: string): ParleyError {
  return new ParleyError(
    "ReaderCrashed",
    "The document broke the program that reads it; nothing else was touched. It is damaged or made to do harm. Open it in the program that it was made with, save it anew, and try again.",
    { cause: new Error(how) },
  );
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

function seconds(ms: number): string {
  const many = Math.max(1, Math.round(ms / 1_000));
  return many === 1 ? "a second" : `${many} seconds`;
}

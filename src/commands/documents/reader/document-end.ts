import { errorCodes, ParleyError, type ErrorCode } from "#domain/errors";
import type { DocumentFrame } from "#documents/program/protocol";
import type { ChildEnd } from "#wire/child-kinds";

/** Why the hub ended the program before it was done. */
export type Cut = "stopped" | "time" | "silent" | "memory";

export function refusalOfError({ code, sentence, data }: Extract<DocumentFrame, { kind: "error" }>): ParleyError {
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
    return new ParleyError("OutOfMemory", "The document needs more memory than allowed. Split it, or save it again with smaller images, and retry.");
  if (cut === "time" || signal === "SIGXCPU")
    return new ParleyError("Timeout", `Reading the document took longer than ${seconds(timeMs)} and was ended. Ask for fewer pages, or allow more time.`);
  if (cut === "silent")
    return new ParleyError(
      "Timeout",
      `Reading the document made no progress for ${seconds(silentMs)} and was stopped. It is damaged or malicious; save it again in the program it was created with.`,
    );
  return crashed(`${signal ?? `exit code ${exitCode}`}${complaint === "" ? "" : `: ${complaint.trim().slice(-300)}`}`);
}

function crashed(how: string): ParleyError {
  return new ParleyError(
    "ReaderCrashed",
    "The document crashed the reader; nothing else was affected. It is damaged or malicious. Open it in the program it was created with, save it again, and retry.",
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

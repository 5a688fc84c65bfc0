import { randomBytes } from "node:crypto";
import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { say } from "#lib/words/words";
import type { DoorLog } from "#http/deps";
import { commonTexts } from "#lib/words/common";

/** What went wrong after the status had gone out, as the last line of the answer. */
export function errorLine(cause: unknown, log: DoorLog, language: Language): { error: string; detail: string } {
  if (cause instanceof ParleyError && cause.code !== "Internal") {
    return { error: cause.code, detail: cause.message };
  }
  const ref = randomBytes(4).toString("hex");
  log.error({ cause, ref }, "a request could not be answered to its end");
  return { error: "Internal", detail: say(language, commonTexts.internal, { ref }) };
}

import { ParleyError } from "#domain/errors";
import type { SandboxEngine } from "#domain/sandbox";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { sandboxTexts } from "./kit/texts.ts";

/** In place of a sandbox that was chosen and is not built: nothing runs anywhere else instead. */
export function bwrapUnavailable(language: TextLanguage): SandboxEngine {
  const says = say(language, sandboxTexts.bwrapUnavailable);
  return {
    check: async () => ({ ok: false, says }),
    open: async () => {
      throw new ParleyError("NotSupported", says);
    },
    sweep: async () => [],
  };
}

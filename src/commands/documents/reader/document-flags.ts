import { commandTexts } from "#commands/kit/texts";
import { documentTexts } from "#commands/documents/texts";

/** What several commands that read documents take. */
export const documentFlags = {
  in: { kind: "text", placeholder: "PATH", required: true, summary: documentTexts.argIn },
  out: { kind: "text", placeholder: "PATH", summary: commandTexts.argOut },
  pages: { kind: "text", placeholder: "1-5", summary: documentTexts.argPages },
  confirm: { kind: "switch", summary: commandTexts.argConfirm },
} as const;

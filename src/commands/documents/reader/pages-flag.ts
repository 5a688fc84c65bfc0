import { type ArgSpec, usageOf } from "#domain/arg-spec";
import type { Speech } from "#domain/command";
import type { DocumentRequest } from "#documents/program/protocol";
import { say } from "#lib/words/words";
import { refusal, withUsage } from "#commands/kit/refusal";
import { documentTexts } from "#commands/documents/texts";
import { commandTexts } from "#commands/kit/texts";

/** `--pages` as a request has it; throws InvalidArgs. */
export function pagesFlag(written: string | undefined, command: ArgSpec & { readonly name: string }, speech: Speech): Pick<DocumentRequest, "pages"> {
  if (written === undefined) return {};
  const [, first = "", last = first] = /^([1-9]\d{0,6})(?:-([1-9]\d{0,6}))?$/.exec(written) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first !== "" && from <= to) return { pages: { from, to } };
  const wanted = say(speech.language, documentTexts.docPageRange);
  throw withUsage(
    refusal("InvalidArgs", speech.language, commandTexts.flagBadValue, { flag: "--pages", value: written.slice(0, 60), wanted }),
    usageOf({ name: command.name, args: command }),
    speech,
  );
}

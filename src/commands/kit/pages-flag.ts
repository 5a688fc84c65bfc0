import type { Speech } from "#domain/command";
import type { DocumentRequest } from "#documents/protocol";
import { say } from "#lib/words";
import { refusal, withUsage } from "./refusal.ts";

/** `--pages` as a request has it; throws InvalidArgs. */
export function pagesFlag(written: string | undefined, usage: string, speech: Speech): Pick<DocumentRequest, "pages"> {
  if (written === undefined) return {};
  const [, first = "", last = first] = /^([1-9]\d{0,6})(?:-([1-9]\d{0,6}))?$/.exec(written) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first !== "" && from <= to) return { pages: { from, to } };
  const wanted = say(speech.language, "docPageRange");
  throw withUsage(refusal("InvalidArgs", speech.language, "flagBadValue", { flag: "--pages", value: written.slice(0, 60), wanted }), usage, speech);
}

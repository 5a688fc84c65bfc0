import type { DraftWire } from "#protocol/wire";
import type { Words } from "./en.ts";
import { clock } from "./format.ts";

/** Undefined while the agent simply works. */
export function workStatus(status: DraftWire["status"], words: Words): string | undefined {
  if (status === undefined || status.doing === "working") return undefined;
  const { doing, what = "", until } = status;
  if (doing === "rate_limited") return words.rateLimited(until === undefined ? "" : clock(Date.parse(until)));
  return words.because(words.workStatus[doing], what);
}

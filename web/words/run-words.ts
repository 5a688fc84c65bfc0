import type { InvitationWire } from "#protocol/invitations";
import { isOpen } from "#web/state/agents/invitation-runs.ts";
import type { Words } from "./en.ts";
import { took } from "./format.ts";

/** How an invitation stands or ended. Where nobody knows a code, the hub's own sentence says what is known. */
export function runWords(run: InvitationWire, words: Words): string {
  if (isOpen(run)) return words.runState[run.state];
  if (run.state !== "ended") return words.because(words.runState[run.state], run.reason);
  if (run.signal === null && run.exit_code === null) return run.reason;
  const how = run.signal === null ? words.exit(run.exit_code ?? 0) : words.endedBy(run.signal);
  return run.duration_ms === null ? how : words.both(how, took(run.duration_ms));
}

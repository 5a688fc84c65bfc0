import type { HookReply } from "#domain/agent";
import type { JsonValue } from "#domain/json";
import { defined } from "#lib/defined";
import { canonicalJson, sha256 } from "#lib/digest";
import type { HookAsk } from "./profile.ts";
import type { Remembering } from "./seat-memory.ts";
import type { TurnRun } from "./turn-run.ts";

interface Asking {
  readonly event: string;
  readonly payload: JsonValue;
  readonly asks: HookAsk;
  readonly memory: Remembering;
  /** The terminal shows no menu while the hook waits. */
  readonly isHidden: boolean;
}

/** Asks what a hook waits for. The payload makes the key, so that the same one again is the same question. */
export async function askByHook(run: TurnRun, { event, payload, asks, memory, isHidden }: Asking): Promise<HookReply> {
  const key = `${run.turn}/hook-${sha256(canonicalJson({ event, payload })).slice(0, 32)}`;
  const step = run.record.runningStep(asks.step.verb, asks.step.what);
  await memory.keepAsked(key, asks.input);
  const question = await run.ask({ ...asks.ask, key }, { ...defined({ step }), ...(isHidden && { hidden: asks }) });
  return question === undefined ? {} : { question };
}

import type { HookReply } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { JsonObject, JsonValue } from "#domain/json";
import type { Answer } from "#domain/question";
import type { TurnSink } from "#agents/kit/one-ending";
import { canonicalJson, sha256 } from "#lib/digest";
import { pause, type Clock } from "#lib/time/clock";
import { toAsk } from "./script-questions.ts";
import type { HookRule } from "./language.ts";

const maxShown = 2_000;

interface Hooked {
  readonly event: string;
  readonly payload: JsonValue;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The turn under way; without one nothing can be asked. */
  readonly turn?: TurnId;
  readonly sink?: TurnSink;
}

/** The first rule for that event decides. The same payload is the same question, because it makes the key. */
export async function hookReply(rules: readonly HookRule[], { event, payload, clock, signal, turn, sink }: Hooked): Promise<HookReply> {
  const rule = rules.find((one) => one.event === event);
  if (rule === undefined) return {};
  const shown = canonicalJson(payload).slice(0, maxShown);
  const filled = (text: string): string => text.replaceAll("{payload}", () => shown);
  if ("reply" in rule) {
    if (rule.afterMs > 0) await pause(clock, rule.afterMs, signal);
    return signal.aborted ? {} : { output: { reply: filled(rule.reply) } };
  }
  if (turn === undefined || sink === undefined) return {};
  const { prompt, labels, subject, expiresMs } = rule.ask;
  const detail = subject?.detail === undefined ? undefined : filled(subject.detail);
  const ask = toAsk(
    {
      do: "ask",
      kind: "permission",
      prompt,
      labels,
      branches: [],
      ...(subject && { subject: { ...subject, ...(detail !== undefined && { detail }) } }),
      ...(expiresMs !== undefined && { expiresMs }),
    },
    `${turn}/hook-${sha256(canonicalJson({ event, payload })).slice(0, 32)}`,
    filled(prompt),
  );
  const heard = await sink.happened({ kind: "asked", turn, ask });
  return heard.how === "kept" && heard.question !== undefined ? { question: heard.question } : {};
}

/** An expiry counts as no. */
export function outputFor(answer: Answer): JsonObject {
  if (answer.how === "expired") return { decision: "deny", message: answer.reason };
  return { decision: answer.option?.grants ?? "deny", by: answer.by };
}

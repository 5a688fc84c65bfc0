import { RequestError } from "@agentclientprotocol/sdk";
import { z } from "zod";
import type { Ending } from "#domain/turn";
import { redactText } from "#lib/redact/redact";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { acpTexts } from "./texts.ts";

const maxReason = 600;

/** How a turn ended that the agent says is over. */
export function endingFor(stopReason: string, text: string, { agent, language }: { readonly agent: string; readonly language: TextLanguage }): Ending {
  const said = text === "" ? {} : { text };
  switch (stopReason) {
    case "cancelled":
      return { how: "stopped", reason: say(language, acpTexts.cancelled, { agent }), ...said };
    case "max_tokens":
      return { how: "failed", reason: say(language, acpTexts.maxTokens), ...said };
    case "max_turn_requests":
      return { how: "failed", reason: say(language, acpTexts.maxRequests), ...said };
    case "refusal":
      return { how: "failed", reason: say(language, acpTexts.refusal), ...said };
    default:
      return text === "" ? { how: "failed", reason: say(language, acpTexts.noAnswer, { agent }) } : { how: "completed", text };
  }
}

const details = z.union([
  z.looseObject({ details: z.string() }).transform((data) => data.details),
  z.looseObject({ message: z.string() }).transform((data) => data.message),
]);

/** The agent's own words for what went wrong: many put them into the error's data. */
export function failureOf(cause: unknown): string {
  const more = cause instanceof RequestError ? details.safeParse(cause.data).data : undefined;
  const message = cause instanceof Error ? cause.message : String(cause);
  const words = more === undefined || message.includes(more) ? message : `${message}: ${more}`;
  return redactText(words.replaceAll(/\s+/g, " ")).slice(0, maxReason);
}

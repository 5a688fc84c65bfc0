import { z } from "zod";
import { HubError } from "./client.ts";
import type { Voice } from "./output-streams.ts";

/** What went wrong, as one sentence; with --json as the same object that the HTTP door gives. */
export function failure(cause: unknown, json: boolean, voice: Voice): number {
  const { code, sentence } = told(cause);
  const answer = cause instanceof HubError ? cause.answer : undefined;
  if (json) voice.out(JSON.stringify(answer ?? { error: code, detail: sentence }));
  else voice.err(sentence);
  return 1;
}

function told(cause: unknown): { readonly code: string; readonly sentence: string } {
  if (cause instanceof z.ZodError) {
    return {
      code: "Internal",
      sentence: "The hub gave an answer that this program does not understand. Use the same version for both: restart the hub after an upgrade.",
    };
  }
  if (!(cause instanceof Error)) return { code: "Internal", sentence: String(cause) };
  if ("code" in cause && typeof cause.code === "string") return { code: cause.code, sentence: cause.message };
  return { code: "Internal", sentence: `Internal error: ${cause.message}.` };
}

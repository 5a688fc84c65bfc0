import type { Language } from "#domain/command";
import type { ProcessEnd } from "#domain/processes";
import { formatDuration } from "#lib/time/format-duration";
import { say } from "#lib/words/words";
import { clip } from "#hub/outbox/chat-parts";
import type { Visit } from "./invited-process.ts";
import { invitingTexts } from "./texts.ts";

/** Why and after how long an invited agent left. */
export function leavingSentence(language: Language, visit: Visit, how: ProcessEnd, ms: number): string {
  const agent = visit.entry.displayName;
  const after = formatDuration(language, ms);
  if (visit.process === undefined && visit.because !== undefined) return say(language, invitingTexts.leftNotStarted, { agent, why: visit.because });
  if (visit.because !== undefined) return say(language, invitingTexts.leftEnded, { agent, span: after, why: visit.because });
  if (how.exitCode !== undefined) return say(language, invitingTexts.leftExit, { agent, code: how.exitCode, span: after });
  if (how.signal !== undefined) return say(language, invitingTexts.leftSignal, { agent, signal: how.signal, span: after });
  return visit.process === undefined ? say(language, invitingTexts.leftLost, { agent }) : say(language, invitingTexts.leftUnknown, { agent, span: after });
}

/** The sentence for the thread; with the last line of output where the process did not end well. */
export function leavingMessage(language: Language, sentence: string, how: ProcessEnd, output: string): string {
  const words = lastLine(output);
  return how.exitCode === 0 || words === "" ? sentence : `${sentence} ${say(language, invitingTexts.leftWords, { words: clip(words, 200) })}`;
}

function lastLine(output: string): string {
  return output.trimEnd().split("\n").at(-1)?.trim() ?? "";
}

import type { Heard, Prompt, SeatSpec, TurnEvent } from "#domain/agent";
import type { ArtifactId, TurnId } from "#domain/ids";
import type { Ending } from "#domain/turn";
import type { Approval } from "#agents/kit/approved";
import type { TurnSink } from "#agents/kit/one-ending";
import type { Clock } from "#lib/time/clock";
import type { Answers } from "./answers.ts";
import type { GoneAction, Match } from "./language.ts";

/** What a turn is played with. */
export interface Stage {
  readonly turn: TurnId;
  readonly prompt: Prompt;
  readonly sink: TurnSink;
  readonly answers: Answers;
  readonly clock: Clock;
  readonly spec: SeatSpec;
  readonly readFile: (path: string, signal: AbortSignal) => Promise<string>;
  /** Aborts when the turn is to stop; its reason is the sentence for the ending. */
  readonly signal: AbortSignal;
  /** Somebody types at the desk, now or after this turn. */
  readonly typeAtDesk: (text: string, isNow: boolean) => void;
  /** The process dies: the turn has no ending of its own. */
  readonly die: (action: GoneAction) => void;
}

/** The stage and what has happened on it so far. */
export interface Scene extends Stage {
  text: string;
  answer: string;
  steps: number;
  asks: number;
  made: number;
  runs: number;
  lastMade: ArtifactId | undefined;
  /** Values of placeholders. */
  readonly output: Map<string, string>;
  last: Approval | undefined;
  readonly named: Map<string, Approval>;
}

export function report(scene: Scene, event: TurnEvent): Promise<Heard> {
  return scene.sink.happened(event);
}

const placeholder = /\{(answer|prompt|by|room|quoted|files|shared|memory|history|content|delivered|stdout|stderr|exit|artifact)\}/g;

/** One pass, so that what a person typed is never read as a placeholder. */
export function filled(text: string, scene: Scene): string {
  return text.replace(placeholder, (_all, name: string) => {
    const { prompt } = scene;
    switch (name) {
      case "answer":
        return scene.answer;
      case "prompt":
        return prompt.text;
      case "by":
        return prompt.by;
      case "room":
        return prompt.room === undefined ? "" : `${prompt.room.name}${prompt.room.direct ? " (direct)" : ""}`;
      case "quoted":
        return prompt.replyTo ?? "";
      case "files":
        return prompt.files.map((file) => `${file.name} (${file.mime}, ${file.bytes} bytes)`).join(", ");
      case "shared":
        return prompt.files.flatMap(({ shared = [] }) => shared).join(" ");
      default:
        return scene.output.get(name) ?? "";
    }
  });
}

export function isMatch(match: Match, text: string): boolean {
  if ("text" in match) return text.toLowerCase().includes(match.text.toLowerCase());
  return new RegExp(match.source, match.flags).test(text);
}

export function shownMatch(match: Match): string {
  return "text" in match ? `“${match.text}”` : `/${match.source}/${match.flags}`;
}

export function failed(scene: Scene, reason: string): Ending {
  return { how: "failed", reason, ...(scene.text !== "" && { text: scene.text }) };
}

export function stopped(scene: Scene): Ending {
  return { how: "stopped", reason: String(scene.signal.reason), ...(scene.text !== "" && { text: scene.text }) };
}

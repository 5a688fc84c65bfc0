import type { TurnId } from "#domain/ids";
import { pause } from "#lib/time/clock";
import type { CliTurnsParts } from "./seat-parts.ts";

const againMs = 200;

/** Reports a turn that began at the desk, again as long as the hub has another one under way. */
export async function reportDeskTurn(turn: TurnId, prompt: string, { sink, clock, closed }: Pick<CliTurnsParts, "sink" | "clock" | "closed">): Promise<void> {
  while (!closed.aborted && (await sink.happened({ kind: "started", turn, origin: "desk", prompt })).how === "busy") await pause(clock, againMs, closed);
}

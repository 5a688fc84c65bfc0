import type { AgentEvent, Heard, OpenTurn, Seat, SeatSpec } from "#domain/agent";
import type { SessionId } from "#domain/ids";
import type { Session } from "#domain/session";
import type { HubDeps } from "#hub/deps";
import { openSessionFolder } from "./session-folder.ts";

/** One open seat per session, opened when it is first needed and then used until the session or the hub ends. */
export interface Seats extends AsyncDisposable {
  /** Opens it unless it is open. `openTurn` counts only for the one that opens it. */
  open(session: Session, openTurn?: OpenTurn): Promise<Seat>;
  /** The same if it is open, or being opened. */
  get(session: SessionId): Promise<Seat> | undefined;
  /** Ends the session at its driver, with every process it started: also those of a hub that ran before. */
  end(session: Session): Promise<void>;
}

export interface SeatsParts {
  readonly specOf: (session: Session) => Omit<SeatSpec, "openTurn">;
  readonly heard: (session: Session, event: AgentEvent) => Promise<Heard>;
  readonly stop: AbortSignal;
}

export function createSeats(deps: Pick<HubDeps, "driver" | "settings">, parts: SeatsParts): Seats {
  const seats = new Map<SessionId, Promise<Seat>>();

  const opened = async (session: Session, openTurn: OpenTurn | undefined): Promise<Seat> => {
    await openSessionFolder(deps, session);
    const spec = parts.specOf(session);
    const sink = { happened: (event: AgentEvent) => parts.heard(session, event) };
    return (await deps.driver(session.kind)).open(openTurn === undefined ? spec : { ...spec, openTurn }, sink, parts.stop);
  };

  const open: Seats["open"] = (session, openTurn) => {
    const known = seats.get(session.id);
    if (known !== undefined) return known;
    const opening = opened(session, openTurn);
    seats.set(session.id, opening);
    opening.catch(() => seats.delete(session.id));
    return opening;
  };

  return {
    open,
    get: (session) => seats.get(session),
    end: async (session) => {
      const seat = await open(session);
      await seat.end();
      seats.delete(session.id);
    },
    [Symbol.asyncDispose]: async () => {
      for (const seat of await Promise.allSettled(seats.values())) if (seat.status === "fulfilled") await seat.value[Symbol.asyncDispose]();
    },
  };
}

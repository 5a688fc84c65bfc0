import type { AgentEvent, Heard, OpenTurn, Seat, SeatSpec } from "#domain/agent";
import type { SessionId } from "#domain/ids";
import type { Session } from "#domain/session";
import { defined } from "#lib/defined";
import type { HubDeps } from "#hub/deps";
import { openSessionFolder } from "./session-folder.ts";

/** One open seat per session, opened when it is first needed and then used until the session or the hub ends. */
export interface Seats extends AsyncDisposable {
  /** Opens it unless it is open. `openTurn` counts only for the one that opens it. */
  open(session: Session, openTurn?: OpenTurn): Promise<Seat>;
  /** The same if it is open, or being opened. */
  get(session: SessionId): Promise<Seat> | undefined;
  /** Ends what runs and starts it anew, with an older conversation if one is named. */
  restart(session: Session, resume?: string): Promise<void>;
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

  const opened = async (session: Session, more: Partial<Pick<SeatSpec, "openTurn" | "resume" | "autoStart">>): Promise<Seat> => {
    await openSessionFolder(deps, session);
    const spec = parts.specOf(session);
    const sink = { happened: (event: AgentEvent) => parts.heard(session, event) };
    return (await deps.driver(session.kind)).open({ ...spec, ...more }, sink, parts.stop);
  };

  const openWith = (session: Session, more: Parameters<typeof opened>[1]): Promise<Seat> => {
    const opening = opened(session, more);
    seats.set(session.id, opening);
    opening.catch(() => seats.delete(session.id));
    return opening;
  };

  const open: Seats["open"] = (session, openTurn) => seats.get(session.id) ?? openWith(session, defined({ openTurn }));

  return {
    open,
    get: (session) => seats.get(session),
    restart: async (session, resume) => {
      await (await open(session)).end();
      seats.delete(session.id);
      await openWith(session, { autoStart: true, ...defined({ resume }) });
    },
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

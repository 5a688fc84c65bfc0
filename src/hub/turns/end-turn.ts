import type { SessionId, TurnId } from "#domain/ids";
import type { Ending, Turn } from "#domain/turn";
import { formatDuration } from "#lib/time/format-duration";
import { workWords } from "#lib/words/work-words";
import { say } from "#lib/words/words";
import { hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import type { ActiveTurns } from "./active-turns.ts";
import type { Drafts } from "./drafts.ts";
import { turnTexts } from "./texts.ts";
import { endingMessages, sessionEvent } from "./turn-ending.ts";

export interface TurnEnds {
  /** Stores the ending and its message; whoever calls it wakes the session's next turn. */
  finish(turn: Turn, ending: Ending): Promise<void>;
  /** Marks a turn without a sign of life and tells the thread. It may still end by itself. */
  overdue(turn: TurnId): Promise<SessionId | undefined>;
}

export function createTurnEnds(
  deps: Pick<HubDeps, "store" | "clock" | "newId" | "log" | "settings">,
  parts: { readonly active: ActiveTurns; readonly drafts: Drafts; readonly timeoutMs: (session: SessionId) => number },
): TurnEnds {
  const { store, clock, newId, log, settings } = deps;
  const { active, drafts } = parts;
  const { language } = settings;

  /** An agent that gave up while its model was out of reach, or that had stopped moving: that belongs to the reason. */
  const withLastStatus = (ending: Ending, turn: TurnId): Ending => {
    const status = drafts.get(turn)?.status;
    if ((ending.how !== "failed" && ending.how !== "lost") || status === undefined) return ending;
    if (status.doing === "working" || status.doing === "compacting") return ending;
    const reason = say(language, turnTexts.atTheEnd, { reason: ending.reason.replace(/[.。]$/, ""), doing: workWords(language, status) });
    return { ...ending, reason };
  };

  return {
    finish: async (turn, given) => {
      const session = await store.session(turn.session);
      const found = active.of(turn.session);
      const current = found?.turn.id === turn.id ? found : undefined;
      const ending = withLastStatus(given.how === "stopped" ? { ...given, reason: current?.stoppedBecause ?? given.reason } : given, turn.id);
      const messages =
        session === undefined
          ? { message: hubLine(newId, turn.thread, clock.now(), say(language, turnTexts.sessionRemoved), turn.id) }
          : endingMessages(deps, { turn, session, ending, draft: drafts.get(turn.id), stoppedBy: current?.stoppedBy });
      const reason = ending.how === "completed" ? "" : ending.reason;
      await store.endTurn({ turn: turn.id, at: clock.now(), ending, session: sessionEvent(ending, current?.overdue ?? false), reason, ...messages });
      // Logged after it is on disk; the text of the answer stays out of the log.
      if (ending.how === "failed" || ending.how === "lost")
        log.warn({ session: session?.name ?? turn.session, turn: turn.id, how: ending.how, reason: ending.reason }, "turn failed");
      active.release(turn);
    },
    overdue: async (id) => {
      const current = active.byTurn(id);
      const session = current === undefined ? undefined : await store.session(current.turn.session);
      if (current === undefined || session === undefined) return undefined;
      current.overdue = true;
      const text = say(language, turnTexts.timeout, {
        session: session.name,
        span: formatDuration(language, parts.timeoutMs(session.id)),
        prefix: settings.prefix,
      });
      const status = drafts.get(id)?.status;
      const seen = status === undefined ? "" : `\n\n${say(language, turnTexts.lastSeen, { doing: workWords(language, status) })}`;
      await store.overdue(id, clock.now(), hubLine(newId, session.thread, clock.now(), `${text}${seen}`));
      log.warn({ session: session.name, turn: id, reason: `no activity for ${parts.timeoutMs(session.id)} ms` }, "turn timed out");
      return session.id;
    },
  };
}

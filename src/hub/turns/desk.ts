import type { Conversation, Screen, Seat, SeatFacts } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { SessionId } from "#domain/ids";
import { everyone, nameOf, whoIs, type Actor } from "#domain/people";
import type { Right } from "#domain/policy";
import type { Session } from "#domain/session";
import { terminalKey } from "#domain/terminal-keys";
import type { Surface } from "#domain/thread";
import { defined } from "#lib/defined";

import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import { accessTexts } from "#hub/access/texts";
import type { HubDeps } from "#hub/deps";
import type { Questions } from "#hub/questions/questions";
import type { TurnRunner } from "./run-turn.ts";
import { screenAfter, type ScreenWait, type ScreenedSeat } from "./screen-after.ts";
import type { SessionPlace } from "./session-place.ts";
import { removeSessionFolder } from "./session-folder.ts";
import { turnTexts } from "./texts.ts";

/** A session's agent as somebody at its terminal sees it. A driver that lacks something is refused with NotSupported. */
export interface Desk {
  screen(by: Actor, session: SessionId): Promise<Screen>;
  /** The same once it differs from what the caller has seen, at the latest after so long. */
  screenAfter(by: Actor, session: SessionId, isNew: (screen: Screen) => boolean, wait: ScreenWait): Promise<Screen>;
  /** While a question is open, only somebody who may answer it: the keys could. */
  press(by: Actor, surface: Surface, session: SessionId, keys: readonly string[]): Promise<void>;
  conversations(by: Actor, session: SessionId): Promise<readonly Conversation[]>;
  /** Ends what the session runs and starts it anew, with an older conversation if one is named. */
  restart(by: Actor, surface: Surface, session: SessionId, conversation?: string): Promise<void>;
  /** Throws NotAllowed for whoever may not make sessions. */
  mayCreate(by: Actor): Promise<void>;
  /** Undefined where the driver knows none, or no seat is open. */
  facts(session: SessionId): Promise<SeatFacts | undefined>;
  /** Ends the session and every process it started; its thread stays. */
  end(by: Actor, surface: Surface, session: SessionId): Promise<void>;
}

export function createDesk(
  deps: Pick<HubDeps, "store" | "policy" | "clock" | "log" | "settings">,
  parts: { readonly gate: Gate; readonly runner: TurnRunner; readonly place: SessionPlace; readonly questions: () => Questions },
): Desk {
  const { store, policy, clock, log, settings } = deps;
  const { gate, runner } = parts;
  const { language } = settings;

  const admit = async (by: Actor, right: Right, id: SessionId): Promise<Session> => {
    const session = await store.session(id);
    const thread = session === undefined ? undefined : await store.thread(policy.reader(by), session.thread);
    if (session === undefined || thread === undefined) {
      await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NoSuchSession", about: `session ${id}` });
      throw new ParleyError("NoSuchSession", say(language, commonTexts.notFound, { what: "session" }));
    }
    await gate.admit(by, right, { what: `${right} ${session.name}`, sentence: () => say(language, turnTexts.deskNotAllowed, { session: session.name }) });
    return session;
  };

  const lacks = (session: Session, what: string): ParleyError =>
    new ParleyError("NotSupported", say(language, turnTexts.seatLacks, { session: session.name, cli: session.cliType, what }));

  const seatWithScreen = async (by: Actor, id: SessionId): Promise<ScreenedSeat> => {
    const session = await admit(by, "desk.see", id);
    const seat = await runner.seat(session);
    if (!hasScreen(seat)) throw lacks(session, "screen");
    return seat;
  };

  const checkRestart = async (session: Session, conversation: string | undefined): Promise<void> => {
    const seat = await runner.seat(session);
    if ((await seat.facts?.())?.isAdopted === true) throw new ParleyError("NotSupported", say(language, turnTexts.notOurs, { session: session.name }));
    if (conversation === undefined) return;
    if (seat.conversations === undefined) throw lacks(session, "conversations");
    const isThere = (await seat.conversations()).some((one) => one.id === conversation);
    if (!isThere) throw new ParleyError("NotFound", say(language, turnTexts.noSuchConversation, { session: session.name, conversation }));
  };

  return {
    screen: async (by, id) => (await seatWithScreen(by, id)).screen(),
    screenAfter: async (by, id, isNew, wait) => screenAfter(clock, await seatWithScreen(by, id), isNew, wait),
    press: async (by, surface, id, keys) => {
      const session = await admit(by, "desk.type", id);
      const seat = await runner.seat(session);
      if (seat.press === undefined) throw lacks(session, "keys");
      const open = (await store.questions(everyone, { state: "open", thread: session.thread })).filter((question) => question.session === id);
      if (open.some((question) => !parts.questions().mayAnswer(by, question))) {
        await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotAnApprover", about: `press keys of ${session.name}` });
        throw new ParleyError("NotAnApprover", say(language, turnTexts.keysWhileAsked, { session: session.name }));
      }
      // Menus preselect an option, so that any text followed by Enter would take it.
      if (open.length > 0 && keys.some((key) => terminalKey(key) === undefined))
        throw new ParleyError("InvalidArgs", say(language, turnTexts.textWhileAsked, { session: session.name }));
      await store.record([{ at: clock.now(), kind: "typed", who: whoIs(by), data: { session: id, surface, keys: keys.length } }]);
      await seat.press(keys);
    },
    conversations: async (by, id) => {
      const session = await admit(by, "desk.see", id);
      const seat = await runner.seat(session);
      if (seat.conversations === undefined) throw lacks(session, "conversations");
      return seat.conversations();
    },
    restart: async (by, surface, id, conversation) => {
      const session = await admit(by, "session.end", id);
      await checkRestart(session, conversation);
      await runner.restart(session, nameOf(by), conversation);
      await store.record([
        { at: clock.now(), kind: "restarted", who: whoIs(by), data: { session: id, name: session.name, surface, ...defined({ conversation }) } },
      ]);
    },
    mayCreate: (by) =>
      gate.admit(by, "session.new", { what: "create a session", sentence: () => say(language, accessTexts.notAllowed, { account: whoIs(by) }) }),
    facts: async (id) => {
      const seat = await runner.openSeat(id)?.catch(() => undefined);
      return seat?.facts?.().catch((cause: unknown) => {
        log.debug({ cause, session: id }, "failed to read the facts of a session");
        return undefined;
      });
    },
    end: async (by, surface, id) => {
      const session = await admit(by, "session.end", id);
      await runner.end(session);
      await store.dropSession(id);
      await removeSessionFolder(deps, session);
      await parts.place.leave(session);
      await store.record([{ at: clock.now(), kind: "ended", who: whoIs(by), data: { session: id, name: session.name, surface } }]);
      // What was queued for it fails with a sentence.
      runner.wake(id);
    },
  };
}

function hasScreen(seat: Seat): seat is ScreenedSeat {
  return seat.screen !== undefined;
}

import { ParleyError } from "#domain/errors";
import { isId } from "#domain/ids";
import type { Actor } from "#domain/people";
import type { SessionToolVerbs } from "#domain/session-tool";
import type { Turn } from "#domain/turn";
import type { HubDeps } from "#hub/deps";
import type { InvitingPart } from "#hub/inviting/inviting";
import { promptedTurn } from "#hub/road/commit";
import type { AllowedWork } from "#hub/road/incoming-message";
import type { Road } from "#hub/road/road";
import type { Tasks } from "#hub/tasks/tasks";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import type { TurnRunner } from "./run-turn.ts";
import { keepMade } from "./store-made-file.ts";
import { turnTexts } from "./texts.ts";

export interface SessionToolParts {
  readonly runner: Pick<TurnRunner, "underWay">;
  readonly tasks: Pick<Tasks, "start">;
  readonly inviting: Pick<InvitingPart, "inviteAllowed">;
  readonly road: () => Road;
}

/** What the tools of a session's own agent may do. What they do is the session's, on behalf of the person who began its turn. */
export function createSessionToolVerbs(deps: HubDeps, { runner, tasks, inviting, road }: SessionToolParts): SessionToolVerbs {
  const { store, policy, settings } = deps;

  const turnOf = ({ id }: Parameters<SessionToolVerbs["sessions"]>[0]): Turn => {
    const turn = runner.underWay(id);
    if (turn === undefined) throw new ParleyError("NotAllowed", say(settings.language, turnTexts.noTurnUnderWay));
    return turn;
  };

  /** With the role they have now. Nobody's words but a person's give another session work. */
  const personBehind = async (turn: Turn): Promise<Actor> => {
    if (turn.beganBy === "operator") return { kind: "operator" };
    const person = isId("per", turn.beganBy) ? (await store.people()).find(({ id }) => id === turn.beganBy) : undefined;
    if (person === undefined) throw new ParleyError("NotAllowed", say(settings.language, turnTexts.noPersonBehind));
    return { kind: "person", id: person.id, name: person.name, role: person.role };
  };

  return {
    askedFrom: (session) => runner.underWay(session)?.from,
    sessions: async (by) => store.sessions(policy.reader(await personBehind(turnOf(by)))),
    prompt: async (by, session, text, key) => {
      const { beganBy } = turnOf(by);
      const record: AllowedWork["record"] = (turn) => ({
        kind: "run",
        data: { did: "session_prompt", session: session.name, by: by.name, on_behalf_of: beganBy, turn },
      });
      const outcome = await road().say({
        by,
        surface: "hub",
        where: { kind: "work", thread: session.thread, beganBy, fan: true, record },
        text,
        language: settings.language,
        session: session.id,
        key: `session_prompt:${key}`,
        isPromptOnly: true,
      });
      return promptedTurn(outcome);
    },
    deliver: (by, ask) => {
      const { thread, from } = turnOf(by);
      return tasks.start(by, "hub", { thread, ...defined({ address: from }) }, ask, true);
    },
    invite: async (by, agentName) => {
      const invited = await inviting.inviteAllowed(by, "hub", agentName, by.thread);
      if (!invited.ok) throw new ParleyError(invited.code ?? "NotInvitable", invited.reason);
      return { reason: invited.reason };
    },
    attach: async (by, key, file) => {
      const turn = turnOf(by);
      const session = await store.session(by.id);
      return session === undefined ? undefined : keepMade(deps, turn, session, { kind: "made", turn: turn.id, key, file });
    },
  };
}

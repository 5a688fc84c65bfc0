import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { AgentKind } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { Actor } from "#domain/people";
import { whoIs, everyone } from "#domain/people";
import type { Session } from "#domain/session";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import type { Bus } from "#hub/bus/bus";
import type { HubDeps } from "#hub/deps";
import type { Tasks } from "#hub/tasks/tasks";
import { threadOf } from "#hub/road/read-facts";
import type { Desk } from "./desk.ts";
import type { TurnRunner } from "./run-turn.ts";
import { createStatus, type StatusParts } from "./hub-status.ts";
import type { SessionPlace } from "./session-place.ts";
import { createStoredSessions, type SessionSpec, type StoredSessions } from "./stored-sessions.ts";
import type { StopSession } from "./stop-session.ts";
import { turnTexts } from "./texts.ts";
import { commonTexts } from "#lib/words/common";

const maxName = 40;

export interface Sessions extends Omit<
  HubVerbs,
  "sendLinkCode" | "joinAccount" | "unlinkAccount" | "who" | "run" | "record" | "schedule" | "schedules" | "unschedule"
> {
  readonly sync: StoredSessions["sync"];
}

export function createSessions(
  deps: HubDeps &
    StatusParts & {
      readonly runner: TurnRunner;
      readonly stop: StopSession;
      readonly invite: Bus["invite"];
      readonly tasks: Pick<Tasks, "start" | "goOn">;
      readonly desk: Pick<Desk, "press" | "conversations" | "restart">;
      readonly showScreen: HubVerbs["screen"];
      readonly place: SessionPlace;
    },
): Sessions {
  const { store, policy, clock, settings } = deps;
  const language = settings.language;
  const stored = createStoredSessions(deps, deps);

  const named = async (by: Actor, name: string): Promise<Session> => {
    const session = await store.sessionByName(policy.reader(by), name);
    if (session === undefined) throw new ParleyError("NoSuchSession", say(language, commonTexts.sessionMissing, { name, prefix: settings.prefix }));
    return session;
  };

  const kindFor = (cli: string): AgentKind => {
    try {
      return deps.kindOf(cli);
    } catch (cause) {
      if (!(cause instanceof ParleyError) || !Array.isArray(cause.data?.["known"])) throw cause;
      throw new ParleyError("NotSupported", say(language, turnTexts.cliMissing, { cli, known: cause.data["known"].join(", ") }), { cause });
    }
  };

  const current: HubVerbs["current"] = async (_by, place) => {
    const thread = place.address === undefined ? place.thread : (await threadOf(deps, place.address))?.thread;
    const id = thread === undefined ? undefined : (await store.thread(everyone, thread))?.defaultSession;
    return id === undefined ? undefined : store.session(id);
  };

  return {
    sync: stored.sync,
    sessions: (by) => store.sessions(policy.reader(by)),
    current,
    listen: (address, to) => store.setListening(address, to),
    listening: (address) => store.listening(address),
    use: async (by, place, name) => {
      const session = await named(by, name);
      if (place.address !== undefined) {
        await store.bind(place.address, session.thread, clock.now());
        await store.accept({ at: clock.now(), joins: { thread: session.thread, who: whoIs(by) } });
      } else if (place.thread !== session.thread) throw new ParleyError("NoSuchSession", say(language, turnTexts.sessionElsewhere, { name }));
      await store.setDetails(session.thread, { chosenSession: session.id });
      await store.setDefaultSession(session.thread, session.id);
      return session;
    },
    useRules: async (by, place) => {
      const session = await current(by, place);
      if (session !== undefined) await store.setDetails(session.thread, { chosenSession: null });
      return session;
    },
    create: async (by, place, { name, cli, directory, worktree = false }) => {
      if (!/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(name) || Array.from(name).length > maxName) {
        throw new ParleyError("InvalidArgs", say(language, turnTexts.badSessionName, { name, max: maxName }));
      }
      if ((await store.sessionByName(everyone, name)) !== undefined)
        throw new ParleyError("NameTaken", say(language, commonTexts.nameTaken, { name, prefix: settings.prefix }));
      const kind = kindFor(cli);
      const workDir = directory === undefined ? settings.workspace : isAbsolute(directory) ? directory : join(settings.workspace, directory);
      const there = await stat(workDir).then(
        (found) => found.isDirectory(),
        () => false,
      );
      if (!there) throw new ParleyError("InvalidArgs", say(language, turnTexts.directoryMissing, { directory: workDir }));
      const spec: SessionSpec = { name, kind, cliType: cli, workDir, settings: {}, worktree };
      const { fault } = await deps.place.of(spec);
      if (fault !== undefined) throw new ParleyError("InvalidArgs", fault);
      const session = await stored.put(spec, "store", {
        by,
        access: place.direct ? "closed" : "open",
        ...(place.address === undefined && place.thread !== undefined ? { thread: place.thread } : {}),
      });
      if (place.address !== undefined) await store.bind(place.address, session.thread, clock.now());
      return session;
    },
    screen: deps.showScreen,
    press: (by, surface, session, keys) => deps.desk.press(by, surface, session.id, keys),
    conversations: (by, session) => deps.desk.conversations(by, session.id),
    restart: (by, surface, session, conversation) => deps.desk.restart(by, surface, session.id, conversation),
    stop: (by, session, surface, how) => deps.stop(by, surface, session, how),
    invite: async (by, surface, place, agentName, named) => {
      const thread = named ?? place.thread ?? (place.address === undefined ? undefined : (await threadOf(deps, place.address))?.thread);
      if (thread === undefined) throw new ParleyError("NotFound", say(language, turnTexts.inviteNoPlace));
      const invited = await deps.invite(by, surface, agentName, thread);
      if (!invited.ok) throw new ParleyError(invited.code ?? "NotInvitable", invited.reason);
      return { agentName, reason: invited.reason, command: invited.commandExecuted };
    },
    deliver: (by, surface, place, { task, ...ask }) =>
      task === undefined ? deps.tasks.start(by, surface, place, ask) : deps.tasks.goOn(by, surface, task, ask.prompt),
    status: createStatus(deps),
    links: deps.links,
  };
}

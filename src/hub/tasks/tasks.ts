import type { SeatWork } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { Actor } from "#domain/people";
import { pageTarget, type StartedTask, type Task, type TaskAsk, type TaskRequest } from "#domain/task";
import type { Surface } from "#domain/thread";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import type { HubDeps } from "#hub/deps";
import type { Approvals } from "#hub/questions/approvals";
import type { Road } from "#hub/road/road";
import type { TurnRunner } from "#hub/turns/run-turn";
import type { Wakes } from "#hub/wakes";
import { checkSource } from "./check-source.ts";
import { findTarget } from "./find-target.ts";
import { createBeginTask } from "./begin-task.ts";
import { createTaskPlaces } from "./task-places.ts";
import { createTaskOutcomes, requestOf, type TaskPlace } from "./task-outcomes.ts";
import { taskTexts } from "./texts.ts";

const maxPrompt = 100_000;

/** Code deliveries: who may ask for one, where it stands, and what is told to whoever asked elsewhere. */
export interface Tasks {
  /** Whether deliveries can be asked for here. */
  readonly isOn: boolean;
  /** `isAllowed`: somebody who may has said yes to it, target included. */
  start(by: Actor, surface: Surface, place: TaskPlace, ask: TaskAsk, isAllowed?: boolean): Promise<StartedTask>;
  /** Another turn of a task, from where its last delivery ended. */
  goOn(by: Actor, surface: Surface, task: string, prompt: string): Promise<StartedTask>;
  /** Those that the actor may see, newest first. */
  list(by: Actor): Promise<readonly Task[]>;
  find(by: Actor, task: string): Promise<Task>;
  /** What it has made so far; undefined when it is not under way. */
  work(by: Actor, task: string, signal: AbortSignal): Promise<SeatWork | undefined>;
  /** After a restart: tasks whose outcome somebody in another thread waits for. */
  recover(): Promise<void>;
}

export interface TasksParts {
  readonly gate: Gate;
  readonly approvals: Approvals;
  readonly runner: TurnRunner;
  readonly wakes: Pick<Wakes, "on">;
  readonly road: () => Road;
}

export function createTasks(deps: HubDeps, { gate, approvals, runner, wakes, road }: TasksParts): Tasks {
  const { store, policy, newId, settings } = deps;
  const { language } = settings;
  const outcomes = createTaskOutcomes(deps, wakes);
  const places = createTaskPlaces(deps);
  const { begin, give, askPeople } = createBeginTask(deps, { approvals, road, outcomes, places });

  const list: Tasks["list"] = async (by) =>
    (await store.sessions(policy.reader(by)))
      .filter((session) => session.kind === "delivery")
      .map((session) => ({ session, request: requestOf(session) }))
      .toSorted((a, b) => b.session.at - a.session.at);

  const find: Tasks["find"] = async (by, task) => {
    const found = (await list(by)).find(({ request, session }) => request.task === task || session.name === task || session.id === task);
    if (found === undefined) throw new ParleyError("NotFound", say(language, taskTexts.noSuchTask, { task: task.slice(0, 64) }));
    return found;
  };

  const admit = async (by: Actor, about: string): Promise<"allow" | "ask"> => {
    if (settings.deliveries !== true) throw new ParleyError("NotSupported", say(language, taskTexts.disabled));
    const { verdict } = policy.decide(by, "deliver");
    if (verdict === "deny") await gate.admit(by, "deliver", { what: about, sentence: () => say(language, taskTexts.mayNotDeliver) });
    return verdict === "ask" ? "ask" : "allow";
  };

  return {
    isOn: settings.deliveries === true,
    list,
    find,
    start: async (by, surface, place, ask, isAllowed = false) => {
      const verdict = await admit(by, "start a code delivery");
      const prompt = ask.prompt.trim();
      if (prompt === "") throw new ParleyError("InvalidArgs", say(language, taskTexts.noPrompt));
      const source = checkSource(ask, language);
      const shown = place.thread === undefined ? undefined : { id: place.thread, chats: await store.boundAddresses(place.thread) };
      const target = await findTarget(deps, ask, place.address, shown);
      if (target.channel === pageTarget) await places.seenThread(by, target);
      const request: TaskRequest = { task: newId("tsk"), prompt: prompt.slice(0, maxPrompt), source, target };
      const isFree = isAllowed || (verdict === "allow" && (await places.mayPostTo(by, target, place)));
      return isFree ? begin(by, surface, request, place) : askPeople(by, surface, request, place);
    },
    goOn: async (by, surface, task, prompt) => {
      const { session, request } = await find(by, task);
      const verdict = await admit(by, `continue the delivery ${request.task}`);
      if (verdict === "ask")
        await gate.admit(by, "deliver", { what: `continue the delivery ${request.task}`, sentence: () => say(language, taskTexts.mayNotDeliver) });
      if (prompt.trim() === "") throw new ParleyError("InvalidArgs", say(language, taskTexts.noPrompt));
      return give({ by, surface, session, request, prompt: prompt.slice(0, maxPrompt) });
    },
    work: async (by, task, signal) => {
      const { session } = await find(by, task);
      return (await runner.seat(session)).work?.(signal);
    },
    recover: () => outcomes.recover(),
  };
}

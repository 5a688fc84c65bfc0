import { addressKey } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import { nameOf, whoIs, type Actor } from "#domain/people";
import type { NewSession, Session } from "#domain/session";
import type { StartedTask, TaskRequest } from "#domain/task";
import type { Surface } from "#domain/thread";
import { defined } from "#lib/defined";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { wasRemoved } from "#hub/access/was-removed";
import type { HubDeps } from "#hub/deps";
import { clip, shownName } from "#hub/outbox/chat-parts";
import type { Approvals } from "#hub/questions/approvals";
import { promptedTurn } from "#hub/road/commit";
import type { AllowedWork } from "#hub/road/incoming-message";
import type { Road } from "#hub/road/road";
import type { TaskOutcomes, TaskPlace } from "./task-outcomes.ts";
import type { TaskPlaces } from "./task-places.ts";
import { taskTexts } from "./texts.ts";

export interface BeginTaskParts {
  readonly approvals: Approvals;
  readonly road: () => Road;
  readonly outcomes: TaskOutcomes;
  readonly places: TaskPlaces;
}

/** Gives a delivery to its agent, at once or when somebody has allowed it. */
export interface BeginTask {
  begin(by: Actor, surface: Surface, asked: TaskRequest, place: TaskPlace): Promise<StartedTask>;
  /** More work of a task that is there. */
  give(work: GivenWork): Promise<StartedTask>;
  /** Asks somebody who may allow it, and begins it then. */
  askPeople(by: Actor, surface: Surface, request: TaskRequest, place: TaskPlace): Promise<StartedTask>;
}

export interface GivenWork {
  readonly by: Actor;
  readonly surface: Surface;
  readonly session: Pick<Session, "id" | "name" | "thread">;
  readonly request: TaskRequest;
  readonly prompt: string;
}

export function createBeginTask(deps: HubDeps, { approvals, road, outcomes, places }: BeginTaskParts): BeginTask {
  const { store, clock, newId, settings } = deps;
  const { language } = settings;

  const begin: BeginTask["begin"] = async (by, surface, asked, place) => {
    const { thread, born, isBound } = await places.threadFor(by, asked);
    const request: TaskRequest = { ...asked, ...(await outcomes.asker(place, thread, asked.target)) };
    const newSession: NewSession = {
      id: newId("ses"),
      name: `delivery-${request.task.slice(-8).toLowerCase()}`,
      thread,
      kind: "delivery",
      cliType: "code_delivery",
      workDir: settings.workspace,
      settings: settingsOf(request),
      source: "store",
      at: clock.now(),
    };
    // A chat that only gets the archive is not shown what else is said in the thread of the default session.
    const isShown = born !== undefined || (place.address !== undefined && addressKey(place.address) === addressKey(request.target));
    const made = { newSession, ...defined({ born, bind: isBound || !isShown ? undefined : request.target }) };
    return give({ by, surface, session: newSession, request, prompt: request.prompt }, made);
  };

  /** By the road, as everything that is said. What a new task needs is made together with its first words, or not at all. */
  const give = async ({ by, surface, session: { id, name, thread }, request, prompt }: GivenWork, made: Partial<AllowedWork> = {}): Promise<StartedTask> => {
    const { task, source, target } = request;
    const record: AllowedWork["record"] = () => ({
      kind: "task",
      data: { did: "asked", task, session: name, source: { ...source }, target: addressKey(target), surface },
    });
    const where: AllowedWork = { ...made, kind: "work", thread, record };
    const { turn } = promptedTurn(await road().say({ by, surface, where, text: prompt, language, session: id, isPromptOnly: true }));
    await outcomes.await(id, turn, request);
    const session = await store.session(id);
    if (session === undefined) throw new ParleyError("NotFound", say(language, commonTexts.notFound, { what: "session" }));
    return { state: "queued", task, session, target };
  };

  const askPeople: BeginTask["askPeople"] = async (by, surface, request, place) => {
    const target = addressKey(request.target);
    const { thread } = place;
    const question = await approvals.ask(
      {
        by,
        needs: ["deliver"],
        key: `deliver ${request.task}`,
        title: say(language, taskTexts.askTitle, { target }),
        prompt: say(language, taskTexts.askPrompt, { who: shownName(nameOf(by)), target }),
        subject: { detail: [`source: ${sourceText(request.source)}`, `target: ${target}`, "", clip(request.prompt)].join("\n") },
        ...defined({ thread }),
      },
      async ({ allowed }) => {
        if (allowed && !(await wasRemoved(deps, whoIs(by)))) await begin(by, surface, request, place);
        if (!allowed) await outcomes.denied(request, place);
      },
    );
    return { state: "asked", task: request.task, question, target: request.target };
  };

  return { begin, give: (work) => give(work), askPeople };
}

function settingsOf({ task, prompt, source, target, askedIn, askedFrom }: TaskRequest): JsonObject {
  return {
    task,
    prompt,
    source: { ...source },
    target: { ...target },
    ...defined({ askedIn, askedFrom: askedFrom === undefined ? undefined : { ...askedFrom } }),
  };
}

function sourceText(source: TaskRequest["source"]): string {
  return source.type === "empty" ? "empty" : `${source.url} ${source.ref ?? ""}`.trim();
}

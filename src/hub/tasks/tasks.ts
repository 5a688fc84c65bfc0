import { addressKey, type Address } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { ThreadId, TurnId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import { nameOf, roleOf, whoIs, type Actor } from "#domain/people";
import type { Session } from "#domain/session";
import type { NewThread } from "#domain/store";
import type { StartedTask, Task, TaskAsk, TaskRequest } from "#domain/task";
import type { Surface } from "#domain/thread";
import { cleanTopic } from "#lib/text/clean-name";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import { wasRemoved } from "#hub/access/was-removed";
import { authorOf, hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { clip, shownName } from "#hub/outbox/chat-parts";
import type { Approvals } from "#hub/questions/approvals";
import { threadOf } from "#hub/road/read-facts";
import type { TurnRunner } from "#hub/turns/run-turn";
import type { Wakes } from "#hub/wakes";
import { checkSource } from "./check-source.ts";
import { findTarget } from "./find-target.ts";
import { taskTexts } from "./texts.ts";

const maxPrompt = 100_000;

export interface TaskPlace {
  readonly thread?: ThreadId;
  readonly address?: Address;
}

/** Code deliveries: who may ask for one, where it stands, and what is told to whoever asked elsewhere. */
export interface Tasks {
  start(by: Actor, surface: Surface, place: TaskPlace, ask: TaskAsk): Promise<StartedTask>;
  /** Another turn of a task, from where its last delivery ended. */
  goOn(by: Actor, surface: Surface, task: string, prompt: string): Promise<StartedTask>;
  /** Those that the actor may see, newest first. */
  list(by: Actor): Promise<readonly Task[]>;
  find(by: Actor, task: string): Promise<Task>;
  /** After a restart: tasks whose outcome somebody in another thread waits for. */
  recover(): Promise<void>;
}

export interface TaskParts {
  readonly gate: Gate;
  readonly approvals: Approvals;
  readonly runner: TurnRunner;
  readonly wakes: Pick<Wakes, "on">;
}

export function createTasks(deps: HubDeps, { gate, approvals, runner, wakes }: TaskParts): Tasks {
  const { store, policy, clock, newId, log, settings } = deps;
  const { language } = settings;
  /** Turns whose outcome is told in another thread, by session. */
  const awaited = new Map<Session["id"], { readonly turn: TurnId; readonly request: TaskRequest; readonly thread: ThreadId }>();

  /** Whether the actor could write there anyway: the chat it came from, one of a thread that they see, or anywhere for admins. */
  const mayPostTo = async (by: Actor, target: Address, place: TaskPlace): Promise<boolean> => {
    const role = roleOf(by);
    if (by.kind === "operator" || by.kind === "hub" || role === "owner" || role === "admin") return true;
    if (place.address !== undefined && addressKey(place.address) === addressKey(target)) return true;
    const thread = await store.boundThread(target);
    return thread !== undefined && (await store.thread(policy.reader(by), thread)) !== undefined;
  };

  /** The thread that the target shows; one is made for a chat that has none. */
  const threadFor = async (by: Actor, request: TaskRequest): Promise<{ readonly thread: ThreadId; readonly born?: NewThread; readonly isBound: boolean }> => {
    const known = await threadOf(deps, request.target);
    if (known !== undefined) return { thread: known.thread, isBound: known.bound };
    const id = newId("thr");
    const topic = cleanTopic(request.prompt.split("\n")[0] ?? "").slice(0, 60) || request.target.room;
    const born = { id, topic, access: "closed" as const, createdBy: authorOf(by), at: clock.now(), participants: [whoIs(by)] };
    return { thread: id, born, isBound: false };
  };

  const begin = async (by: Actor, surface: Surface, asked: TaskRequest, place: TaskPlace): Promise<StartedTask> => {
    const { thread, born, isBound } = await threadFor(by, asked);
    const at = clock.now();
    if (born !== undefined) await store.accept({ at, thread: born });
    if (!isBound) await store.bind(asked.target, thread, at);
    const from = place.thread ?? (place.address === undefined ? undefined : (await threadOf(deps, place.address))?.thread);
    const request: TaskRequest = from === undefined || from === thread ? asked : { ...asked, askedIn: from };
    const session = await store.putSession({
      id: newId("ses"),
      name: `delivery-${request.task.slice(-8).toLowerCase()}`,
      thread,
      kind: "delivery",
      cliType: "code_delivery",
      workDir: settings.workspace,
      settings: settingsOf(request),
      source: "store",
      at,
    });
    await queue(by, surface, session, request, request.prompt);
    return { state: "queued", task: request.task, session, target: request.target };
  };

  const queue = async (by: Actor, surface: Surface, session: Session, request: TaskRequest, prompt: string): Promise<void> => {
    const at = clock.now();
    const author = authorOf(by);
    const [message, turn] = [newId("msg"), newId("trn")];
    await store.accept({
      at,
      message: { id: message, thread: session.thread, at, author, role: author.kind === "agent" ? "assistant" : "user", text: prompt, surface, turn },
      turn: { id: turn, session: session.id, thread: session.thread, origin: "prompt", prompt, message, by: author, beganBy: whoIs(by), at },
      queueLimit: settings.queueLimit,
      audit: [
        {
          at,
          kind: "task",
          who: whoIs(by),
          data: { did: "asked", task: request.task, session: session.name, source: { ...request.source }, target: addressKey(request.target), surface },
        },
      ],
    });
    if (request.askedIn !== undefined) awaited.set(session.id, { turn, request, thread: request.askedIn });
    runner.wake(session.id);
  };

  const tellElsewhere = async (session: Session["id"]): Promise<void> => {
    const waits = awaited.get(session);
    const turn = waits === undefined ? undefined : await store.turn(waits.turn);
    if (waits === undefined || turn?.state !== "ended" || !awaited.delete(session)) return;
    const { task, target } = waits.request;
    const outcome = turn.ending === "completed" ? say(language, taskTexts.outcomeSent, { target: addressKey(target) }) : (turn.reason ?? "");
    const at = clock.now();
    const text = say(language, taskTexts.outcomeElsewhere, { task, text: outcome });
    await store.accept({ key: `task:${turn.id}`, at, message: hubLine(newId, waits.thread, at, text), fan: true });
  };

  wakes.on((batch) => {
    for (const wake of batch) {
      if (wake.topic !== "session" || !awaited.has(wake.session)) continue;
      tellElsewhere(wake.session).catch((cause: unknown) => log.error({ cause, session: wake.session }, "failed to tell the outcome of a delivery"));
    }
  });

  const tellDenied = async ({ task }: TaskRequest, place: TaskPlace): Promise<void> => {
    const thread = place.thread ?? (place.address === undefined ? undefined : (await threadOf(deps, place.address))?.thread);
    if (thread === undefined) return;
    const at = clock.now();
    await store.accept({ at, message: hubLine(newId, thread, at, say(language, taskTexts.notAllowedHere, { task })), fan: true });
  };

  const askPeople = async (by: Actor, surface: Surface, request: TaskRequest, place: TaskPlace): Promise<StartedTask> => {
    const target = addressKey(request.target);
    const { thread } = place;
    const question = await approvals.ask(
      {
        by,
        key: `deliver ${request.task}`,
        title: say(language, taskTexts.askTitle, { target }),
        prompt: say(language, taskTexts.askPrompt, { who: shownName(nameOf(by)), target }),
        subject: { detail: [`source: ${sourceText(request.source)}`, `target: ${target}`, "", clip(request.prompt)].join("\n") },
        ...(thread !== undefined && { thread }),
      },
      async ({ allowed }) => {
        if (allowed && !(await wasRemoved(deps, whoIs(by)))) await begin(by, surface, request, place);
        if (!allowed) await tellDenied(request, place);
      },
    );
    return { state: "asked", task: request.task, question, target: request.target };
  };

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
    list,
    find,
    start: async (by, surface, place, ask) => {
      const verdict = await admit(by, "start a code delivery");
      const prompt = ask.prompt.trim();
      if (prompt === "") throw new ParleyError("InvalidArgs", say(language, taskTexts.noPrompt));
      const source = checkSource(ask, language);
      const target = await findTarget(deps, ask, place.address);
      const request: TaskRequest = { task: newId("tsk"), prompt: prompt.slice(0, maxPrompt), source, target };
      const isFree = verdict === "allow" && (await mayPostTo(by, target, place));
      return isFree ? begin(by, surface, request, place) : askPeople(by, surface, request, place);
    },
    goOn: async (by, surface, task, prompt) => {
      const { session, request } = await find(by, task);
      const verdict = await admit(by, `continue the delivery ${request.task}`);
      if (verdict === "ask")
        await gate.admit(by, "deliver", { what: `continue the delivery ${request.task}`, sentence: () => say(language, taskTexts.mayNotDeliver) });
      if (prompt.trim() === "") throw new ParleyError("InvalidArgs", say(language, taskTexts.noPrompt));
      await queue(by, surface, session, request, prompt.slice(0, maxPrompt));
      return { state: "queued", task: request.task, session, target: request.target };
    },
    recover: async () => {
      for (const turn of await store.openTurns()) {
        const session = await store.session(turn.session);
        if (session?.kind !== "delivery") continue;
        const request = requestOf(session);
        if (request.askedIn !== undefined) awaited.set(session.id, { turn: turn.id, request, thread: request.askedIn });
      }
    },
  };
}

/** Stored by us, so that it is what it was. */
function requestOf(session: Session): TaskRequest {
  return session.settings as unknown as TaskRequest;
}

function settingsOf({ task, prompt, source, target, askedIn }: TaskRequest): JsonObject {
  return { task, prompt, source: { ...source }, target: { ...target }, ...(askedIn !== undefined && { askedIn }) };
}

function sourceText(source: TaskRequest["source"]): string {
  return source.type === "empty" ? "empty" : `${source.url} ${source.ref ?? ""}`.trim();
}

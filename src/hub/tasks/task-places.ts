import { addressKey, type Address } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import { roleOf, whoIs, type Actor } from "#domain/people";
import type { NewThread } from "#domain/store";
import { pageTarget, type TaskRequest } from "#domain/task";
import { cleanTopic } from "#lib/text/clean-name";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { authorOf } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { threadOf } from "#hub/road/read-facts";
import type { TaskPlace } from "./task-outcomes.ts";

/** Where a delivery may go, and the thread it stands in. */
export interface TaskPlaces {
  /** Whether the actor could write there anyway: the chat it came from, one of a thread that they see, or anywhere for admins. */
  mayPostTo(by: Actor, target: Address, place: TaskPlace): Promise<boolean>;
  /** The thread that a target in the page names, if the actor sees it. Throws NotFound. */
  seenThread(by: Actor, target: Address): Promise<ThreadId>;
  /** The thread that the target shows; one is made for a chat that has none. */
  threadFor(by: Actor, request: TaskRequest): Promise<{ readonly thread: ThreadId; readonly born?: NewThread; readonly isBound: boolean }>;
}

export function createTaskPlaces(deps: HubDeps): TaskPlaces {
  const { store, policy, clock, newId, settings } = deps;

  const mayPostTo: TaskPlaces["mayPostTo"] = async (by, target, place) => {
    const role = roleOf(by);
    if (by.kind === "operator" || by.kind === "hub" || role === "owner" || role === "admin") return true;
    if (target.channel === pageTarget) return true;
    if (place.address !== undefined && addressKey(place.address) === addressKey(target)) return true;
    const thread = await store.boundThread(target);
    return thread !== undefined && (await store.thread(policy.reader(by), thread)) !== undefined;
  };

  const seenThread: TaskPlaces["seenThread"] = async (by, { room }) => {
    const thread = await store.thread(policy.reader(by), room as ThreadId);
    if (thread === undefined) throw new ParleyError("NotFound", say(settings.language, commonTexts.notFound, { what: "thread" }));
    return thread.id;
  };

  const threadFor: TaskPlaces["threadFor"] = async (by, request) => {
    if (request.target.channel === pageTarget) return { thread: await seenThread(by, request.target), isBound: true };
    const known = await threadOf(deps, request.target);
    if (known !== undefined) return { thread: known.thread, isBound: known.bound };
    const id = newId("thr");
    const topic = cleanTopic(request.prompt.split("\n")[0] ?? "").slice(0, 60) || request.target.room;
    const born = { id, topic, access: "closed" as const, createdBy: authorOf(by), at: clock.now(), participants: [whoIs(by)] };
    return { thread: id, born, isBound: false };
  };

  return { mayPostTo, seenThread, threadFor };
}

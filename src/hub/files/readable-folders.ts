import { isId, type RunId, type ThreadId } from "#domain/ids";
import type { Actor, Reader } from "#domain/people";
import type { HubDeps } from "#hub/deps";

/** Whether an actor's commands may read what was uploaded to a thread, or what a run wrote. */
export type SeesFolder = (of: ThreadId | RunId) => Promise<boolean>;

/**
 * Uploads belong to those who see their thread, artifacts to those who see their run. A session works for the person who began its turn, and
 * may be handed what they see: a file that another session of theirs made is named in the prompt.
 */
export function createSeesFolder({ store, policy }: Pick<HubDeps, "store" | "policy">, by: Actor): SeesFolder {
  const readerBehind = async (): Promise<Reader | undefined> => {
    if (by.kind !== "session") return undefined;
    const turn = (await store.openTurns(by.id)).find(({ state }) => state === "begun");
    if (turn?.beganBy === "operator") return policy.reader({ kind: "operator" });
    const person = turn === undefined ? undefined : (await store.people()).find(({ id }) => id === turn.beganBy);
    return person && policy.reader({ kind: "person", id: person.id, name: person.name, role: person.role });
  };
  const seesRun = async (reader: Reader | undefined, run: RunId): Promise<boolean> =>
    reader !== undefined && (reader.sees === "all" || (await store.run(reader, run)) !== undefined);

  return async (of) => {
    const reader = policy.reader(by);
    if (isId("run", of)) return (await seesRun(reader, of)) || (await seesRun(await readerBehind(), of));
    return (await store.thread(reader, of)) !== undefined;
  };
}

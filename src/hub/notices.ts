import { isId } from "#domain/ids";
import type { HubDeps } from "./deps.ts";
import { hubAuthor, hubLine } from "./speech.ts";

/** What the owner is told: answers from a shell, new tokens, new roles. A thread of its own, and the owner's own chats. */
export interface Notices {
  tell(text: string): Promise<void>;
}

export function createNotices({ store, clock, newId }: Pick<HubDeps, "store" | "clock" | "newId">): Notices {
  return {
    tell: async (text) => {
      const at = clock.now();
      const wanted = newId("thr");
      const kept = await store.keep("notices-thread", wanted);
      const thread = isId("thr", kept) ? kept : wanted;
      const owners = (await store.people()).filter((person) => person.role === "owner");
      const message = hubLine(newId, thread, at, text);
      const addresses = await store.reach(owners.flatMap((owner) => owner.accounts));
      const known = await store.thread({ sees: "all" }, thread);
      await store.accept({
        at,
        ...(known === undefined
          ? { thread: { id: thread, topic: "Notices", access: "closed", createdBy: hubAuthor, at, participants: owners.map((owner) => owner.id) } }
          : {}),
        message,
        deliveries: addresses.map((to) => ({ to, body: { kind: "message", message: message.id } })),
      });
    },
  };
}

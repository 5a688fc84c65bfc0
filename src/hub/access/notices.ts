import type { Address } from "#domain/channel";
import { isId, type ThreadId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";
import type { DirectAddresses } from "#hub/outbox/direct-addresses";
import { hubAuthor, hubLine } from "#hub/authors";
import { everyone } from "#domain/people";
import { say } from "#lib/words/words";
import { accessTexts } from "./texts.ts";

/** What the owner is told: answers from a shell, new tokens, new roles. A thread of its own, and the owner's own chats. */
export interface Notices {
  tell(text: string): Promise<void>;
  /** Their thread, made if it is not there yet. */
  thread(): Promise<ThreadId>;
  /** Where the owners can be reached alone. */
  addresses(): Promise<readonly Address[]>;
}

type NoticesDeps = Pick<HubDeps, "store" | "clock" | "newId"> & { readonly settings: Pick<HubDeps["settings"], "language"> };

export function createNotices({ store, clock, newId, settings }: NoticesDeps, reach: DirectAddresses): Notices {
  const owners = async () => (await store.people()).filter((person) => person.role === "owner");

  const findOrMake = async (): Promise<ThreadId> => {
    const wanted = newId("thr");
    const kept = await store.keep("notices-thread", wanted);
    const id = isId("thr", kept) ? kept : wanted;
    if ((await store.thread(everyone, id)) !== undefined) return id;
    const at = clock.now();
    const participants = (await owners()).map((owner) => owner.id);
    await store.accept({
      at,
      thread: { id, topic: say(settings.language, accessTexts.noticesTopic), access: "closed", createdBy: hubAuthor, at, participants },
    });
    return id;
  };

  let looking: Promise<ThreadId> | undefined;
  /** Two at once must not make it twice. */
  const thread = (): Promise<ThreadId> => {
    looking ??= findOrMake().finally(() => (looking = undefined));
    return looking;
  };

  const addresses = async (): Promise<readonly Address[]> => reach((await owners()).flatMap((owner) => owner.accounts));

  return {
    thread,
    addresses,
    tell: async (text) => {
      const at = clock.now();
      const message = hubLine(newId, await thread(), at, text);
      await store.accept({ at, message, deliveries: (await addresses()).map((to) => ({ to, body: { kind: "message", message: message.id } })) });
    },
  };
}

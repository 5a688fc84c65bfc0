import type { Store } from "#domain/store";
import type { Message } from "#domain/thread";
import type { MessageState, MessageWithState } from "#domain/thread-details";

/** About what a reaction adds to an answer. */
const reactionBytes = 200;

/**
 * Messages as they stand after edits and reactions, which can be much larger than what was said. They end where they would hold more than
 * `mostBytes`, at the end of the page that its reader goes on from; one always comes.
 */
export async function withStates(
  store: Pick<Store, "messageStates">,
  messages: readonly Message[],
  { mostBytes, isBackwards }: { readonly mostBytes: number; readonly isBackwards: boolean },
): Promise<readonly MessageWithState[]> {
  const found: MessageWithState[] = [];
  let bytes = 0;
  for (const message of isBackwards ? messages.toReversed() : messages) {
    const state = (await store.messageStates([message.id])).get(message.id);
    bytes += state === undefined ? Buffer.byteLength(message.text) : sizeOf(state);
    if (found.length > 0 && bytes > mostBytes) break;
    found.push(state === undefined ? message : { ...message, state });
  }
  return isBackwards ? found.reverse() : found;
}

function sizeOf({ text, reactions }: MessageState): number {
  return Buffer.byteLength(text) + reactions.length * reactionBytes;
}

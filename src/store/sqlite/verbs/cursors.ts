import type { ThreadId } from "#domain/ids";
import type { Tx } from "#store/sqlite/engine/tx";

/** Forward only, and never past the last message. */
export function advanceCursor({ heads, wake }: Tx, who: string, thread: ThreadId, seq: number): void {
  const head = heads.of(thread);
  heads.advance(head.n, who, Math.min(seq, head.seq));
  wake({ topic: "thread", thread, rev: head.rev });
}

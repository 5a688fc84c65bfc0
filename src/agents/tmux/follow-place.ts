import { defined } from "#lib/defined";
import type { HookMeaning, Place } from "./profile.ts";
import type { RecordReader } from "./record-reader.ts";
import type { Remembering } from "./seat-memory.ts";

/** A hook says where the conversation is recorded. One that is taken up again has turns of long ago in its record: they are not read again. */
export async function followPlace({ transcript, conversation }: Place, meaning: HookMeaning, memory: Remembering, reader: RecordReader): Promise<void> {
  if (transcript === undefined || transcript === memory.now.transcript) return;
  if (transcript !== reader.path) await reader.follow(transcript, meaning.kind === "started" ? "end" : 0);
  await memory.set({ transcript, ...defined({ conversation }) });
}

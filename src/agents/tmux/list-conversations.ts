import { stat } from "node:fs/promises";
import type { Conversation } from "#domain/agent";
import { openRegularFile } from "#lib/fs/regular-file";
import type { Profile, TranscriptContext } from "./profile.ts";
import { transcriptFiles } from "./transcript-files.ts";

/** A conversation's title stands near the beginning of its record. */
const headBytes = 256 * 1024;
const most = 50;

/** With the file that it is recorded in. */
export interface RecordedConversation extends Conversation {
  readonly path: string;
}

/** The newest conversations that are recorded in these places, newest first. */
export async function listConversations(profile: Profile, places: readonly string[], context: TranscriptContext): Promise<readonly RecordedConversation[]> {
  const paths = await Promise.all(places.map((place) => transcriptFiles(profile, place)));
  const files = await Promise.all([...new Set(paths.flat())].map(async (path) => ({ path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })));
  const newest = files.toSorted((a, b) => b.at - a.at).slice(0, most);
  const found = await Promise.all(
    newest.map(async ({ path, at }) => {
      const conversation = profile.conversationOf(path, await headOf(path), at, context);
      return conversation === undefined ? undefined : { ...conversation, path };
    }),
  );
  return found.filter((one) => one !== undefined);
}

async function headOf(path: string): Promise<readonly string[]> {
  try {
    await using file = await openRegularFile(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead).toString("utf8").split("\n");
  } catch {
    return [];
  }
}

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Profile } from "./profile.ts";

/** The transcripts in a folder of a CLI's, or the one that is a file itself; none when there is nothing. */
export async function transcriptFiles({ isTranscript }: Pick<Profile, "isTranscript">, place: string): Promise<readonly string[]> {
  const isFile = await stat(place).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return [place];
  const names = await readdir(place, { recursive: isTranscript !== undefined }).catch(() => []);
  return names.filter(isTranscript ?? ((name) => name.endsWith(".jsonl"))).map((name) => join(place, name));
}

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Profile } from "./profile.ts";

/** The transcripts in a folder of a CLI's; none when there is no such folder. */
export async function transcriptFiles({ isTranscript }: Pick<Profile, "isTranscript">, folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: isTranscript !== undefined }).catch(() => []);
  return names.filter(isTranscript ?? ((name) => name.endsWith(".jsonl"))).map((name) => join(folder, name));
}

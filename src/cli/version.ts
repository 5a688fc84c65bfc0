import { version } from "#app/version";
import type { Voice } from "./output-streams.ts";

export function tellVersion(voice: Voice): number {
  voice.out(version);
  return 0;
}

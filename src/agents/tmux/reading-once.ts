import type { Profile, ScreenState } from "./profile.ts";

/** The profile, reading each screen once: whoever waits for a change looks at the same one many times. */
export function readingOnce(profile: Profile): Profile {
  const read = new WeakMap<readonly string[], ScreenState>();
  const readScreen = (lines: readonly string[]): ScreenState => {
    const known = read.get(lines) ?? profile.readScreen(lines);
    read.set(lines, known);
    return known;
  };
  return { ...profile, readScreen };
}

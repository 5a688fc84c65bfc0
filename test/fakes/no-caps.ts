import type { CapSettings } from "#hub/deps";

/** For tests that are about something else. */
export const noCaps: CapSettings = { reactions: 0, threads: 0, changes: 0, templates: 0, runs: 0, registrations: 0, openQuestions: 0 };

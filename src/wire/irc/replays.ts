import type { ParsedLine } from "irc-framework";

const kinds = new Set(["chathistory", "playback", "znc.in/playback"]);

/** Follows batches, to tell what a server repeats from what is said now. */
export interface Replays {
  hear(line: ParsedLine): void;
  isReplay(batch: string): boolean;
}

export function createReplays(): Replays {
  const open = new Set<string>();
  return {
    hear: ({ command, params }) => {
      if (command !== "BATCH") return;
      const [name = "", kind = ""] = params;
      if (name.startsWith("-")) open.delete(name.slice(1));
      // A batch inside one that repeats is a repetition too.
      else if (kinds.has(kind)) open.add(name.slice(1));
    },
    isReplay: (batch) => open.has(batch),
  };
}

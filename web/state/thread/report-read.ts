import type { ReadonlySignal } from "@preact/signals";
import type { EntryWire } from "#protocol/wire";
import type { Api } from "#web/state/hub/api.ts";
import type { PageEvent } from "#web/state/stream/step.ts";

interface ReadPorts {
  readonly api: Api;
  readonly thread: ReadonlySignal<string | null>;
  readonly entries: ReadonlySignal<readonly EntryWire[]>;
  readonly apply: (event: PageEvent) => void;
}

/** Marks the open thread as read up to its newest line, as long as the tab is visible; reports each line to the hub once. */
export function readReporter({ api, thread, entries, apply }: ReadPorts): () => void {
  let reported = { thread: "", seq: 0 };
  return () => {
    const here = thread.value;
    const seq = entries.peek().reduce((most, entry) => (entry.kind === "message" ? Math.max(most, entry.message.seq) : most), 0);
    if (here === null || seq === 0 || document.visibilityState !== "visible") return;
    apply({ name: "read", data: { thread: here, seq } });
    if (reported.thread === here && reported.seq >= seq) return;
    reported = { thread: here, seq };
    // If it fails, the unread count stays until the next line.
    api.read(here, seq).catch(() => {
      reported = { thread: "", seq: 0 };
    });
  };
}

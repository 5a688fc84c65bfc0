import type { ReadonlySignal } from "@preact/signals";
import type { Loads } from "#web/state/hub/loads.ts";
import type { Notices } from "#web/state/notices/notices.ts";
import type { Shown } from "#web/state/shown.ts";
import type { MutedThreads } from "#web/state/thread/muted-threads.ts";
import type { Model } from "./model.ts";
import type { PageEvent, StreamEvent } from "./step.ts";

interface ReceivedPorts {
  readonly model: ReadonlySignal<Model>;
  readonly loads: Loads;
  readonly muted: MutedThreads;
  readonly notices: Notices;
  readonly mark: Shown["mark"];
  readonly apply: (event: StreamEvent | PageEvent) => void;
}

/** Takes an event of the stream of `thread`, and has loaded what it does not bring itself. */
export function receiver({ model, loads, muted, notices, mark, apply }: ReceivedPorts): (thread: string | null, event: StreamEvent) => void {
  return (thread, event) => {
    apply(event);
    // If it fails, the unread count still says that there is something.
    if (event.name === "notice") notices.take(event.data).catch(() => undefined);
    // If it fails, muted threads show as all others until the next connection.
    if (event.name === "snapshot") muted.load().catch(() => undefined);
    // If it fails, the list is outdated until the next change.
    if (thread !== null && (event.name === "agents" || event.name === "snapshot")) loads.invitations(thread).catch(() => undefined);
    if (event.name !== "snapshot" || thread === null) return;
    if (event.data.thread === null) return apply({ name: "missing", data: { thread } });
    if (!model.value.threads.has(thread)) loads.thread(thread).catch(() => undefined);
    const { unread = 0, current_seq: seq = 0 } = model.value.threads.get(thread) ?? {};
    if (mark.value?.thread !== thread) mark.value = { thread, afterSeq: unread > 0 ? seq - unread : Number.MAX_SAFE_INTEGER, count: unread };
  };
}

import type { ReadonlySignal } from "@preact/signals";
import type { RunLineWire } from "#protocol/runs";
import { threadHref } from "./address.ts";
import type { Posted, TypedRun } from "./hub/api.ts";
import type { Model } from "./stream/model.ts";
import type { PageEvent, StreamEvent } from "./stream/step.ts";
import type { SentFile } from "./documents/sent-file.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { typedLine } from "./terminal/thread-runs.ts";
import type { Outbox } from "./thread/outbox.ts";
import type { Quote } from "./thread/quote.ts";

export interface SaidHow {
  readonly session?: string | undefined;
  readonly reply?: Quote | undefined;
  readonly files?: readonly SentFile[];
}

interface SaidPorts {
  readonly model: ReadonlySignal<Model>;
  readonly thread: ReadonlySignal<string | null>;
  readonly me: ReadonlySignal<string>;
  readonly terminal: Pick<Terminal, "folds">;
  readonly outbox: () => Pick<Outbox, "add">;
  readonly apply: (event: StreamEvent | PageEvent) => void;
}

/** What this person says and runs in this page, before the stream brings it. */
export interface SaidHere {
  say(to: string, content: string, how?: SaidHow): void;
  sent(one: { readonly thread: string }, posted: Posted): void;
  ranHere(run: RunLineWire): void;
}

export function saidHere({ model, thread, me, terminal, outbox, apply }: SaidPorts): SaidHere {
  const ranHere = (run: RunLineWire): void => {
    if (model.value.ran.get(run.thread ?? "")?.lines.some((one) => one.id === run.id) !== true) apply({ name: "run", data: run });
  };

  /** Opened, because the person who has just typed it wants to see what it gave. */
  const ranByTyping = (to: string, run: TypedRun): void => {
    terminal.folds.value = new Map(terminal.folds.value).set(`log ${run.id}`, true);
    // Of one that is still running the stream may have brought more by now.
    if (run.ended_at === null) ranHere(typedLine(run, to, me.value));
    else apply({ name: "run", data: typedLine(run, to, me.value) });
  };

  return {
    ranHere,
    say: (to, content, { session, reply, files = [] } = {}) => {
      const afterSeq = model.value.threads.get(to)?.current_seq ?? 0;
      const about = { ...(session !== undefined && { session }), ...(reply !== undefined && { reply }), ...(files.length > 0 && { files }) };
      outbox().add({ key: crypto.randomUUID(), thread: to, content, at: Date.now(), afterSeq, ...about });
      if (thread.value !== to) location.hash = threadHref(to);
    },
    sent: (one, posted) => {
      if ("run" in posted) return ranByTyping(one.thread, posted.run);
      if ("answered" in posted) return apply({ name: "question", data: posted.answered });
      return apply({ name: "posted", data: { thread: one.thread, entry: { kind: "message", rev: posted.rev, message: posted } } });
    },
  };
}

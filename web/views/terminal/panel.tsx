import { useSignal } from "@preact/signals";
import type { TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ThreadWire } from "#protocol/wire";
import "#web/style/terminal.css";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { execLine } from "#web/state/terminal/exec.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { nothingRan } from "#web/state/terminal/thread-runs.ts";
import { historyOf, terminalItems } from "#web/state/terminal/terminal-items.ts";
import { useScrollPosition } from "#web/views/conversation/scroll-position.ts";
import { terminalWords } from "#web/words/terminal.ts";
import { useBackCloses } from "./back-closes.ts";
import { CommandLine } from "./command-line.tsx";
import { TerminalItem } from "./item.tsx";

/** What was run in the open thread, and a line to run more. No shell: only the commands that the hub has. */
export function TerminalPanel({ thread, onClose }: { readonly thread: ThreadWire; readonly onClose: () => void }) {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const own = terminalWords[page.language.value];
  const { live } = page.terminal;
  const items = terminalItems(
    (model.ran.get(thread.id) ?? nothingRan).lines,
    live.value.filter((one) => one.thread === thread.id),
    model.prefix,
  );
  const box = useRef<HTMLDivElement>(null);
  const { onScroll, toEnd } = useScrollPosition(box, useSignal(true));
  const last = items.at(-1)?.live?.key;
  // Whoever has just run something wants to see it.
  useLayoutEffect(() => {
    if (last !== undefined) toEnd();
  }, [last]);
  const close = useBackCloses(onClose);
  const session = model.sessions.get(thread.default_session ?? "");
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <section class="term-wrap" aria-label={words.terminal} onKeyDown={onKeyDown}>
      <div class="term-bar">
        <Icon name="terminal" small />
        <span class="clip grow">
          <Plain text={session === undefined ? own.ofYours : own.ofSession(session.name)} />
        </span>
        <button type="button" class="button quiet small icon" aria-label={own.close} title={own.close} onClick={close}>
          <Icon name="close" small />
        </button>
      </div>
      <div class="term scroll" role="region" aria-label={own.output} tabIndex={0} ref={box} onScroll={onScroll}>
        <div>
          {items.map((item) => (
            <div key={item.key} data-row={item.key}>
              <TerminalItem item={item} />
            </div>
          ))}
          {items.length === 0 && <p class="dim">{own.nothingRan}</p>}
        </div>
      </div>
      <CommandLine history={historyOf(items)} onRun={(line, stdin) => void execLine(page, thread.id, line, stdin)} />
    </section>
  );
}

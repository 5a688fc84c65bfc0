import type { TargetedKeyboardEvent } from "preact";
import { useCopying } from "#web/parts/copying.ts";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { Glyph, Icon } from "#web/parts/icon.tsx";
import { Menu } from "#web/parts/menu.tsx";
import { threadHref } from "#web/state/address.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { quoteOf } from "#web/state/thread/quote.ts";
import type { SaidRow } from "#web/state/thread/rows.ts";

interface Tool {
  /** The key that does the same for the line that has the focus. */
  readonly key: "r" | "e" | "c" | "l";
  readonly name: string;
  readonly icon: "reply" | "pen" | "copy" | "link";
  readonly isDone?: boolean;
  readonly run: () => void;
}

/**
 * What can be done with one line, in space that is kept for it. Where there is a pointer that hovers: a row of buttons, one step for Tab,
 * arrows between them. Elsewhere: one button that opens the same as a list. The style sheet shows one of the two.
 */
export function MessageTools({ row }: { readonly row: SaidRow }) {
  const { words } = useSignedIn();
  const tools = useTools(row);
  const { seq } = row.message;
  return (
    <span class="line-tools">
      <span class="tool-row" role="toolbar" tabIndex={-1} aria-label={words.lineTools(seq)} onKeyDown={onArrow}>
        <Menu label={words.react} look="button quiet small icon" face={<Icon name="react" small />}>
          {(close) => <LazyReactPanel row={row} close={close} />}
        </Menu>
        {tools.map(({ key, name, icon, isDone = false, run }) => (
          <button
            key={key}
            type="button"
            class="button quiet small icon"
            tabIndex={-1}
            data-key={key}
            aria-label={name}
            title={name}
            aria-keyshortcuts={key}
            onClick={run}
          >
            {isDone ? <Glyph name="done" tone="ok" /> : <Icon name={icon} small />}
          </button>
        ))}
      </span>
      <span class="tool-list">
        <Menu label={words.lineTools(seq)} look="button quiet small icon" face={<Icon name="more" small />}>
          {(close) => (
            <>
              <LazyReactPanel row={row} close={close} />
              <div class="deeds">
                {tools.map(({ key, name, icon, run }) => (
                  <button
                    key={key}
                    type="button"
                    class="button quiet"
                    onClick={() => {
                      close();
                      run();
                    }}
                  >
                    <Icon name={icon} small />
                    {name}
                  </button>
                ))}
              </div>
            </>
          )}
        </Menu>
      </span>
    </span>
  );
}

function LazyReactPanel(props: { readonly row: SaidRow; readonly close: () => void }) {
  return <Fetched load={() => import("./react.tsx")}>{(part) => <part.ReactPanel {...props} />}</Fetched>;
}

function useTools(row: SaidRow): readonly Tool[] {
  const { page, words } = useSignedIn();
  const { message, text } = row;
  const { isCopied, copy } = useCopying(text);
  const link = useCopying(`${location.origin}${location.pathname}${threadHref(message.thread_id, message.seq)}`);
  const isShut = page.isShut.value;
  const quote = quoteOf(message, text);
  return [
    ...(isShut ? [] : [{ key: "r", name: words.reply, icon: "reply", run: () => page.aims.answer(quote) } as const]),
    ...(isShut || message.author_id !== page.me.value
      ? []
      : [{ key: "e", name: words.edit, icon: "pen", run: () => page.aims.edit({ quote, text }) } as const]),
    { key: "c", name: isCopied ? words.copied : words.copyText, icon: "copy", isDone: isCopied, run: copy },
    { key: "l", name: link.isCopied ? words.copied : words.copyLink, icon: "link", isDone: link.isCopied, run: link.copy },
  ];
}

function onArrow(event: TargetedKeyboardEvent<HTMLElement>): void {
  if ((event.key !== "ArrowLeft" && event.key !== "ArrowRight") || event.defaultPrevented) return;
  // Not those of the panel that one of them opens.
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(":scope > button, :scope > .menu-root > button")];
  const at = all.findIndex((one) => one === document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  all[(at + (event.key === "ArrowRight" ? 1 : -1) + all.length) % all.length]?.focus();
}

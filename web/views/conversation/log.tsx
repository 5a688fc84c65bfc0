import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { continues } from "#web/state/thread/continues.ts";
import type { ConversationRow } from "#web/state/thread/rows.ts";
import { NothingSaid } from "./empty.tsx";
import { onLogKey } from "./conversation-keys.ts";
import { LogRow } from "./log-row.tsx";
import { useScrollPosition } from "./scroll-position.ts";

const nearTopPx = 240;

export function Log({ thread }: { readonly thread: string }) {
  const { page, words } = useSignedIn();
  const box = useRef<HTMLDivElement>(null);
  const { onScroll, toEnd } = useScrollPosition(box, page.isAtEnd);
  const loadOlder = useLoadOlder();
  const rows = [...page.log.value, ...page.tail.value];
  const drawn = useDrawn(rows);
  const hasMore = page.model.value.logs.get(thread)?.hasMore === true;
  useRead(rows);
  useWanted(box, rows, loadOlder);
  const isOwnLast = /unsent|file/.test(rows.at(-1)?.kind ?? "") ? rows.at(-1)?.key : undefined;
  // Whoever has just written, or dropped a file, wants to see it.
  useLayoutEffect(() => {
    if (isOwnLast !== undefined) toEnd();
  }, [isOwnLast]);
  const scrolled = (): void => {
    onScroll();
    if (box.current !== null && box.current.scrollTop < nearTopPx) void loadOlder();
  };
  return (
    <>
      <div class="log scroll" role="log" aria-label={words.messages} tabIndex={0} ref={box} onScroll={scrolled} onKeyDown={onLogKey}>
        <div class="log-in">
          {hasMore && (
            <div class="older">
              <button type="button" class="button quiet small" onClick={() => void loadOlder()}>
                {words.older}
              </button>
            </div>
          )}
          {rows.length === 0 && !hasMore ? <NothingSaid thread={thread} /> : drawn}
        </div>
      </div>
      <div class="compose-wrap">
        <Newest rows={rows} onClick={toEnd} />
      </div>
    </>
  );
}

interface Drawn {
  readonly row: ConversationRow;
  readonly follows: boolean;
  readonly node: VNode;
}

/** A row that has not changed is not drawn again, however long the log. */
function useDrawn(rows: readonly ConversationRow[]): readonly VNode[] {
  const before = useRef<ReadonlyMap<string, Drawn>>(new Map());
  const next = new Map<string, Drawn>();
  for (const [at, row] of rows.entries()) {
    const known = before.current.get(row.key);
    const follows = continues(rows[at - 1], row);
    const isKnown = known !== undefined && known.follows === follows && isSame(known.row, row);
    next.set(row.key, isKnown ? known : { row, follows, node: <LogRow key={row.key} row={row} follows={follows} /> });
  }
  before.current = next;
  return [...next.values()].map((one) => one.node);
}

function isSame(a: ConversationRow, b: ConversationRow): boolean {
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([name, value]) => isSameValue(value, right.get(name)));
}

/** Lists are rebuilt with every change; what stands in them is not. */
function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((one, at) => one === b[at]);
}

/** Asks for older lines once at a time; what does not come is asked for again with the next scroll. */
function useLoadOlder(): () => Promise<boolean> {
  const { page } = useSignedIn();
  const under = useRef<Promise<boolean> | null>(null);
  return () => {
    under.current ??= page.loads
      .older()
      .catch(() => false)
      .finally(() => {
        under.current = null;
      });
    return under.current;
  };
}

/** What stands at the end of a log in view is read. */
function useRead(rows: readonly ConversationRow[]): void {
  const { page } = useSignedIn();
  const isAtEnd = page.isAtEnd.value;
  // Not the number of rows: an answer takes the place of the draft that it grew from.
  const last = lastSeq(rows);
  useEffect(() => {
    const read = (): void => {
      if (page.isAtEnd.value) page.read();
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [isAtEnd, last]);
}

function lastSeq(rows: readonly ConversationRow[]): number {
  return rows.reduce((most, row) => (row.kind === "said" ? Math.max(most, row.message.seq) : most), 0);
}

/** Goes to the line that the address names, loading what lies between. */
function useWanted(box: { readonly current: HTMLDivElement | null }, rows: readonly ConversationRow[], loadOlder: () => Promise<boolean>): void {
  const { page } = useSignedIn();
  const wanted = page.wanted.value;
  const reached = useRef<typeof wanted>(null);
  useEffect(() => {
    if (wanted === null || reached.current === wanted) return;
    const row = box.current?.querySelector(`#line-${wanted.line}`);
    if (row !== undefined && row !== null) {
      reached.current = wanted;
      page.isAtEnd.value = false;
      row.scrollIntoView({ block: "center" });
      return;
    }
    const first = rows.find((one) => one.kind === "said");
    if (first?.kind === "said" && first.message.seq > wanted.line) void loadOlder();
  }, [wanted, rows[0]?.key]);
}

function Newest({ rows, onClick }: { readonly rows: readonly ConversationRow[]; readonly onClick: () => void }) {
  const { page, words } = useSignedIn();
  const seen = useSignal(0);
  const me = page.model.value.me?.id;
  const last = lastSeq(rows);
  const isAtEnd = page.isAtEnd.value;
  useEffect(() => {
    // Looked at after the drawing: a new line may just have pushed the end out of view.
    if (page.isAtEnd.peek()) seen.value = last;
  }, [isAtEnd, last]);
  if (isAtEnd) return null;
  const count = rows.filter((row) => row.kind === "said" && row.message.seq > seen.value && row.message.author_id !== me).length;
  return (
    <button type="button" class="button small newest" onClick={onClick}>
      <Icon name="down" small />
      {words.newBelow(count)}
    </button>
  );
}

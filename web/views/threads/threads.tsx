import { useEffect, useRef, useState } from "preact/hooks";
import type { ThreadWire } from "#protocol/wire";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { ListSide } from "#web/parts/list-side.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { type ThreadFilter, type ThreadGroup, filters, groupThreads, threadsFor } from "#web/state/thread/thread-groups.ts";
import { Bones } from "#web/views/conversation/loading.tsx";
import { type Search, SearchField, useSearch } from "./search.tsx";
import { onListKey } from "./list-keys.ts";
import { ThreadRow } from "./thread-row.tsx";

export function Threads() {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const search = useSearch();
  const [filter, setFilter] = useState<ThreadFilter>("all");
  const { groups, hold, release } = useSteadyGroups(filter);
  const isSearching = search.text.trim() !== "";
  const side = useRef<HTMLElement>(null);
  const isOpen = page.isListOpen.value;
  useEffect(() => {
    const current = side.current?.querySelector<HTMLElement>("a[aria-current]") ?? side.current?.querySelector("a");
    if (isOpen) current?.focus();
  }, [isOpen]);
  return (
    <ListSide name={words.threads} side={side}>
      <Start search={search} />
      {!isSearching && <Filters filter={filter} onPick={setFilter} />}
      <nav
        class="scroll grow"
        aria-label={words.threads}
        tabIndex={-1}
        onKeyDown={(event) => onListKey(event, page)}
        onMouseEnter={hold}
        onMouseLeave={release}
        onFocusIn={hold}
        onFocusOut={release}
      >
        {model.me === null && <Bones count={4} />}
        {isSearching && <Fetched load={() => import("./search-results.tsx")}>{(part) => <part.SearchResults search={search} />}</Fetched>}
        {!isSearching && model.me !== null && groups.length === 0 && <p class="group">{words.filterEmpty[filter]}</p>}
        {!isSearching &&
          groups.map(({ group, ids }) => (
            <section key={group} aria-label={words[group]}>
              <h2 class="group">{words[group]}</h2>
              {ids
                .map((id) => model.threads.get(id))
                .filter((thread): thread is ThreadWire => thread !== undefined)
                .map((thread) => (
                  <ThreadRow key={thread.id} thread={thread} />
                ))}
            </section>
          ))}
        {!isSearching && filter !== "archive" && <OlderThreads />}
      </nav>
    </ListSide>
  );
}

/** While the pointer or the focus is in the list nothing in it changes its place; what is new joins at the end. */
function useSteadyGroups(filter: ThreadFilter): { readonly groups: readonly ThreadGroup[]; readonly hold: () => void; readonly release: () => void } {
  const { page } = useSignedIn();
  const hands = useRef(0);
  const shown = useRef<readonly ThreadGroup[]>([]);
  const before = useRef(filter);
  const [, redraw] = useState(0);
  const model = page.model.value;
  const questions = [...model.questions.values()];
  const fresh = groupThreads(threadsFor(filter, [...model.threads.values()], questions), questions, page.today.value, page.marks.of.pinned.value);
  const isHeld = hands.current > 0 && shown.current.length > 0 && before.current === filter;
  before.current = filter;
  shown.current = isHeld ? keptGroups(shown.current, fresh) : fresh;
  const hold = (): void => {
    hands.current += 1;
  };
  const release = (): void => {
    hands.current = Math.max(0, hands.current - 1);
    if (hands.current === 0) redraw((n) => n + 1);
  };
  return { groups: shown.current, hold, release };
}

function keptGroups(shown: readonly ThreadGroup[], fresh: readonly ThreadGroup[]): readonly ThreadGroup[] {
  const known = new Set(shown.flatMap((one) => one.ids));
  const added = fresh.flatMap((one) => one.ids).filter((id) => !known.has(id));
  if (added.length === 0) return shown;
  const last = shown.at(-1);
  return last === undefined ? fresh : [...shown.slice(0, -1), { ...last, ids: [...last.ids, ...added] }];
}

/** As many as a snapshot has: with fewer there are no others. */
const mostAtFirst = 200;

function OlderThreads() {
  const { page, words } = useSignedIn();
  // How many there are in all. A new snapshot has fewer again.
  const [all, setAll] = useState(Number.POSITIVE_INFINITY);
  const [isBusy, setBusy] = useState(false);
  const { size } = page.model.value.threads;
  if (size >= all || size < mostAtFirst) return null;
  const load = async (): Promise<void> => {
    setBusy(true);
    try {
      if (!(await page.loads.olderThreads())) setAll(page.model.peek().threads.size);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class="button quiet small" disabled={isBusy} onClick={() => void load().catch(() => undefined)}>
      {words.olderThreads}
    </button>
  );
}

function Start({ search }: { readonly search: Search }) {
  const { page, words } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const wish = page.wish.value;
  useEffect(() => {
    if (wish !== "new-thread") return;
    page.wish.value = null;
    setOpen(true);
  }, [wish]);
  return (
    <>
      <div class="start">
        <SearchField search={search} />
        <button type="button" class="button icon" aria-label={words.newThread} title={words.newThread} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="plus" small />
        </button>
      </div>
      {isOpen && <Fetched load={() => import("./new-thread.tsx")}>{(part) => <part.NewThread onDone={() => setOpen(false)} />}</Fetched>}
    </>
  );
}

function Filters({ filter, onPick }: { readonly filter: ThreadFilter; readonly onPick: (filter: ThreadFilter) => void }) {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const all = [...model.threads.values()];
  const count = (one: ThreadFilter): number => (one === "waiting" || one === "unread" ? threadsFor(one, all, [...model.questions.values()]).length : 0);
  const pick = (one: ThreadFilter): void => {
    onPick(one);
    // What does not come shows as an empty archive until it is picked again.
    if (one === "archive") page.loads.archived().catch(() => undefined);
  };
  return (
    <div class="filters" role="group" aria-label={words.show}>
      {filters.map((one) => (
        <button key={one} type="button" aria-pressed={filter === one} onClick={() => pick(one)}>
          {words.filter[one]} {count(one) || ""}
        </button>
      ))}
    </div>
  );
}

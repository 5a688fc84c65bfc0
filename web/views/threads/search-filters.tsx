import "#web/style/search-filters.css";
import type { PaletteItem } from "#web/state/palette-items.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { noFilter } from "#web/state/thread/search-filter.ts";
import { searchWords } from "#web/words/search.ts";
import type { Search } from "./search.tsx";

/** What the search keeps to: the open thread, messages with files, one person, some days. */
export function SearchFilters({ search, people }: { readonly search: Search; readonly people: readonly PaletteItem[] }) {
  const { page } = useSignedIn();
  const own = searchWords[page.language.value];
  const { filter, keepTo } = search;
  const here = page.thread.value;
  const isKept = filter !== noFilter && Object.entries(noFilter).some(([name, value]) => filter[name as keyof typeof filter] !== value);
  return (
    <div class="search-filters" role="group" aria-label={own.keepTo}>
      {here !== null && (
        <button type="button" class="chip" aria-pressed={filter.thread !== null} onClick={() => keepTo({ thread: filter.thread === null ? here : null })}>
          {own.thisThread}
        </button>
      )}
      <button type="button" class="chip" aria-pressed={filter.hasFile} onClick={() => keepTo({ hasFile: !filter.hasFile })}>
        {own.withFiles}
      </button>
      <select aria-label={own.by} value={filter.author} onChange={(event) => keepTo({ author: event.currentTarget.value })}>
        <option value="">{own.anybody}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span class="search-days">
        <input type="date" aria-label={own.from} value={filter.from} max={filter.to} onInput={(event) => keepTo({ from: event.currentTarget.value })} />
        <input type="date" aria-label={own.to} value={filter.to} min={filter.from} onInput={(event) => keepTo({ to: event.currentTarget.value })} />
      </span>
      {isKept && (
        <button type="button" class="link-button" onClick={() => keepTo(noFilter)}>
          {own.clear}
        </button>
      )}
    </div>
  );
}

import type { TargetedKeyboardEvent } from "preact";
import type { FoundThreadWire, FoundWire } from "#protocol/bus";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { threadHref } from "#web/state/address.ts";
import { isJoined } from "#web/state/agents/marked-name.ts";
import { matchingItems, people } from "#web/state/palette-items.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { previewOf } from "#web/state/thread/preview.ts";
import { markedPieces } from "#web/state/thread/search-marks.ts";
import { langOf, when } from "#web/words/format.ts";
import { searchWords } from "#web/words/search.ts";
import type { Search } from "./search.tsx";
import { SearchFilters } from "./search-filters.tsx";

/** People and threads by their names, then messages by their words and the names of their files. */
export function SearchResults({ search }: { readonly search: Search }) {
  const { page, words } = useSignedIn();
  const { found, problem, text } = search;
  const known = people(page.model.value);
  // By name alone: the topic beside it only tells two of one name apart.
  const names = matchingItems(
    known.map((one) => ({ ...one, detail: "" })),
    text,
  ).map(({ id }) => id);
  const named = known.filter(({ id }) => names.includes(id));
  const isEmpty = found !== null && found.results.length + found.threads.length + named.length === 0;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Escape") search.write("");
    if (step === 0) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(".found")];
    all[all.findIndex((one) => one === document.activeElement) + step]?.focus();
  };
  return (
    <section aria-label={words.search} onKeyDown={onKeyDown}>
      <SearchFilters search={search} people={known} />
      <p class="group" role="status">
        {problem !== "" ? "" : found === null ? words.searching : isEmpty ? words.foundNone(text.trim()) : ""}
      </p>
      {isEmpty && <p class="group">{words.foundNoneWhy}</p>}
      <Problem text={problem} />
      {found !== null && named.length > 0 && (
        <>
          <h2 class="group">{searchWords[page.language.value].people}</h2>
          {named.map(({ id, name, detail, does }) => (
            <a key={id} class="found" href={"href" in does ? does.href : "#"}>
              <span class="title clip isolate">
                <Plain text={name} />
              </span>
              <span class="snippet isolate">
                <Plain text={detail} />
              </span>
            </a>
          ))}
        </>
      )}
      {found !== null && found.threads.length > 0 && (
        <>
          <h2 class="group">{words.foundThreads(found.threads.length)}</h2>
          {found.threads.map((one) => (
            <FoundTopic key={one.thread_id} found={one} />
          ))}
        </>
      )}
      {found !== null && found.results.length > 0 && (
        <>
          <h2 class="group">{words.found(found.results.length)}</h2>
          {found.results.map((one) => (
            <FoundLine key={one.message_id} found={one} />
          ))}
        </>
      )}
    </section>
  );
}

function FoundTopic({ found: { thread_id: thread, topic, status, updated_at: updated } }: { readonly found: FoundThreadWire }) {
  const { page, words } = useSignedIn();
  return (
    <a class="found" href={threadHref(thread)}>
      <span class="title clip isolate" lang={langOf(topic)}>
        <Plain text={topic} />
      </span>
      <time dateTime={updated}>{when(Date.parse(updated), page.today.value, words.weekdays)}</time>
      {words.status[status] !== undefined && <span class="snippet">{words.status[status]}</span>}
    </a>
  );
}

function FoundLine({ found }: { readonly found: FoundWire }) {
  const { page, words } = useSignedIn();
  return (
    <a class="found" href={threadHref(found.thread_id, found.seq)}>
      <span class="title clip isolate" lang={langOf(found.thread_topic)}>
        <Plain text={found.thread_topic} />
      </span>
      <time dateTime={found.created_at}>{when(Date.parse(found.created_at), page.today.value, words.weekdays)}</time>
      <span class="snippet isolate" lang={langOf(found.snippet)}>
        {isJoined(found.author_id) && <span class="tag">{words.agentMark}</span>}{" "}
        {markedPieces(words.lastLine(found.author, previewOf(found.snippet))).map(({ text, isHit }, at) =>
          isHit ? (
            <mark key={at}>
              <Plain text={text} />
            </mark>
          ) : (
            <Plain key={at} text={text} />
          ),
        )}
        {found.files.map((name) => (
          <span key={name} class="found-file">
            <Icon name="file" small /> <Plain text={name} />
          </span>
        ))}
      </span>
    </a>
  );
}

import { useEffect } from "preact/hooks";
import { Plain } from "#web/parts/plain.tsx";
import { useHere } from "#web/state/here.ts";
import { placeOf, threadHref } from "#web/state/place.ts";
import type { Quote } from "#web/state/quote.ts";

/** The line that is answered, in one row; a click goes there. */
export function ReplyLine({ quote }: { readonly quote: Quote }) {
  const { page } = useHere();
  const href = threadHref(quote.thread, quote.seq);
  const onClick = (): void => {
    // An address that stands there already changes nothing; the wish to go there does.
    if (location.hash === href) page.go(placeOf(href));
  };
  return (
    <a class="reply clip" href={href} onClick={onClick}>
      <Plain text={`${quote.name} #${quote.seq} ${quote.text}`} />
    </a>
  );
}

/** One that stands too far above to be here: its place is kept until the hub has told what it says. */
export function FarReply({ id }: { readonly id: string }) {
  const { page, words } = useHere();
  useEffect(() => page.quotes.want(id), [id]);
  const quote = page.quotes.of(id);
  if (quote !== undefined && quote !== null) return <ReplyLine quote={quote} />;
  return <span class="reply clip">{quote === null ? words.missingLine : words.earlierLine}</span>;
}

import { useEffect } from "preact/hooks";
import { Plain } from "#web/parts/plain-text.tsx";
import { markedName } from "#web/state/agents/marked-name.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { addressOf, threadHref } from "#web/state/address.ts";
import type { Quote } from "#web/state/thread/quote.ts";

/** The line that is answered, in one row; a click goes there. */
export function ReplyLine({ quote }: { readonly quote: Quote }) {
  const { page, words } = useSignedIn();
  const href = threadHref(quote.thread, quote.seq);
  const onClick = (): void => {
    // An address that stands there already changes nothing; the wish to go there does.
    if (location.hash === href) page.go(addressOf(href));
  };
  return (
    <a class="reply clip" href={href} onClick={onClick}>
      <Plain text={`${markedName(quote.author, quote.name, words)} #${quote.seq} ${quote.text}`} />
    </a>
  );
}

/** One that stands too far above to be here: its place is kept until the hub has told what it says. */
export function FarReply({ id }: { readonly id: string }) {
  const { page, words } = useSignedIn();
  useEffect(() => page.quotes.want(id), [id]);
  const quote = page.quotes.of(id);
  if (quote !== undefined && quote !== null) return <ReplyLine quote={quote} />;
  return <span class="reply clip">{quote === null ? words.missingLine : words.earlierLine}</span>;
}

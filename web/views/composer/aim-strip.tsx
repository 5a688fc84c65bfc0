import { Glyph, Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { markedName } from "#web/state/agents/marked-name.ts";
import type { Editing } from "#web/state/thread/composer-aims.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { threadHref } from "#web/state/address.ts";
import type { Quote } from "#web/state/thread/quote.ts";

interface AimStripProps {
  readonly id: string;
  readonly reply: Quote | undefined;
  readonly editing: Editing | undefined;
  readonly onCancel: () => void;
}

/** Above the field: which line is answered, or written anew, and the way out of it. */
export function AimStrip({ id, reply, editing, onCancel }: AimStripProps) {
  const { words } = useSignedIn();
  const quote = editing?.quote ?? reply;
  if (quote === undefined) return null;
  const cancel = editing === undefined ? words.cancelReply : words.cancelEdit;
  return (
    <div class="aim">
      <Icon name={editing === undefined ? "reply" : "pen"} small />
      <a id={id} class="clip" href={threadHref(quote.thread, quote.seq)}>
        <b>
          <Plain text={editing === undefined ? words.replyTo(markedName(quote.author, quote.name, words), quote.seq) : words.editLine(quote.seq)} />
        </b>{" "}
        <Plain text={quote.text} />
      </a>
      <button type="button" class="button quiet small icon" aria-label={cancel} title={cancel} onClick={onCancel}>
        <Glyph name="no" />
      </button>
    </div>
  );
}

import { useState } from "preact/hooks";
import type { MessageWire } from "#protocol/wire";
import { Glyph } from "#web/parts/icon.tsx";
import { LongPlainText } from "#web/parts/long-text.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { threadHref } from "#web/state/address.ts";
import type { Origin } from "#web/state/thread/third-party.ts";
import { when } from "#web/words/format.ts";

/** Words of somebody who is nobody here, which only the agent was meant to read: one line, opened on purpose, and then as plain text. */
export function ThirdPartyLine({ message, origin, text }: { readonly message: MessageWire; readonly origin: Origin; readonly text: string }) {
  const { page, words } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const from = [origin.name, origin.room, words.platform(origin.platform)].filter((part) => part !== "");
  return (
    <div class="hub third-party" id={`line-${message.seq}`}>
      <span class="face outside small" aria-hidden="true" />
      <div>
        <button type="button" class="ran-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Glyph name="fold" />
          {words.thirdParty(words.platform(origin.platform))}
        </button>
        {isOpen && (
          <figure>
            <figcaption>
              <span class="tag">{words.outside}</span> <Plain text={from.join(", ")} />
            </figcaption>
            <blockquote class="isolate">
              <LongPlainText text={text} />
            </blockquote>
          </figure>
        )}
      </div>
      <span class="at">
        {when(Date.parse(message.created_at), page.today.value, words.weekdays)}
        <a href={threadHref(message.thread_id, message.seq)} aria-label={words.lineOf(message.seq)}>
          #{message.seq}
        </a>
      </span>
    </div>
  );
}

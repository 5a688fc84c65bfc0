import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { MessageWire } from "#protocol/wire";
import { Artifact } from "#web/parts/artifact.tsx";
import { Glyph, Icon } from "#web/parts/icon.tsx";
import { Markdown } from "#web/parts/markdown/view.tsx";
import { Plain } from "#web/parts/plain.tsx";
import { useHere } from "#web/state/here.ts";
import { threadHref } from "#web/state/place.ts";
import type { DeliveryWire } from "#web/state/rows.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { when } from "#web/words/format.ts";

/** What the hub itself says: one line, no face. */
function Line({
  mark,
  at,
  seq,
  children,
}: {
  readonly mark: ComponentChildren;
  readonly at: number;
  readonly seq?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const { page, words } = useHere();
  return (
    <div class="hub">
      {mark}
      <div>{children}</div>
      <span class="at">
        {when(at, page.today.value, words.weekdays)}
        {seq}
      </span>
    </div>
  );
}

/** Somebody comes, somebody goes. */
const marks: Readonly<Record<string, "join" | "leave">> = { invited: "join", left: "leave" };

export function HubLine({ message, text }: { readonly message: MessageWire; readonly text: string }) {
  const { words } = useHere();
  const seq = (
    <a id={`line-${message.seq}`} href={threadHref(message.thread_id, message.seq)} aria-label={words.lineOf(message.seq)}>
      #{message.seq}
    </a>
  );
  return (
    <Line mark={<Icon name={marks[String(message.metadata?.["event"])] ?? "hub"} small />} at={Date.parse(message.created_at)} seq={seq}>
      <Markdown text={text} />
      {message.artifacts.length > 0 && (
        <div class="chips">
          {message.artifacts.map((artifact) => (
            <Artifact key={artifact.id} artifact={artifact} />
          ))}
        </div>
      )}
    </Line>
  );
}

export function RenamedLine({ topic, by, at }: { readonly topic: string; readonly by: string; readonly at: string }) {
  const { words } = useHere();
  return (
    <Line mark={<Icon name="pen" small />} at={Date.parse(at)}>
      <Plain text={words.renamed(topic, by)} />
    </Line>
  );
}

export function StatusLine({ status, by, at }: { readonly status: string; readonly by: string; readonly at: string }) {
  const { words } = useHere();
  const text = words.statusSet[status]?.(by) ?? words.statusOther(by, (words.status[status] ?? status).toLowerCase());
  return (
    <Line mark={<Icon name="hub" small />} at={Date.parse(at)}>
      <Plain text={text} />
    </Line>
  );
}

/** What became of a message on its way to a chat, as far as anybody knows. */
export function DeliveryLine({ delivery, at }: { readonly delivery: DeliveryWire; readonly at: string }) {
  const { page, words } = useHere();
  const [said, say] = useState("");
  const [isBusy, setBusy] = useState(false);
  const again = (): void => {
    setBusy(true);
    page.api
      .sendAgain(delivery.delivery)
      .then(
        () => say(words.sentAgain),
        (error: unknown) => say(sentenceOf(error, words)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Line mark={delivery.state === "sent" ? <Glyph name="done" tone="ok" /> : <Glyph name="error" tone="warn" />} at={Date.parse(at)}>
      <Plain text={sentence(delivery, words)} />{" "}
      {delivery.state !== "sent" && (
        <button type="button" class="link-button" disabled={isBusy} onClick={again}>
          {words.sendAgain}
        </button>
      )}
      {said !== "" && delivery.state !== "sent" && <p role="status">{said}</p>}
    </Line>
  );
}

function sentence({ to, state, reason, question }: DeliveryWire, words: ReturnType<typeof useHere>["words"]): string {
  if (state === "sent") return words.deliverySent(to);
  if (question !== null) return state === "unknown" ? words.questionUnknown(to) : words.questionUndelivered(to, reason);
  return state === "unknown" ? words.deliveryUnknown(to) : words.deliveryFailed(to, reason);
}

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { MessageWire } from "#protocol/wire";
import { ArtifactList } from "#web/parts/artifact-list.tsx";
import { Glyph, Icon } from "#web/parts/icon.tsx";
import { Markdown } from "#web/parts/markdown/view.tsx";
import { addedFile } from "#web/state/documents/added-file.ts";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { markedName } from "#web/state/agents/marked-name.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { threadHref } from "#web/state/address.ts";
import type { DeliveryWire } from "#web/state/thread/rows.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { when } from "#web/words/format.ts";

/** What the hub itself says: one line, no face. */
function SystemLine({
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
  const { page, words } = useSignedIn();
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
  const { words } = useSignedIn();
  const file = addedFile(message);
  const seq = (
    <a id={`line-${message.seq}`} href={threadHref(message.thread_id, message.seq)} aria-label={words.lineOf(message.seq)}>
      #{message.seq}
    </a>
  );
  return (
    <SystemLine
      mark={<Icon name={file === null ? (marks[String(message.metadata?.["event"])] ?? "hub") : "file"} small />}
      at={Date.parse(message.created_at)}
      seq={seq}
    >
      {file === null ? (
        <Markdown text={text} />
      ) : (
        <>
          <Plain text={text} />
          <Fetched load={() => import("#web/views/documents/added-file-line.tsx")}>{(part) => <part.AddedFileActions message={message} file={file} />}</Fetched>
        </>
      )}
      <ArtifactList artifacts={message.artifacts} />
    </SystemLine>
  );
}

interface ChangedBy {
  readonly by: string;
  readonly name: string;
  readonly at: string;
}

export function RenamedLine({ topic, by, name, at }: ChangedBy & { readonly topic: string }) {
  const { words } = useSignedIn();
  return (
    <SystemLine mark={<Icon name="pen" small />} at={Date.parse(at)}>
      <Plain text={words.renamed(topic, markedName(by, name, words))} />
    </SystemLine>
  );
}

export function StatusLine({ status, by, name, at }: ChangedBy & { readonly status: string }) {
  const { words } = useSignedIn();
  const who = markedName(by, name, words);
  const text = words.statusSet[status]?.(who) ?? words.statusOther(who, (words.status[status] ?? status).toLowerCase());
  return (
    <SystemLine mark={<Icon name="hub" small />} at={Date.parse(at)}>
      <Plain text={text} />
    </SystemLine>
  );
}

/** What became of a message on its way to a chat, as far as anybody knows. */
export function DeliveryLine({ delivery, at }: { readonly delivery: DeliveryWire; readonly at: string }) {
  const { page, words } = useSignedIn();
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
    <SystemLine mark={delivery.state === "sent" ? <Glyph name="done" tone="ok" /> : <Glyph name="error" tone="warn" />} at={Date.parse(at)}>
      <Plain text={sentence(delivery, words)} />{" "}
      {delivery.state !== "sent" && (
        <button type="button" class="link-button" disabled={isBusy} onClick={again}>
          {words.sendAgain}
        </button>
      )}
      {said !== "" && delivery.state !== "sent" && <p role="status">{said}</p>}
    </SystemLine>
  );
}

function sentence({ to, state, reason, question }: DeliveryWire, words: ReturnType<typeof useSignedIn>["words"]): string {
  if (state === "sent") return words.deliverySent(to);
  if (question !== null) return state === "unknown" ? words.questionUnknown(to) : words.questionUndelivered(to, reason);
  return state === "unknown" ? words.deliveryUnknown(to) : words.deliveryFailed(to, reason);
}

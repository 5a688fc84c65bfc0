import type { VNode } from "preact";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { ConversationRow } from "#web/state/thread/rows.ts";
import { originOf } from "#web/state/thread/third-party.ts";
import { DeliveryLine, HubLine, RenamedLine, StatusLine } from "./hub-lines.tsx";
import { Message } from "./message.tsx";
import { QuestionRow } from "#web/views/questions/question-row.tsx";
import { RunLine } from "./run-line.tsx";
import { ThirdPartyLine } from "./third-party.tsx";
import { UnsentMessage } from "./unsent-message.tsx";

/** `follows`: it goes on where the line before it ended. */
export function LogRow({ row, follows }: { readonly row: ConversationRow; readonly follows: boolean }) {
  return <div data-row={row.key}>{viewOf(row, follows)}</div>;
}

function viewOf(row: ConversationRow, follows: boolean): VNode {
  switch (row.kind) {
    case "said":
      return saidView(row, follows);
    case "growing":
      return <Message row={row} />;
    case "asked":
      return <QuestionRow question={row.question} />;
    case "renamed":
      return <RenamedLine topic={row.topic} by={row.by} name={row.byName} at={row.at} />;
    case "status":
      return <StatusLine status={row.status} by={row.by} name={row.byName} at={row.at} />;
    case "delivery":
      return <DeliveryLine delivery={row.delivery} at={row.at} />;
    case "ran":
      return <RunLine run={row.run} place="log" />;
    case "unsent":
      return <UnsentMessage unsent={row.unsent} />;
    case "file":
      return <Fetched load={() => import("#web/views/documents/dropped-file-card.tsx")}>{(part) => <part.DroppedFileCard dropped={row.file} />}</Fetched>;
    case "mark":
      return <NewMark count={row.count} />;
  }
}

function saidView(row: Extract<ConversationRow, { kind: "said" }>, follows: boolean): VNode {
  const origin = originOf(row.message);
  if (origin !== null) return <ThirdPartyLine message={row.message} origin={origin} text={row.text} />;
  return row.message.author_kind === "hub" ? <HubLine message={row.message} text={row.text} /> : <Message row={row} follows={follows} />;
}

function NewMark({ count }: { readonly count: number }) {
  const { words } = useSignedIn();
  return <div class="day">{words.newSince(count)}</div>;
}

import type { VNode } from "preact";
import { useHere } from "#web/state/here.ts";
import type { Row } from "#web/state/rows.ts";
import { DeliveryLine, HubLine, RanLine, RenamedLine, StatusLine } from "./hub-lines.tsx";
import { Message } from "./message.tsx";
import { QuestionRow } from "./question.tsx";
import { UnsentMessage } from "./unsent-message.tsx";

export function LogRow({ row }: { readonly row: Row }) {
  return <div data-row={row.key}>{viewOf(row)}</div>;
}

function viewOf(row: Row): VNode {
  switch (row.kind) {
    case "said":
      return row.message.author_kind === "hub" ? <HubLine message={row.message} text={row.text} /> : <Message row={row} />;
    case "growing":
      return <Message row={row} />;
    case "asked":
      return <QuestionRow question={row.question} />;
    case "renamed":
      return <RenamedLine topic={row.topic} by={row.by} at={row.at} />;
    case "status":
      return <StatusLine status={row.status} by={row.by} at={row.at} />;
    case "delivery":
      return <DeliveryLine delivery={row.delivery} at={row.at} />;
    case "ran":
      return <RanLine ran={row.ran} />;
    case "unsent":
      return <UnsentMessage unsent={row.unsent} />;
    case "mark":
      return <NewMark count={row.count} />;
  }
}

function NewMark({ count }: { readonly count: number }) {
  const { words } = useHere();
  return <div class="day">{words.newSince(count)}</div>;
}

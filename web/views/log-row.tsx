import type { VNode } from "preact";
import { Fetched } from "#web/parts/fetched.tsx";
import { useHere } from "#web/state/here.ts";
import type { Row } from "#web/state/rows.ts";
import { originOf } from "#web/state/third-party.ts";
import { DeliveryLine, HubLine, RenamedLine, StatusLine } from "./hub-lines.tsx";
import { Message } from "./message.tsx";
import { QuestionRow } from "./question.tsx";
import { RunLine } from "./run-line.tsx";
import { ThirdPartyLine } from "./third-party.tsx";
import { UnsentMessage } from "./unsent-message.tsx";

export function LogRow({ row }: { readonly row: Row }) {
  return <div data-row={row.key}>{viewOf(row)}</div>;
}

function viewOf(row: Row): VNode {
  switch (row.kind) {
    case "said":
      return saidView(row);
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
      return <RunLine run={row.run} place="log" />;
    case "unsent":
      return <UnsentMessage unsent={row.unsent} />;
    case "paper":
      return <Fetched load={() => import("./documents/paper-card.tsx")}>{(part) => <part.PaperCard paper={row.paper} />}</Fetched>;
    case "mark":
      return <NewMark count={row.count} />;
  }
}

function saidView(row: Extract<Row, { kind: "said" }>): VNode {
  const origin = originOf(row.message);
  if (origin !== null) return <ThirdPartyLine message={row.message} origin={origin} text={row.text} />;
  return row.message.author_kind === "hub" ? <HubLine message={row.message} text={row.text} /> : <Message row={row} />;
}

function NewMark({ count }: { readonly count: number }) {
  const { words } = useHere();
  return <div class="day">{words.newSince(count)}</div>;
}

import "#web/style/audit.css";
import { useState } from "preact/hooks";
import type { AuditRecordWire, AuditWire, PersonWire } from "#protocol/people";
import { useAction } from "#web/parts/action.ts";
import { Block } from "#web/parts/block.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useLoaded } from "#web/parts/use-loaded.ts";
import type { ManageApi } from "#web/state/manage-api.ts";
import type { ActivityWords } from "#web/words/activity.ts";
import { ChainCheck } from "./chain-check.tsx";

interface AuditProps {
  readonly api: ManageApi;
  readonly own: ActivityWords;
}

/** Who did what: filtered, page by page, newest first. */
export function AuditSection({ api, own }: AuditProps) {
  const [kind, setKind] = useState("");
  const [who, setWho] = useState("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const people = useLoaded(() => api.people(), [api]);
  const since = from === "" ? undefined : new Date(`${from}T00:00:00`).toISOString();
  const until = to === "" ? undefined : dayAfter(to);
  const query = { kind: kind || undefined, who: who || undefined, since, until };
  return (
    <>
      <ChainCheck api={api} own={own} />
      <form class="manage-form" aria-label={own.section.audit} onSubmit={(event) => event.preventDefault()}>
        <label>
          {own.auditKind}
          <select class="control" value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
            <option value="">{own.allKinds}</option>
            {Object.entries(own.kind).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {own.auditWho}
          <select class="control" value={who} onChange={(event) => setWho(event.currentTarget.value)}>
            <option value="">{own.anyone}</option>
            <option value="operator">{own.operator}</option>
            {people.value?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {own.from}
          <input class="control" type="date" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
        </label>
        <label>
          {own.to}
          <input class="control" type="date" value={to} onInput={(event) => setTo(event.currentTarget.value)} />
        </label>
      </form>
      <Records key={JSON.stringify(query)} api={api} own={own} query={query} people={people.value ?? []} />
    </>
  );
}

interface RecordsProps extends AuditProps {
  readonly query: Parameters<ManageApi["audit"]>[0];
  readonly people: readonly PersonWire[];
}

function Records({ api, own, query, people }: RecordsProps) {
  const first = useLoaded(() => api.audit(query), [api]);
  const [older, setOlder] = useState<readonly AuditWire[]>([]);
  const { problem, run } = useAction(() => undefined);
  if (first.value === null) return <Problem text={first.problem} />;
  const pages = [first.value, ...older];
  const records = pages.flatMap((page) => page.records);
  const last = records.at(-1);
  const open = query.kind === undefined && query.since === undefined && query.until === undefined && query.who === undefined ? first.value.open : [];
  return (
    <>
      {open.length > 0 && (
        <Block title={own.open}>
          {open.map((one) => (
            <div key={`${one.who} ${one.code}`} class="record">
              <span class="when dim">{timeOf(one.at)}</span>
              <b>{own.kind["refused"]}</b>
              <span class="isolate">
                <Plain text={one.name} />
              </span>
              <span class="what two">
                <Plain text={`${one.about} (${one.code}), ${own.times(one.count)}`} />
              </span>
            </div>
          ))}
        </Block>
      )}
      <div class="records">
        {records.map((record) => (
          <Row key={record.n} record={record} own={own} people={people} />
        ))}
        {records.length === 0 && <p class="sm dim">{own.noRecords}</p>}
      </div>
      <Problem text={problem} />
      {pages.at(-1)?.has_more === true && last !== undefined && (
        <button type="button" class="button small older" onClick={() => run(async () => setOlder([...older, await api.audit({ ...query, before: last.n })]))}>
          {own.older}
        </button>
      )}
    </>
  );
}

function Row({ record, own, people }: { readonly record: AuditRecordWire; readonly own: ActivityWords; readonly people: readonly PersonWire[] }) {
  const name = people.find(({ id }) => id === record.who)?.name ?? (record.who === "operator" ? own.operator : record.who);
  return (
    <details class="record">
      <summary>
        <span class="when dim">
          {timeOf(record.at)} <span class="mono">#{record.n}</span>
        </span>
        <b>{own.kind[record.kind] ?? record.kind}</b>
        <span class="isolate clip">
          <Plain text={name} />
        </span>
        <span class="what two clip">
          <Plain text={summaryOf(record, own)} />
        </span>
      </summary>
      <pre class="record-data" lang="en" aria-label={own.details}>
        <Plain text={JSON.stringify({ who: record.who, ...record.data }, null, 2)} />
      </pre>
    </details>
  );
}

/** The record's own words for what was done, and to what. */
function summaryOf({ data }: AuditRecordWire, own: ActivityWords): string {
  const { did } = data;
  const parts = [
    typeof did === "string" ? (own.did[did] ?? did) : "",
    data["what"],
    data["about"],
    data["line"],
    data["name"],
    data["session"],
    data["choice"],
    data["code"],
  ];
  return parts.filter((part) => typeof part === "string" && part !== "").join(", ");
}

function timeOf(at: number): string {
  const date = new Date(at);
  const pad = (n: number): string => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + 1);
  return date.toISOString();
}

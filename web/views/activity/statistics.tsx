import "#web/style/statistics.css";
import { useState } from "preact/hooks";
import type { DayCountWire, StatisticsWire } from "#protocol/statistics";
import { useAction } from "#web/parts/action.ts";
import { Problem } from "#web/parts/problem.tsx";
import { saveBlob } from "#web/parts/save-file.ts";
import { useLoaded } from "#web/parts/use-loaded.ts";
import type { ManageApi } from "#web/state/manage-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { dayBefore, meanOf, seriesOf, sumOf } from "#web/state/statistics/day-series.ts";
import type { ActivityWords } from "#web/words/activity.ts";
import { took, tokens } from "#web/words/format.ts";
import { BarChart } from "./bar-chart.tsx";
import { ShareTable } from "./share-table.tsx";

const ranges = [7, 30, 90] as const;

/** The hub's numbers: what happened each day, and who had which part in it. */
export function StatisticsSection({ api, own }: { readonly api: ManageApi; readonly own: ActivityWords }) {
  const { page } = useSignedIn();
  const [days, setDays] = useState<number>(30);
  const [today] = useState(() => page.now.value);
  const from = dayBefore(today, days - 1);
  const to = dayBefore(today, 0);
  const { value, problem } = useLoaded(() => api.statistics(from, to), [api, from, to]);
  const saving = useAction(() => undefined);
  return (
    <>
      <div class="manage-form">
        <div class="filters grow" role="group" aria-label={own.rangeLabel}>
          {ranges.map((one) => (
            <button key={one} type="button" aria-pressed={one === days} onClick={() => setDays(one)}>
              {own.range[one]}
            </button>
          ))}
        </div>
        <button
          type="button"
          class="button small"
          onClick={() => saving.run(async () => saveBlob(await api.statisticsCsv(from, to), `parley-${from}-${to}.csv`))}
        >
          {own.csv}
        </button>
      </div>
      <Problem text={problem || saving.problem} />
      {value !== null && <Numbers all={value} days={days} own={own} />}
    </>
  );
}

function Numbers({ all, days, own }: { readonly all: StatisticsWire; readonly days: number; readonly own: ActivityWords }) {
  if (all.days.length === 0) return <p class="sm dim">{own.nothing}</p>;
  const sum = (what: DayCountWire["what"]) => sumOf(all.days, what);
  const spanOf = (what: DayCountWire["what"], say: (span: string) => string): string => {
    const mean = meanOf(sum(what));
    return mean === null ? "" : say(took(mean));
  };
  const cost = sum("cost").total;
  const counted = (what: DayCountWire["what"]) => seriesOf(all, (one) => (one.what === what ? one.count : 0));
  const used = seriesOf(all, (one) => (one.what === "input" || one.what === "output" ? one.total : 0));
  const tiles = [
    { id: "messages", figure: String(sum("messages").count), facts: [], series: counted("messages"), shown: String },
    {
      id: "turns",
      figure: String(sum("turns").count),
      facts: [own.failedOf(sum("failed").count), spanOf("turns", own.meanTime), spanOf("queued", own.queueWait)],
      series: counted("turns"),
      shown: String,
    },
    {
      id: "answered",
      figure: String(sum("answered").count),
      facts: [own.verdicts(sum("allowed").count, sum("denied").count, sum("expired").count), spanOf("answered", own.answerWait)],
      series: counted("answered"),
      shown: String,
    },
    {
      id: "tokens",
      figure: tokens(Math.round(sum("input").total + sum("output").total)),
      facts: [own.inOut(tokens(Math.round(sum("input").total)), tokens(Math.round(sum("output").total)))],
      series: used,
      shown: (value: number) => tokens(Math.round(value)),
    },
    {
      id: "cost",
      figure: `$${cost.toFixed(2)}`,
      facts: [],
      series: seriesOf(all, (one) => (one.what === "cost" ? one.total : 0)),
      shown: (value: number) => `$${value.toFixed(2)}`,
    },
  ] as const;
  return (
    <>
      <div class="tiles">
        {tiles.map(({ id, figure, facts, series, shown }) => (
          <section key={id} class="tile" aria-label={own.measure[id]}>
            <h2>{own.measure[id]}</h2>
            <p class="figure">{figure}</p>
            <BarChart label={own.perDay(own.measure[id], days)} series={series} shown={(day, value) => own.onDay(day, shown(value))} />
            {facts.map(
              (fact) =>
                fact !== "" && (
                  <p key={fact} class="sm two">
                    {fact}
                  </p>
                ),
            )}
          </section>
        ))}
      </div>
      {(["person", "agent", "channel"] as const).map((by) => (
        <ShareTable key={by} all={all} by={by} own={own} />
      ))}
    </>
  );
}

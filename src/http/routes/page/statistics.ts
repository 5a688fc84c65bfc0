import { checked } from "#http/door/bad-input";
import { ok, safeHeaders } from "#http/door/reply";
import type { Routes } from "#http/routes/route";
import { toCsv } from "#lib/text/csv-line";
import { localDay } from "#lib/time/local-day";
import { statisticsQuery, type StatisticsWire } from "#protocol/statistics";

const usualDays = 30;
const dayMs = 86_400_000;

export function statisticsRoutes({ app, door, deps: { hub, clock } }: Routes): void {
  app.get(
    "/api/statistics",
    door.known(async (ask, actor) => {
      const query = checked(statisticsQuery, ask.req.query());
      const to = query.to ?? localDay(clock.now());
      const from = query.from ?? localDay(clock.now() - (usualDays - 1) * dayMs);
      const found = await hub.statistics(actor, { from, to });
      const wire: StatisticsWire = { from, to, ...found };
      if (query.format === "json") return ok(wire);
      const csv = toCsv(rowsOf(wire));
      ask.env.outgoing.writeHead(200, {
        ...safeHeaders,
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="parley-${from}-${to}.csv"`,
        "Content-Length": Buffer.byteLength(csv),
      });
      ask.env.outgoing.end(csv);
      return undefined;
    }),
  );
}

function rowsOf({ days, shares }: StatisticsWire): readonly (readonly (string | number)[])[] {
  return [
    ["by", "name", "day", "what", "count", "total"],
    ...days.map(({ day, what, count, total }) => ["day", "", day, what, count, total]),
    ...shares.map(({ by, key, name, what, count, total }) => [by, name ?? key, "", what, count, total]),
  ];
}

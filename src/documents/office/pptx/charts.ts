import { smallPart, type Office } from "#documents/office/office";

export interface Chart {
  readonly title: string;
  /** Categories down, series across; the first row names the series. */
  readonly rows: readonly (readonly string[])[];
}

interface Series {
  name: string;
  readonly categories: string[];
  readonly values: string[];
}

const mostPoints = 10_000;

/** The numbers behind a chart, as it keeps them beside the drawing. */
export async function readChart(office: Office, part: string): Promise<Chart> {
  const all: Series[] = [];
  let series: Series | undefined;
  let place: "title" | "name" | "categories" | "values" | undefined;
  let isText = false;
  let title = "";
  let point = 0;
  let words = "";

  const places: Readonly<Record<string, typeof place>> = {
    "c:title": "title",
    "c:tx": "name",
    "c:cat": "categories",
    "c:xVal": "categories",
    "c:val": "values",
    "c:yVal": "values",
  };

  function take(): void {
    if (place === "title") title += words;
    else if (series === undefined || point < 0 || point >= mostPoints) return;
    else if (place === "name") series.name = words;
    else if (place === "categories") series.categories[point] = words;
    else if (place === "values") series.values[point] = words;
  }

  await office.read(
    part,
    {
      open(name, attributes) {
        if (name === "c:ser" && all.length < 256) all.push((series = { name: "", categories: [], values: [] }));
        else if (name === "c:pt") point = Number(attributes["idx"] ?? -1);
        else if (name === "c:v" || name === "a:t") {
          isText = true;
          words = "";
        } else if (Object.hasOwn(places, name) && place !== "title") place = places[name];
      },
      close(name) {
        if (name === "c:v" || name === "a:t") {
          take();
          isText = false;
        } else if (name === "c:ser") series = undefined;
        else if (Object.hasOwn(places, name) && (place !== "title" || name === "c:title")) place = undefined;
      },
      text: (more) => void (isText && (words += more)),
    },
    { most: smallPart },
  );
  return { title: title.trim(), rows: rowsOf(all.filter((one) => one.values.length > 0)) };
}

function rowsOf(all: readonly Series[]): string[][] {
  if (all.length === 0) return [];
  const categories = all.find((one) => one.categories.length > 0)?.categories ?? [];
  const length = Math.max(categories.length, ...all.map((one) => one.values.length));
  const rows = [["", ...all.map((one) => one.name)]];
  for (let at = 0; at < length; at += 1) rows.push([categories[at] ?? "", ...all.map((one) => one.values[at] ?? "")]);
  return rows;
}

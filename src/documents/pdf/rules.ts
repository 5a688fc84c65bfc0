import type { Pdfium } from "./pdfium.ts";

/** A straight line along the page: at `at`, from `from` to `to` of the other axis. */
export interface RulingLine {
  readonly isFlat: boolean;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

const kinds = { path: 2, line: 0, move: 2 } as const;
const mostObjects = 20_000;
const mostSegments = 20_000;
const mostRules = 3_000;
const straight = 1;
const shortest = 4;

/** Lines that are drawn on the page, also as the edges of thin or wide boxes. Not those inside of embedded drawings. */
export function readRules(pdfium: Pdfium, page: number): readonly RulingLine[] {
  const { call } = pdfium;
  const rules: RulingLine[] = [];
  let segments = 0;
  const objects = Math.min(call.FPDFPage_CountObjects(page), mostObjects);
  for (let i = 0; i < objects && segments < mostSegments && rules.length < mostRules; i++) {
    const object = call.FPDFPage_GetObject(page, i);
    if (object === 0 || call.FPDFPageObj_GetType(object) !== kinds.path) continue;
    segments += call.FPDFPath_CountSegments(object);
    for (const [start, end] of edgesOf(pdfium, object, mostSegments)) {
      const rule = ruleOf(start, end);
      if (rule !== undefined) rules.push(rule);
    }
  }
  return rules.slice(0, mostRules);
}

type Point = readonly [x: number, y: number];

function* edgesOf({ call, scratch, numbers }: Pdfium, object: number, most: number): Generator<readonly [Point, Point]> {
  if (call.FPDFPageObj_GetMatrix(object, scratch) === 0) return;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from({ length: 6 }, (_unused, i) => numbers().getFloat32(scratch + 4 * i, true));
  let start: Point | undefined;
  let before: Point | undefined;
  for (let i = 0; i < Math.min(call.FPDFPath_CountSegments(object), most); i++) {
    const segment = call.FPDFPath_GetPathSegment(object, i);
    if (call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4) === 0) continue;
    const [x, y] = [numbers().getFloat32(scratch, true), numbers().getFloat32(scratch + 4, true)];
    const point: Point = [a * x + c * y + e, b * x + d * y + f];
    const kind = call.FPDFPathSegment_GetType(segment);
    if (kind === kinds.move) start = point;
    else if (kind === kinds.line && before !== undefined) yield [before, point];
    if (call.FPDFPathSegment_GetClose(segment) === 1 && start !== undefined) yield [point, start];
    before = point;
  }
}

function ruleOf([x0, y0]: Point, [x1, y1]: Point): RulingLine | undefined {
  const [wide, tall] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
  if (tall < straight && wide >= shortest) return { isFlat: true, at: (y0 + y1) / 2, from: Math.min(x0, x1), to: Math.max(x0, x1) };
  if (wide < straight && tall >= shortest) return { isFlat: false, at: (x0 + x1) / 2, from: Math.min(y0, y1), to: Math.max(y0, y1) };
  return undefined;
}

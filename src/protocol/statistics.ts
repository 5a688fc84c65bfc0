import { z } from "zod";

export const measures = ["messages", "turns", "failed", "queued", "answered", "allowed", "denied", "expired", "input", "output", "cost"] as const;
export type MeasureWire = (typeof measures)[number];

export interface DayCountWire {
  readonly day: string;
  readonly what: MeasureWire;
  readonly count: number;
  readonly total: number;
}

export interface ShareCountWire {
  readonly by: "person" | "agent" | "channel";
  readonly key: string;
  readonly name: string | null;
  readonly what: MeasureWire;
  readonly count: number;
  readonly total: number;
}

export interface StatisticsWire {
  readonly from: string;
  readonly to: string;
  readonly days: readonly DayCountWire[];
  readonly shares: readonly ShareCountWire[];
}

const day = z.iso.date();

export const statisticsQuery = z.object({ from: day.optional(), to: day.optional(), format: z.enum(["json", "csv"]).default("json") });

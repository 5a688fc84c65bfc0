import { keepHead, truncationMarker } from "#lib/text/truncate";
import { showHidden } from "#lib/text/show-hidden";
import { type StoredLine, storedChars } from "./stored-line.ts";

/** What an agent gets to read of one message, and of one batch of them, in characters. */
export const messageChars = 512;
export const batchChars = 8_000;

export type IrcFormat = "summary" | "full";

export interface ShownLine {
  readonly id: string;
  readonly ts: string;
  readonly nick: string;
  readonly text: string;
}

export interface Shortened {
  /** With the marker as one of them, where some were left out. */
  readonly lines: readonly ShownLine[];
  /** Without the marker. */
  readonly count: number;
  readonly leftOut: number;
  /** Something was left out, or cut. */
  readonly truncated: boolean;
}

/** Bold, colour and the like. */
const formatting = /[\u0002\u000f\u0011\u0016\u001d-\u001f]|\u0003(?:\d{1,2}(?:,\d{1,2})?)?|\u0004(?:[\da-f]{6}(?:,[\da-f]{6})?)?/gi;

/** First each message, then all of them: the head, a marker, the tail. What counts is a line as it is printed. */
export function shorten(lines: readonly StoredLine[], format: IrcFormat): Shortened {
  const cuts = lines.map((line) => shown(line, format));
  const all = cuts.map(({ line }) => line);
  const isCut = cuts.some((one) => one.isCut);
  if (costOf(all) <= batchChars) return { lines: all, count: all.length, leftOut: 0, truncated: isCut };
  const room = batchChars - truncationMarker.length - 1;
  const head = fitting(all, room / 2);
  const tail = fitting(all.slice(head.length).toReversed(), room - costOf(head)).toReversed();
  const leftOut = all.length - head.length - tail.length;
  const marker = { id: "", ts: all[head.length]?.ts ?? "", nick: "", text: truncationMarker };
  return { lines: [...head, marker, ...tail], count: head.length + tail.length, leftOut, truncated: true };
}

export function printed({ nick, ts, text }: ShownLine): string {
  return nick === "" ? text : `${ts.slice(11, 16)} <${nick}> ${text}`;
}

function shown({ n, at, nick, kind, text }: StoredLine, format: IrcFormat): { readonly line: ShownLine; readonly isCut: boolean } {
  const plain = format === "summary" ? text.replaceAll(formatting, "").replaceAll(/\s+/g, " ") : text.replaceAll("\t", " ");
  const visible = showHidden(kind === "action" ? `* ${plain}` : plain);
  const most = format === "summary" ? messageChars : storedChars;
  const isCut = visible.length > most;
  const line = { id: String(n), ts: new Date(at).toISOString(), nick: showHidden(nick), text: isCut ? `${keepHead(visible, most - 1).text}…` : visible };
  return { line, isCut };
}

function fitting(lines: readonly ShownLine[], room: number): readonly ShownLine[] {
  let left = room;
  const end = lines.findIndex((line) => (left -= printed(line).length + 1) < 0);
  return end < 0 ? lines : lines.slice(0, end);
}

function costOf(lines: readonly ShownLine[]): number {
  return lines.reduce((sum, line) => sum + printed(line).length + 1, 0);
}

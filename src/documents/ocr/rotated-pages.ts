import type { Ocr, Recognized, PageRotation } from "./tesseract.ts";

/** Starts the clock of a page; returns whether a share of its time has passed. */
export type PageTime = () => (share: number) => boolean;

export interface TurnedReading extends Recognized {
  readonly turn: PageRotation;
}

export interface Scan {
  readonly full: Uint8Array;
  /** The same with fewer dots: enough to see which side is up. */
  readonly small: () => Uint8Array;
  readonly time: PageTime;
  /** Reports progress. */
  readonly stir: () => void;
}

/** From here on words are what the page says. Pages that stand on their side or head stay far below. */
export const sure = 65;
const clearlyBetter = 15;
const turns = [90, 180, 270] as const;
/** Of the time of a page: when it is too late to look for another side, and until when that may take. The rest is for reading it anew. */
const tooLate = 0.5;
const looked = 0.7;

/** Reads an image; if the result makes little sense, detects whether it is rotated and reads it again. */
export function readTurned(ocr: Ocr, { full, small, time, stir }: Scan): TurnedReading {
  const isPast = time();
  const whole = (): boolean => isPast(1);
  const upright = { ...ocr.recognize(full, whole), turn: 0 } as const;
  if (upright.confidence >= sure || isPast(tooLate)) return upright;
  stir();
  const picture = small();
  const looks = turns.map((turn) => ({ turn, confidence: ocr.recognize(picture, () => isPast(looked), turn).confidence }));
  const best = looks.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  if (best.confidence < upright.confidence + clearlyBetter || whole()) return upright;
  stir();
  const turned = { ...ocr.recognize(full, whole, best.turn), turn: best.turn };
  return turned.confidence > upright.confidence ? turned : upright;
}

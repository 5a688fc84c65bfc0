import { randomFillSync } from "node:crypto";

const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const timeChars = 10;
const tailChars = 16;

/**
 * Ids that sort by time: 48 bits of milliseconds and 80 random bits in base 32. Within one millisecond the random part
 * counts up, so that ids of one source sort in the order they were made.
 */
export function sortableIds(now: () => number, random: (bytes: Uint8Array) => void = inAdvance(randomFillSync)): () => string {
  let last = -1;
  const tail = new Uint8Array(tailChars);
  /** The characters of the id made last, so that only those that changed are written. */
  const text = Buffer.alloc(timeChars + tailChars);
  return () => {
    const at = Math.max(now(), last);
    if (at === last) countUp(tail, text);
    else {
      random(tail);
      for (let i = 0; i < tailChars; i++) tail[i] = (tail[i] ?? 0) & 31;
      // Room to count up within the millisecond without running over.
      tail[0] = (tail[0] ?? 0) & 15;
      last = at;
      writeTime(text, at);
      for (let i = 0; i < tailChars; i++) text[timeChars + i] = letterCode(tail[i] ?? 0);
    }
    return text.toString("latin1");
  };
}

/** Asking the system costs more than all the rest of an id, however little is asked for. */
function inAdvance(random: (bytes: Uint8Array) => void): (bytes: Uint8Array) => void {
  const pool = new Uint8Array(4096);
  let used = pool.length;
  return (bytes) => {
    if (used + bytes.length > pool.length) {
      random(pool);
      used = 0;
    }
    bytes.set(pool.subarray(used, used + bytes.length));
    used += bytes.length;
  };
}

function countUp(tail: Uint8Array, text: Uint8Array): void {
  for (let i = tail.length - 1; i >= 0; i--) {
    const value = ((tail[i] ?? 0) + 1) & 31;
    tail[i] = value;
    text[timeChars + i] = letterCode(value);
    if (value !== 0) return;
  }
}

function writeTime(text: Uint8Array, at: number): void {
  let rest = at;
  for (let i = timeChars - 1; i >= 0; i--) {
    text[i] = letterCode(rest % 32);
    rest = Math.floor(rest / 32);
  }
}

function letterCode(value: number): number {
  return letters.charCodeAt(value);
}

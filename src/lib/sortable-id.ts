import { randomFillSync } from "node:crypto";

const letters = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Ids that sort by time: 48 bits of milliseconds and 80 random bits in base 32. Within one millisecond the random part
 * counts up, so that ids of one source sort in the order they were made.
 */
export function sortableIds(now: () => number, random: (bytes: Uint8Array) => void = inAdvance(randomFillSync)): () => string {
  let last = -1;
  const tail = new Uint8Array(16);
  return () => {
    const at = Math.max(now(), last);
    if (at === last) countUp(tail);
    else {
      random(tail);
      for (let i = 0; i < tail.length; i++) tail[i] = (tail[i] ?? 0) & 31;
      // Room to count up within the millisecond without running over.
      tail[0] = (tail[0] ?? 0) & 15;
      last = at;
    }
    return encodeTime(at) + encodeTail(tail);
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

function countUp(tail: Uint8Array): void {
  for (let i = tail.length - 1; i >= 0; i--) {
    const value = (tail[i] ?? 0) + 1;
    if (value < 32) {
      tail[i] = value;
      return;
    }
    tail[i] = 0;
  }
}

function encodeTime(at: number): string {
  let text = "";
  let rest = at;
  for (let i = 0; i < 10; i++) {
    text = letters.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function encodeTail(tail: Uint8Array): string {
  let text = "";
  for (const value of tail) text += letters.charAt(value);
  return text;
}

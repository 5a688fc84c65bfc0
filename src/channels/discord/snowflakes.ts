const epoch = 1_420_070_400_000;

/** Discord's ids are numbers of 64 bits that begin with the time: too large for JavaScript, and ordered. */
export function isNewer(id: string, than: string): boolean {
  return BigInt(id) > BigInt(than);
}

export function newest(id: string | undefined, other: string): string {
  return id === undefined || isNewer(other, id) ? other : id;
}

/** The smallest id that something made at this time can have. */
export function idAt(ms: number): string {
  return String(BigInt(Math.max(0, ms - epoch)) << 22n);
}

export function timeOf(id: string): number {
  return Number(BigInt(id) >> 22n) + epoch;
}

/** Whether calls come faster than the chat allows, by its own watch. A few may come together after a silence, as at real platforms. */
export interface SpeedLimit {
  isTooFast(room: string): boolean;
}

const burst = 3;

export function speedLimit(slowest: { readonly perRoomMs: number; readonly overallMs: number } = { perRoomMs: 0, overallMs: 0 }): SpeedLimit {
  const credits = new Map<string, { left: number; at: number }>();
  const spend = (key: string, everyMs: number): boolean => {
    if (everyMs <= 0) return true;
    const now = performance.now();
    const before = credits.get(key) ?? { left: burst, at: now };
    const left = Math.min(burst, before.left + (now - before.at) / everyMs);
    credits.set(key, { left: left < 1 ? left : left - 1, at: now });
    return left >= 1;
  };
  return { isTooFast: (room) => !spend(`room ${room}`, slowest.perRoomMs) || !spend("all", slowest.overallMs) };
}

/** `08:00-20:00`, in local time; `22:00-06:00` spans midnight. */
const hoursPattern = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

export function isWithinHours(hours: string, now: Date): boolean {
  const [, fromHour, fromMinute, toHour, toMinute] = (hoursPattern.exec(hours) ?? []).map(Number);
  const from = (fromHour ?? 0) * 60 + (fromMinute ?? 0);
  const to = (toHour ?? 0) * 60 + (toMinute ?? 0);
  const minute = now.getHours() * 60 + now.getMinutes();
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

/** Whether a path is that folder or lies below it, links resolved as far as there is anything. */
export function holds(folder: string, path: string): boolean {
  return !/^\.\.(?:\/|$)/.test(relative(real(folder), real(path)));
}

function real(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const above = dirname(whole);
    return above === whole ? whole : join(real(above), basename(whole));
  }
}

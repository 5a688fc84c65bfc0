import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

/** Whether `path` is `folder` or lies below it. Symbolic links are resolved as far as the path exists. */
export function isInside(path: string, folder: string): boolean {
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

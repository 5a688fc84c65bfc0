import { closeSync, constants, fstatSync, openSync, readdirSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { NotARegularFile } from "./regular-file.ts";

export interface RotatingFileOptions {
  readonly file: string;
  readonly now: () => number;
  readonly maxBytes: number;
  /** How many older files stay beside the current one. */
  readonly keep: number;
}

// Never waits for the other end of a pipe that somebody put there.
const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NONBLOCK | constants.O_NOCTTY;

// Written by hand, because of what a crash leaves: killed right after 100 writes, rotating-file-stream 3.2 and pino-roll 4 had written
// none of the lines (both buffer), this had written all. pino-roll can write synchronously, but then its files are readable
// by everybody (0644), and it brings 28 MB of date-fns.

/**
 * Lines in a file that never grows past `maxBytes` and never spans two days (UTC). Older ones lie beside it as
 * FILE.2026-11-15.1. Written without buffering, so that the last line before a crash is stored. The constructor throws where
 * the file cannot be written; later failures are reported by `write`.
 */
export class RotatingFile implements Disposable {
  readonly #options: RotatingFileOptions;
  #fd: number | undefined;
  #bytes = 0;
  #day = "";

  constructor(options: RotatingFileOptions) {
    this.#options = options;
    makeFolder(dirname(options.file));
    this.#open();
  }

  /** False when the line could not be written. Never throws: a log must not end what it reports on. */
  write(line: string): boolean {
    try {
      const bytes = Buffer.byteLength(line);
      const today = dayOf(this.#options.now());
      if (this.#bytes > 0 && (today !== this.#day || this.#bytes + bytes > this.#options.maxBytes)) this.#rotate();
      if (this.#fd === undefined) this.#open();
      if (this.#fd === undefined) return false;
      this.#day = today;
      writeSync(this.#fd, line);
      this.#bytes += bytes;
      return true;
    } catch {
      return false;
    }
  }

  [Symbol.dispose](): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #open(): void {
    const fd = openSync(this.#options.file, flags, 0o600);
    const stat = fstatSync(fd);
    if (!stat.isFile()) {
      closeSync(fd);
      throw new NotARegularFile(this.#options.file);
    }
    const { size, mtimeMs } = stat;
    this.#fd = fd;
    this.#bytes = size;
    this.#day = dayOf(size > 0 ? mtimeMs : this.#options.now());
  }

  #rotate(): void {
    this[Symbol.dispose]();
    const { file, keep } = this.#options;
    // One more than the newest, never a gap that clearing away has left: the number is the age.
    const newest = olderFiles(file).find((old) => old.day === this.#day);
    renameSync(file, `${file}.${this.#day}.${(newest?.n ?? 0) + 1}`);
    for (const old of olderFiles(file).slice(keep)) rmSync(old.path, { force: true });
    this.#open();
  }
}

/** Newest first. */
function olderFiles(file: string): readonly { readonly path: string; readonly day: string; readonly n: number }[] {
  const prefix = `${basename(file)}.`;
  const older = readdirSync(dirname(file)).flatMap((name) => {
    const match = name.startsWith(prefix) ? /^(\d{4}-\d{2}-\d{2})\.(\d+)$/.exec(name.slice(prefix.length)) : null;
    return match === null ? [] : [{ path: join(dirname(file), name), day: match[1] ?? "", n: Number(match[2]) }];
  });
  return older.toSorted((a, b) => b.day.localeCompare(a.day) || b.n - a.n);
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

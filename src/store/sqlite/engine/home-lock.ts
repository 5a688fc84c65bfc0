import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ParleyError } from "#domain/errors";
import { makeFolder } from "#lib/fs/make-folder";
import { readRegularFileSync } from "#lib/fs/regular-file";
import { connect } from "./db.ts";
import type { Connection } from "./db.ts";
import { storeError } from "./sql-errors.ts";

/**
 * One hub per home: an exclusive SQLite lock on hub.lock, held until it is disposed or the process ends in any way, SIGKILL
 * included. hub.pid beside it only names the holder. Trap: POSIX drops a process's locks on a file when it closes any
 * descriptor of it, so nothing else in this process may open hub.lock.
 */
export function lockHome(dir: string): Promise<Disposable> {
  try {
    return Promise.resolve(lock(dir));
  } catch (error) {
    return Promise.reject(storeError(error, dir));
  }
}

function lock(dir: string): Disposable {
  makeFolder(dir);
  const pidFile = join(dir, "hub.pid");
  const connection = hold(join(dir, "hub.lock"), () => inUse(dir, pidFile));
  try {
    // Renamed into place, so that another hub never reads a partial number.
    writeFileSync(`${pidFile}.new`, `${process.pid}\n`, { mode: 0o600 });
    renameSync(`${pidFile}.new`, pidFile);
  } catch (error) {
    connection[Symbol.dispose]();
    throw error;
  }
  let isHeld = true;
  return {
    [Symbol.dispose]: () => {
      if (!isHeld) return;
      isHeld = false;
      rmSync(pidFile, { force: true });
      connection[Symbol.dispose]();
    },
  };
}

function hold(path: string, refusal: () => ParleyError): Connection {
  // Before SQLite opens it, because the journal beside it gets its mode. One that exists is not opened here, see the trap.
  if (existsSync(path)) chmodSync(path, 0o600);
  else closeSync(openSync(path, "ax", 0o600));
  const connection = connect(path, { timeoutMs: 0 });
  try {
    connection.script("BEGIN EXCLUSIVE");
    return connection;
  } catch (error) {
    connection[Symbol.dispose]();
    throw storeError(error, path).code === "StoreBusy" ? refusal() : error;
  }
}

function inUse(dir: string, pidFile: string): ParleyError {
  const pid = holder(pidFile);
  const who = pid === undefined ? "Another hub" : `The hub with process id ${pid}`;
  return new ParleyError("HomeInUse", `${who} is already running on ${dir}. Stop it first, or start this one with another --home.`, { data: { dir, pid } });
}

/** Undefined until the holder has written it. */
function holder(pidFile: string): number | undefined {
  try {
    const pid = Number(readRegularFileSync(pidFile, 64).toString("utf8").trim());
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

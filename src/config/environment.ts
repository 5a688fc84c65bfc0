import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Env } from "./substitute.ts";

/** The process environment. Only this file reads it; everything else gets what it needs passed in. */
export interface Environment {
  readonly env: Env;
  readonly userHome: string;
  readonly cwd: string;
}

export function readEnvironment(): Environment {
  return { env: process.env, userHome: homedir(), cwd: process.cwd() };
}

export function defaultHome({ userHome }: Pick<Environment, "userHome"> = readEnvironment()): string {
  return join(userHome, ".parley");
}

/** The hub's state folder: the flag, else PARLEY_HOME, else ~/.parley. */
export function homeOf(flag: string | undefined, { env, userHome, cwd }: Environment = readEnvironment()): string {
  const chosen = flag ?? env["PARLEY_HOME"];
  return chosen ? resolve(cwd, expandHome(chosen, userHome)) : defaultHome({ userHome });
}

/** The session in whose process tree this program runs: drivers set the variable for processes they start. */
export function sessionAround({ env }: Environment = readEnvironment()): string | undefined {
  return env["PARLEY_SESSION"] || undefined;
}

/** The agent token this program was started with, and the hub's address if it cannot read the home. */
export function givenHub({ env }: Environment = readEnvironment()): { readonly token: string | undefined; readonly url: string | undefined } {
  return { token: env["PARLEY_TOKEN"] || undefined, url: env["PARLEY_URL"]?.replace(/\/+$/, "") || undefined };
}

/** How people run this program here: from a clone through npm, else by its name. */
export function programName({ env }: Pick<Environment, "env"> = readEnvironment()): string {
  return env["npm_lifecycle_event"] === undefined ? "parley" : "npm run -s parley --";
}

export function expandHome(path: string, userHome: string): string {
  return path === "~" || path.startsWith("~/") ? join(userHome, path.slice(1)) : path;
}

/** Variables of the hub's environment that every program it starts gets. */
const inherited = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TMUX_TMPDIR"];

/** Only the inherited few and those that the operator lists. */
export function listedEnvironment(names: readonly string[], { env }: Environment = readEnvironment()): Record<string, string> {
  const found = [...inherited, ...names].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return Object.fromEntries(found);
}

import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Env } from "./substitute.ts";

/** What the process was started with. The only place that reads it; everybody else is handed what they need. */
export interface Environment {
  readonly env: Env;
  readonly userHome: string;
  readonly cwd: string;
}

export function readEnvironment(): Environment {
  return { env: process.env, userHome: homedir(), cwd: process.cwd() };
}

/** Where this hub's state is: the flag, else PARLEY_HOME, else ~/.parley. */
export function homeOf(flag: string | undefined, { env, userHome, cwd }: Environment = readEnvironment()): string {
  const chosen = flag ?? env["PARLEY_HOME"];
  return chosen ? resolve(cwd, expandHome(chosen, userHome)) : join(userHome, ".parley");
}

/** The session in whose process tree this program runs: drivers set it for whatever they start. */
export function sessionAround({ env }: Environment = readEnvironment()): string | undefined {
  return env["PARLEY_SESSION"] || undefined;
}

/** What a program that speaks for an agent was given: its token, and where the hub is if it cannot look that up. */
export function givenHub({ env }: Environment = readEnvironment()): { readonly token: string | undefined; readonly url: string | undefined } {
  return { token: env["PARLEY_TOKEN"] || undefined, url: env["PARLEY_URL"]?.replace(/\/+$/, "") || undefined };
}

export function expandHome(path: string, userHome: string): string {
  return path === "~" || path.startsWith("~/") ? join(userHome, path.slice(1)) : path;
}

/** What every program that the hub starts gets of the hub's own environment. */
const usual = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"];

/** A list, not inheritance: the usual few and those that the operator names. */
export function listedEnvironment(names: readonly string[], { env }: Environment = readEnvironment()): Record<string, string> {
  const found = [...usual, ...names].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return Object.fromEntries(found);
}

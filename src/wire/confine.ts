import { existsSync } from "node:fs";

/** How far a process can be isolated on this machine. */
export interface Confinement {
  /** The wrapper commands before the actual command. Each executes the next in the same process. */
  readonly words: readonly string[];
  /** `namespace`: an empty network namespace. `alone`: the process has to disable network access itself. */
  readonly network: "namespace" | "alone";
  readonly hasLimits: boolean;
}

export interface ConfineLimits {
  /** Writable memory, reserved or used: what a runtime reserves counts. */
  readonly dataBytes: number;
  readonly cpuSeconds: number;
  readonly files: number;
}

const unshares: readonly (readonly string[])[] = [
  // Without a user mapping it also drops all privileges of root.
  ["--user", "--net", "--"],
  ["--net", "--"],
];

/** `works` tests a command. */
export async function findConfinement(limits: ConfineLimits, works: (argv: readonly [string, ...string[]]) => Promise<boolean>): Promise<Confinement> {
  const [prlimit, setpriv, unshare, nothing] = ["prlimit", "setpriv", "unshare", "true"].map((name) =>
    ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].map((folder) => folder + name).find((path) => existsSync(path)),
  );
  const tried = async (path: string | undefined, words: readonly string[]): Promise<readonly string[]> =>
    path !== undefined && nothing !== undefined && (await works([path, ...words, nothing])) ? [path, ...words] : [];

  const limit = await tried(prlimit, [`--data=${limits.dataBytes}`, `--cpu=${limits.cpuSeconds}`, `--nofile=${limits.files}`, "--fsize=0", "--core=0", "--"]);
  // It ends with the hub, even if the hub is killed.
  const bound = await tried(setpriv, ["--pdeathsig=KILL", "--no-new-privs", "--"]);
  let apart: readonly string[] = [];
  for (const words of unshares) if (apart.length === 0) apart = await tried(unshare, words);
  return { words: [...limit, ...apart, ...bound], network: apart.length > 0 ? "namespace" : "alone", hasLimits: limit.length > 0 };
}

import { existsSync } from "node:fs";

/** How far a process can be kept to itself on this machine. */
export interface Confinement {
  /** What stands before the command. Each of these words becomes the next in the same process. */
  readonly words: readonly string[];
  /** `namespace`: the kernel gives it a network with nothing in it. `alone`: it must keep itself from the network. */
  readonly network: "namespace" | "alone";
  readonly hasLimits: boolean;
}

export interface ConfineLimits {
  /** Of memory that can be written, reserved or used: what a runtime reserves for itself counts. */
  readonly dataBytes: number;
  readonly cpuSeconds: number;
  readonly files: number;
}

const unshares: readonly (readonly string[])[] = [
  // Without a mapping of users it also leaves every right of root behind.
  ["--user", "--net", "--"],
  ["--net", "--"],
];

/** `works` tries a command out. */
export async function findConfinement(limits: ConfineLimits, works: (argv: readonly [string, ...string[]]) => Promise<boolean>): Promise<Confinement> {
  const [prlimit, setpriv, unshare, nothing] = ["prlimit", "setpriv", "unshare", "true"].map((name) =>
    ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].map((folder) => folder + name).find((path) => existsSync(path)),
  );
  const tried = async (path: string | undefined, words: readonly string[]): Promise<readonly string[]> =>
    path !== undefined && nothing !== undefined && (await works([path, ...words, nothing])) ? [path, ...words] : [];

  const limit = await tried(prlimit, [`--data=${limits.dataBytes}`, `--cpu=${limits.cpuSeconds}`, `--nofile=${limits.files}`, "--fsize=0", "--core=0", "--"]);
  // It ends with the hub, however the hub ends.
  const bound = await tried(setpriv, ["--pdeathsig=KILL", "--no-new-privs", "--"]);
  let apart: readonly string[] = [];
  for (const words of unshares) if (apart.length === 0) apart = await tried(unshare, words);
  return { words: [...limit, ...apart, ...bound], network: apart.length > 0 ? "namespace" : "alone", hasLimits: limit.length > 0 };
}

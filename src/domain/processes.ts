/** A command without a shell, in its own process group, with exactly this environment. */
export interface ProcessSpec {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A user with fewer rights; needs root. */
  readonly runAs?: string;
  readonly limits: { readonly memoryBytes?: number; readonly processes?: number; readonly files?: number; readonly cpuSeconds?: number };
  /** The newest this many bytes of stdout and stderr together are kept; the rest is read and dropped. */
  readonly outputBytes: number;
  /** `NAME=value` of `env` that nothing else on this machine has: what it started is found by it, wherever that went. */
  readonly mark: string;
  /** Where the named pipe of its output is put. It outlives the hub: after a restart the process neither breaks nor is unheard. */
  readonly pipe: string;
}

export interface ProcessEnd {
  readonly exitCode?: number;
  readonly signal?: string;
}

/** Disposing lets go of it; it goes on. */
export interface StartedProcess extends Disposable {
  readonly pid: number;
  /** When the kernel says it began: after a restart a pid alone may be somebody else's. */
  readonly began: string;
  /** Of the process itself; what it started may still run. Empty for one that an earlier hub started. */
  readonly ended: Promise<ProcessEnd>;
  /** What it wrote, newest last. */
  output(): string;
  /** SIGTERM to all of it, then SIGKILL after `graceMs`; resolves when nothing of it is left and its output is read. */
  end(graceMs: number): Promise<void>;
}

/** The port behind which processes are started. */
export interface Processes {
  /** Rejects when the command is not there or may not be run. */
  start(spec: ProcessSpec): Promise<StartedProcess>;
  /** Whether the command exists and may be run, without running it. */
  check(spec: Pick<ProcessSpec, "argv" | "cwd" | "env" | "runAs">): Promise<{ readonly ok: boolean; readonly says: string }>;
  /**
   * After a restart: what an earlier hub started, by pid and begin, else by its mark. Its `ended` is resolved already when only
   * things that it started are left. Undefined when nothing is.
   */
  adopt(known: Pick<ProcessSpec, "mark" | "pipe" | "outputBytes"> & { readonly pid?: number; readonly began?: string }): Promise<StartedProcess | undefined>;
  /** Who a `runAs` is on this machine. Rejects for nobody. */
  user(name: string): Promise<{ readonly uid: number; readonly gid: number; readonly home: string }>;
}

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
}

export interface ProcessEnd {
  readonly exitCode?: number;
  readonly signal?: string;
}

export interface StartedProcess {
  readonly pid: number;
  /** When the kernel says it began: after a restart a pid alone may be somebody else's. */
  readonly began: string;
  readonly ended: Promise<ProcessEnd>;
  /** What it wrote, newest last. */
  output(): string;
  /** SIGTERM to the whole group, then SIGKILL after `graceMs`; resolves when nothing of the group is left. */
  end(graceMs: number): Promise<void>;
}

/** The port behind which processes are started. Rejects when the command is not there or may not be run. */
export interface Processes {
  start(spec: ProcessSpec): Promise<StartedProcess>;
  /** Whether the command exists and may be run, without running it. */
  check(command: string, runAs?: string): Promise<{ readonly ok: boolean; readonly says: string }>;
  /** After a restart: is that very process still there; ends its group if asked. */
  isAlive(pid: number, began: string): Promise<boolean>;
  endGroup(pid: number, began: string, graceMs: number): Promise<void>;
}

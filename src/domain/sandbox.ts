/** Where a task's commands run. Nothing in it reaches the host but the two folders, and the network if that is open. */
export interface SandboxSpec {
  readonly task: string;
  readonly image: string;
  /** On the host: `workspace` is /workspace inside, `tmpfs` is /tmpfs. */
  readonly folders: { readonly workspace: string; readonly tmpfs: string };
  readonly user: { readonly uid: number; readonly gid: number };
  readonly limits: SandboxLimits;
  readonly network: boolean;
  /** Debian packages that must be there. */
  readonly packages: readonly string[];
}

export interface SandboxLimits {
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly processes: number;
  /** Of both folders together. */
  readonly diskBytes: number;
}

export interface SandboxCommand {
  /** For `bash -lc`. */
  readonly command: string;
  /** Absolute, inside. */
  readonly directory: string;
  /** Of what is kept of each stream: its beginning and its end. */
  readonly outputChars: number;
  /** Only for this command: what must be in no file and no list of arguments. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Why a command did not end by itself. */
export type CommandCut = "timeout" | "disk" | "output" | "gone";

export interface CommandEnd {
  /** Left out when it was cut off. */
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** Everything that it started is gone too. */
  readonly cut?: CommandCut;
}

export interface BackgroundCommand {
  readonly id: string;
  readonly command: string;
  readonly startedAt: number;
  readonly isRunning: boolean;
  /** Left out when it was cut off or stopped. */
  readonly exitCode?: number;
  readonly cut?: CommandCut;
  /** The end of stdout and stderr. */
  readonly output: string;
}

/**
 * One task's sandbox. While it is open its disk is watched: past the limit everything in it is killed, background commands and
 * leftovers too. When the engine itself is gone, calls reject with SandboxGone.
 */
export interface Sandbox {
  readonly name: string;
  /** Its end, or `cut`: then its whole tree has been killed. On abort the tree is killed and it rejects with the signal's reason. */
  run(command: SandboxCommand, timeoutMs: number, signal: AbortSignal): Promise<CommandEnd>;
  start(command: SandboxCommand): Promise<string>;
  background(): readonly BackgroundCommand[];
  /** True once after everything in it was killed because the disk was full, while no `run` could tell. */
  takeDiskFull(): boolean;
  /** False if there is no such command, or it is over. */
  stop(id: string): Promise<boolean>;
  /** Adds packages to what was asked for. Background commands end. */
  install(packages: readonly string[], signal: AbortSignal): Promise<void>;
  /** Ends everything that runs in it for good, and leaves it there to be looked at. */
  close(): Promise<void>;
  /** Leaves nothing behind. Safe to repeat. */
  remove(): Promise<void>;
}

export interface SandboxEngine {
  /** Whether tasks can be run, in a sentence for people. */
  check(signal: AbortSignal): Promise<{ readonly ok: boolean; readonly says: string }>;
  /** Gets the image if it must, and reports how far it is. Throws NotSupported with a way out. */
  open(spec: SandboxSpec, progress: (what: string) => void, signal: AbortSignal): Promise<Sandbox>;
  /** Removes what this installation left behind of tasks that are not alive; returns their names. */
  sweep(isAlive: (task: string) => boolean): Promise<readonly string[]>;
}

/** The engine died or does not answer: no command can be run and nothing is known of those that ran. */
export class SandboxGone extends Error {
  override readonly name = "SandboxGone";
}

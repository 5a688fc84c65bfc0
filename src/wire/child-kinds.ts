// How programs are spoken with once `child.ts` has started them.

export interface ChildEnd {
  readonly exitCode?: number;
  readonly signal?: string;
}

/** A program of ours that handles one request and exits. */
export interface PipedSpec {
  readonly argv: readonly [string, ...string[]];
  /** Its entire standard input. */
  readonly input: string;
  /** Its descriptor 3: opened here, so that it needs neither a path nor permission to open one. */
  readonly fd: number;
  readonly longestLine: number;
}

export interface Piped {
  readonly pid: number;
  /** If the caller stops reading, the program blocks once the pipe is full. Throws on a line that is too long. */
  readonly lines: AsyncIterable<string>;
  /** Resolves when the process has exited and its outputs are closed. */
  readonly ended: Promise<ChildEnd>;
  /** The end of its stderr. */
  complaint(): string;
  /** Kills it immediately, together with everything it started. */
  kill(): void;
}

/** A program that is talked to over its standard input and output for as long as it runs. */
export interface TalkingSpec {
  readonly argv: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly heard: (chunk: Buffer) => void;
}

export interface Talking {
  readonly pid: number;
  write(text: string): void;
  /** Closes its standard input. */
  end(): void;
  kill(): void;
  readonly ended: Promise<ChildEnd>;
  complaint(): string;
}

/** A program whose two outputs are listened to apart, and which is the parent of a process that holds all it starts. */
export interface ListenedSpec {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly out: (chunk: Uint8Array) => void;
  readonly err: (chunk: Uint8Array) => void;
}

export interface Listened {
  /** When it has exited and both outputs are closed. */
  readonly ended: Promise<ChildEnd>;
  /** Stops listening. */
  letGo(): void;
  /** Kills what it started, and itself; resolves when its outputs are closed, so that nothing is left that had them. */
  killAll(): Promise<void>;
}

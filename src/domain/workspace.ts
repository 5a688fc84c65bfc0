/** A file that a run wrote. The path is relative to the workspace, with `/`. */
export interface RunArtifact {
  readonly path: string;
  readonly mime: string;
  readonly description: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A regular file, held open: what it is checked to be is what is read. */
export interface OpenFile extends AsyncDisposable {
  readonly fd: number;
  readonly bytes: number;
  /** The last part of its path. */
  readonly name: string;
}

/** A file that grows. Until `finish` nobody sees it; disposing an unfinished one leaves nothing behind. */
export interface FileSink extends AsyncDisposable {
  /** Throws TooLarge past the run's bound, StoreFull on a full disk. */
  write(chunk: string | Uint8Array): Promise<void>;
  finish(): Promise<RunArtifact>;
}

export interface FileNote {
  readonly mime: string;
  readonly description: string;
}

/** One name in a folder. */
export interface Listed {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/**
 * The only way of a command to files: paths that somebody named, below the workspace. No path with a `secrets` part is
 * seen, and no link is followed out of the root.
 */
export interface WorkspaceFiles {
  /** Throws NotFound, InvalidArgs (no regular file, not below the workspace), TooLarge. */
  open(path: string, maxBytes: number): Promise<OpenFile>;
  /** The first `most` names of a folder in order, `secrets` left out; `.` is the workspace itself. Throws NotFound, InvalidArgs. */
  list(path: string, most: number): Promise<readonly Listed[]>;
  /** The folder must be there. Throws ConfirmRequired for a file that is there, unless confirmed. `isEdit`: the run read that very file before. */
  create(path: string, note: FileNote & { readonly confirm: boolean; readonly isEdit?: true }): Promise<FileSink>;
  /** With the folders above it. False when it was there. Throws InvalidArgs where something else is. */
  makeFolder(path: string): Promise<boolean>;
  /** A file in the run's own folder, `.agents/artifacts/RUN_ID/`. A name that is taken gets a number. */
  artifact(name: string, note: FileNote): Promise<FileSink>;
}

/** Prints as `[secret]`; only `reveal` hands it out. */
export interface Hidden {
  reveal(): string;
}

/** The keys of one skill's `secrets/.env`, read for each run. */
export interface SecretFile {
  /** Relative to the workspace, fit to be shown. */
  readonly path: string;
  readonly isThere: boolean;
  get(name: string): Hidden | undefined;
  /** Changes when any value does. */
  readonly digest: string;
}

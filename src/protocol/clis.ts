/** One CLI that a session can run, as doctor finds it on this machine. */
export interface CliWire {
  readonly cli_type: string;
  readonly state: "ok" | "warning" | "error";
  readonly says: string;
  /** How to get it, or what to try. */
  readonly mend: string;
}

/** A tmux session of the user's own that no session of ours uses. */
export interface AdoptableWire {
  readonly name: string;
  readonly command: string;
}

export interface ClisWire {
  readonly clis: readonly CliWire[];
  readonly adoptable: readonly AdoptableWire[];
  /** Some have not told their version yet: what they say changes soon. */
  readonly is_asking: boolean;
}

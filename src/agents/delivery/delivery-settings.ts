import type { SandboxLimits } from "#domain/sandbox";
import type { WorkerCli } from "./worker/cli-commands.ts";

/** `code_delivery` in the configuration. */
export interface DeliverySettings {
  readonly enabled: boolean;
  readonly taskRoot: string;
  readonly image: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly commandTimeoutMs: number;
  readonly outputChars: number;
  readonly archiveFormat: "zip" | "tar.gz";
  readonly archiveBytes: number;
  readonly cleansAtEnd: boolean;
  readonly cleansAtStart: boolean;
  readonly modelAttempts: number;
  readonly tellsModelFailure: boolean;
  readonly packages: readonly string[];
  readonly sandbox: "docker" | "bwrap";
  /** Parley's own agent, or a coding CLI that the image has. */
  readonly worker: "steward" | WorkerCli;
  readonly network: boolean;
  readonly limits: SandboxLimits;
  readonly taskTimeoutMs: number;
  readonly maxSteps: number;
}

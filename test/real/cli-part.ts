import type { CaseScript } from "./case-script.ts";
import type { DeskCli } from "./desk-clis.ts";
import type { DeskStage } from "./desk-stage.ts";
import type { Question } from "./desk-wire.ts";

/** What the cases of one CLI share. */
export interface CliStagePart {
  readonly cli: DeskCli;
  readonly script: CaseScript;
  readonly stage: () => DeskStage;
  /** A folder that the CLI is asked to delete. */
  readonly victim: () => string;
  /** The process in the pane. */
  readonly pane: () => number;
  /** Has it ask for the permission to delete that folder. */
  readonly askedToDelete: (prompt: string) => Promise<Question>;
}

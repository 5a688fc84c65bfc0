import type { Chain } from "#store/sqlite/verbs/audit";
import type { AuditHeadFile } from "./audit-head-file.ts";
import type { Heads } from "./heads.ts";
import type { Tally } from "./tally.ts";

/** In-memory state that mirrors the file. */
export interface PendingChanges {
  /** Writes pending changes; some may stay for a later commit if the file says the same in another place. */
  writeBack(): void;
  /** Leaves none of them. */
  settle(): void;
  /** Clears what a rollback invalidated. */
  reset(): void;
}

export interface PendingParts {
  readonly heads: Heads;
  readonly tally: Tally;
  readonly chain: Chain;
  readonly headFile: AuditHeadFile | undefined;
}

export function pendingChanges({ heads, tally, chain, headFile }: PendingParts): PendingChanges {
  const writeWith = (writeHeads: () => void) => (): void => {
    writeHeads();
    tally.writeBack();
    if (chain.writeBack()) headFile?.touch();
  };
  return {
    writeBack: writeWith(heads.writeBack),
    settle: writeWith(heads.settle),
    reset: () => {
      heads.reset();
      tally.reset();
      chain.reset();
    },
  };
}

import type { DeliveryId } from "#domain/ids";
import type { QuestionState } from "#domain/question";

interface ClaimedDelivery {
  readonly id: DeliveryId;
  readonly fence: number;
  /** The state of the question at that time, for a copy of one. */
  readonly shows: QuestionState | undefined;
}

/** Which addresses are being delivered to. In memory, because there is only one process; the fence distinguishes old claims from new ones. */
export interface DeliveryClaims {
  readonly size: number;
  take(address: string, id: DeliveryId, shows: QuestionState | undefined): number;
  isTaken(address: string): boolean;
  /** Undefined for a stale fence. */
  held(address: string, id: DeliveryId, fence: number): ClaimedDelivery | undefined;
  /** Returns the undo function. */
  free(address: string): () => void;
}

export function memoryClaims(): DeliveryClaims {
  const taken = new Map<string, ClaimedDelivery>();
  let fences = 0;
  return {
    get size() {
      return taken.size;
    },
    take: (address, id, shows) => {
      fences += 1;
      taken.set(address, { id, fence: fences, shows });
      return fences;
    },
    isTaken: (address) => taken.has(address),
    held: (address, id, fence) => {
      const claim = taken.get(address);
      return claim?.id === id && claim.fence === fence ? claim : undefined;
    },
    free: (address) => {
      const claim = taken.get(address);
      taken.delete(address);
      return () => {
        if (claim !== undefined) taken.set(address, claim);
      };
    },
  };
}

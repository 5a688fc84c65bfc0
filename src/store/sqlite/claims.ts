import type { DeliveryId } from "#domain/ids";
import type { QuestionState } from "#domain/question";

interface Held {
  readonly id: DeliveryId;
  readonly fence: number;
  /** The state of the question at the time, for a copy of one. */
  readonly shows: QuestionState | undefined;
}

/** Which addresses are being delivered to. One process, so it lives in memory and ends with it; the fence tells old claims from new ones. */
export interface Claims {
  readonly size: number;
  take(address: string, id: DeliveryId, shows: QuestionState | undefined): number;
  isTaken(address: string): boolean;
  /** Undefined for a stale fence. */
  held(address: string, id: DeliveryId, fence: number): Held | undefined;
  /** Returns how to undo it. */
  free(address: string): () => void;
}

export function memoryClaims(): Claims {
  const taken = new Map<string, Held>();
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

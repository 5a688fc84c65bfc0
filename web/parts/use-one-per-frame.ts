import { useEffect, useState } from "preact/hooks";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** Counts from `first` up to `target`, a step per frame that the page's queue gives. */
export function useOnePerFrame(target: number, first = 0): number {
  const { frames } = useSignedIn();
  const [count, setCount] = useState(first);
  useEffect(() => (count >= target ? undefined : frames.next(() => setCount(count + 1))), [count, target]);
  return Math.min(count, target);
}

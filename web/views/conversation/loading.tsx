import { useEffect, useState } from "preact/hooks";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** Whether so many milliseconds have passed since it was first drawn. */
function useLater(ms: number): boolean {
  const [isLater, set] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => set(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}

/** Nothing for a moment, then still grey rows of the final height, then the reason in words. */
export function Bones({ count }: { readonly count: number }) {
  const { words } = useSignedIn();
  const isDue = useLater(300);
  const isLong = useLater(5_000);
  if (!isDue) return null;
  return (
    <div class="bones" role="status" aria-label={words.loading}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} class="thread-row" aria-hidden="true">
          <span class="face" />
          <span class="title">
            <i class={at % 2 === 0 ? "bone w8" : "bone w6"} />
          </span>
          <span class="last">
            <i class={at % 2 === 0 ? "bone w4" : "bone w8"} />
          </span>
        </div>
      ))}
      {isLong && <p class="group">{words.loadingLong}</p>}
    </div>
  );
}

import { useEffect, useState } from "preact/hooks";

/** Whether a media query matches, now and whenever that changes. */
export function useMatches(query: string): boolean {
  const [isMatching, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = (): void => set(media.matches);
    changed();
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [query]);
  return isMatching;
}

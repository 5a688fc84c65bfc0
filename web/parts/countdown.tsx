import { useLayoutEffect, useRef } from "preact/hooks";

/** Shrinks as the time to answer runs out. Set from script, because the page's policy allows no style attribute. */
export function Fuse({ from, until, now }: { readonly from: number; readonly until: number; readonly now: number }) {
  const burning = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (burning.current === null) return;
    burning.current.style.animationDuration = `${Math.max(1, until - from)}ms`;
    burning.current.style.animationDelay = `${from - Date.now()}ms`;
  }, [from, until]);
  useLayoutEffect(() => {
    // What stands where motion is reduced: the animation, where there is one, lies over it.
    const rest = Math.min(1, Math.max(0, (until - now) / Math.max(1, until - from)));
    if (burning.current !== null) burning.current.style.transform = `scaleX(${rest.toFixed(3)})`;
  }, [from, until, now]);
  return (
    <span class="fuse" aria-hidden="true">
      <i ref={burning} />
    </span>
  );
}

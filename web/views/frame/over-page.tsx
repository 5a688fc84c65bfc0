import { useLayoutEffect, useRef } from "preact/hooks";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useLater } from "#web/parts/use-lazy.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { App } from "#web/state/app.ts";
import type { Page } from "#web/state/page.ts";

/** What a key opens over the page: the palette, the list of keys. */
export function OverPage({ app, page }: { readonly app: App; readonly page: Page }) {
  const wish = page.wish.value;
  const close = (): void => {
    if (page.wish.peek() === wish) page.wish.value = null;
  };
  if (wish === "palette") return <ComingPalette key={wish} app={app} onClose={close} />;
  if (wish === "keys")
    return (
      <Fetched key={wish} load={() => import("./key-list.tsx")}>
        {(part) => <part.KeyList onClose={close} />}
      </Fetched>
    );
  return null;
}

function ComingPalette({ app, onClose }: { readonly app: App; readonly onClose: () => void }) {
  const { words } = useSignedIn();
  const later = useLater(true, () => import("./palette.tsx"));
  const typed = useTypedMeanwhile(later === "coming");
  if (later === "coming") return null;
  return later === "lost" ? <Problem text={words.hubGone} /> : <later.part.Palette app={app} typed={typed} onClose={onClose} />;
}

/** What is typed before the field is there belongs to it: it must not be written, or even sent, where the focus still is. */
function useTypedMeanwhile(isComing: boolean): string {
  const typed = useRef("");
  useLayoutEffect(() => {
    if (!isComing) return;
    const keep = (event: KeyboardEvent): void => {
      if (event.key === "Escape" || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key.length === 1) typed.current += event.key;
    };
    addEventListener("keydown", keep, true);
    return () => removeEventListener("keydown", keep, true);
  }, [isComing]);
  return typed.current;
}

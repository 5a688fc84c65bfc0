import type { ComponentChildren, TargetedFocusEvent, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";

interface MenuProps {
  readonly label: string;
  /** How the button looks. */
  readonly look: string;
  readonly face: ComponentChildren;
  readonly children: (close: () => void) => ComponentChildren;
}

/** What the arrows go to; whatever else there is, Tab reaches. */
const reachable = "button, a[href], input, textarea";
const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** A button that opens something small below itself, or above where the list that it stands in ends. Arrows go through it; Esc closes it and gives the focus back. */
export function Menu({ label, look, face, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [isUp, setUp] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = (): void => setOpen(false);
  useLayoutEffect(() => setUp(isOpen && lacksRoomBelow(root.current, panel.current)), [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    (panel.current?.querySelector<HTMLElement>(reachable) ?? panel.current)?.focus();
    // What is fetched first takes the focus when it is there.
    const arriving = new MutationObserver(() => {
      setUp((was) => was || lacksRoomBelow(root.current, panel.current));
      if (document.activeElement === panel.current) panel.current?.querySelector<HTMLElement>(reachable)?.focus();
    });
    if (panel.current !== null) arriving.observe(panel.current, { childList: true, subtree: true });
    const outside = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => {
      arriving.disconnect();
      document.removeEventListener("pointerdown", outside);
      // Whatever had the focus is gone with the panel.
      if (document.activeElement === document.body) button.current?.focus();
    };
  }, [isOpen]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key === "Escape" && isOpen && !event.isComposing) {
      event.stopPropagation();
      close();
    }
    const by = steps[event.key];
    if (by !== undefined && move(panel.current, by)) event.preventDefault();
  };
  const onFocusOut = (event: TargetedFocusEvent<HTMLElement>): void => {
    if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    <div class="menu-root" role="presentation" ref={root} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <button
        type="button"
        class={look}
        ref={button}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen && (
        <div id={id} class={isUp ? "menu up scroll" : "menu scroll"} role="dialog" aria-label={label} tabIndex={-1} ref={panel}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

function lacksRoomBelow(root: HTMLElement | null, panel: HTMLElement | null): boolean {
  const list = root?.closest(".scroll")?.getBoundingClientRect();
  if (root === null || panel === null || list === undefined) return false;
  const { top } = root.getBoundingClientRect();
  const { bottom, height } = panel.getBoundingClientRect();
  return bottom > list.bottom && top - height > list.top;
}

/** False where the arrow has another meaning: in a field, or with nothing to go to. */
function move(panel: HTMLElement | null, by: 1 | -1): boolean {
  const all = [...(panel?.querySelectorAll<HTMLElement>(reachable) ?? [])];
  const now = document.activeElement;
  if (all.length === 0 || now instanceof HTMLTextAreaElement || now instanceof HTMLInputElement) return false;
  const at = all.findIndex((one) => one === now);
  all[(at + by + all.length) % all.length]?.focus();
  return true;
}

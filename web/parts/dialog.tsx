import "#web/style/dialog.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly label: string;
  readonly look?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Lies over the page, keeps the focus, and gives it back; Esc and a click beside it close it. */
export function Dialog({ label, look = "", onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const open = dialog.current;
    open?.showModal();
    const beside = (event: Event): void => {
      if (event.target === open) open?.close();
    };
    open?.addEventListener("click", beside);
    return () => {
      open?.removeEventListener("click", beside);
      open?.close();
    };
  }, []);
  return (
    <dialog ref={dialog} class={`over ${look}`.trimEnd()} aria-label={label} onClose={onClose}>
      {children}
    </dialog>
  );
}

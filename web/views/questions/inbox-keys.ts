import { useEffect, useRef } from "preact/hooks";
import type { QuestionWire } from "#protocol/wire";
import { isPlainKey } from "#web/parts/plain-key.ts";
import { threadHref, viewHref } from "#web/state/address.ts";

/** J and K or the arrows go from question to question, Enter to its thread, V to the next file of its diff. */
export function useInboxKeys(questions: readonly QuestionWire[], chosen: QuestionWire | undefined): void {
  const now = useRef({ questions, chosen });
  now.current = { questions, chosen };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isPlainKey(event)) return;
      const { questions: all, chosen: one } = now.current;
      const key = event.key.toLowerCase();
      if (key === "j" || key === "k" || key === "arrowdown" || key === "arrowup") {
        const by = key === "j" || key === "arrowdown" ? 1 : -1;
        const at = all.findIndex(({ id }) => id === one?.id);
        const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
        if (next === undefined) return;
        event.preventDefault();
        location.replace(viewHref("questions", next.id));
        // The next key may come before the page is drawn again.
        now.current = { questions: all, chosen: next };
        document.querySelector<HTMLElement>(`[data-ask="${CSS.escape(next.id)}"]`)?.focus();
      } else if (key === "enter" && one !== undefined && !isOtherControl(event.target, one)) {
        event.preventDefault();
        location.hash = threadHref(one.thread);
      } else if (key === "v") nextFile(event);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Enter on a button or a link that is not the chosen row does what that one says. */
function isOtherControl(target: EventTarget | null, chosen: QuestionWire): boolean {
  return target instanceof HTMLElement && target.matches("a, button, summary") && target.dataset["ask"] !== chosen.id;
}

function nextFile(event: KeyboardEvent): void {
  const files = [...document.querySelectorAll<HTMLElement>(".one-question .diff > .head-line")];
  const top = document.querySelector(".one-question > .scroll")?.getBoundingClientRect().top ?? 0;
  const next = files.find((file) => file.getBoundingClientRect().top > top + 8) ?? files[0];
  if (next === undefined) return;
  event.preventDefault();
  next.scrollIntoView({ block: "start" });
}

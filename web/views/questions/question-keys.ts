import { useEffect } from "preact/hooks";
import { computed, effect } from "@preact/signals";
import type { Page } from "#web/state/page.ts";

/** A key that was on its way when the questions changed was meant for something else. */
const graceMs = 400;

/**
 * 1 to 9 answer the open question: the one that has the focus, else the only one in view. Not while a text is being written, and
 * not right after a question has appeared or gone.
 */
export function useQuestionKeys(page: Page): void {
  useEffect(() => {
    let changedAt = performance.now();
    const open = computed(() =>
      [...page.model.value.questions.values()]
        .filter((question) => question.state === "open" && question.may_answer)
        .map(({ id }) => id)
        .join(" "),
    );
    const stop = effect(() => {
      void open.value;
      changedAt = performance.now();
    });
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if (isWriting(event.target) || performance.now() - changedAt < graceMs) return;
      const button = cardFor(event.target)?.querySelectorAll<HTMLButtonElement>("[data-option]")[Number(event.key) - 1];
      if (button === undefined) return;
      event.preventDefault();
      button.click();
    };
    addEventListener("keydown", onKeyDown);
    return () => {
      stop();
      removeEventListener("keydown", onKeyDown);
    };
  }, [page]);
}

const answerable = ".log .question.pending:not(.others)";

function cardFor(target: EventTarget | null): Element | undefined {
  const focused = target instanceof Element ? target.closest(answerable) : null;
  if (focused !== null) return focused;
  const inView = [...document.querySelectorAll(answerable)].filter(isInView);
  return inView.length === 1 ? inView[0] : undefined;
}

/** Its buttons are: what cannot be seen cannot be meant. */
function isInView(card: Element): boolean {
  const log = card.closest(".log")?.getBoundingClientRect();
  const foot = (card.querySelector(".question-foot") ?? card).getBoundingClientRect();
  return log !== undefined && foot.height > 0 && foot.top >= log.top && foot.bottom <= log.bottom + 1;
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

import { useEffect } from "preact/hooks";
import { computed, effect } from "@preact/signals";
import { isPlainKey } from "#web/parts/plain-key.ts";
import type { Page } from "#web/state/page.ts";

/** A key that was on its way when the questions changed was meant for something else. */
const graceMs = 400;

/**
 * 1 to 9 answer the open question: in the inbox the chosen one, in a conversation the one that has the focus, else the only one in
 * view. While a text is being written only with Alt, and never right after a question has appeared or gone.
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
      // With Alt also from a field, where the digit alone is a letter of what is being written.
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
      if (digit === undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat || event.defaultPrevented) return;
      if ((!event.altKey && !isPlainKey(event)) || performance.now() - changedAt < graceMs) return;
      const button = cardFor(event.target)?.querySelectorAll<HTMLButtonElement>("[data-option]")[Number(digit) - 1];
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
const chosenInInbox = ".inbox-detail .one-question.pending:not(.others)";

function cardFor(target: EventTarget | null): Element | undefined {
  const chosen = document.querySelector(chosenInInbox);
  if (chosen !== null) return chosen.checkVisibility() ? chosen : undefined;
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

/** Shares the browser's frames among everything that is drawn gradually: one piece of work per frame. */
export interface FrameQueue {
  /** Runs `work` in a frame of its own; what was asked for last comes first, since that is at the end of the conversation. Returns how to cancel it. */
  next(work: () => void): () => void;
}

export function createFrameQueue(requestFrame: (run: () => void) => unknown): FrameQueue {
  const waiting: { readonly work: () => void }[] = [];
  let isAsked = false;
  return {
    next(work) {
      const one = { work };
      waiting.push(one);
      ask();
      return () => {
        const at = waiting.indexOf(one);
        if (at >= 0) waiting.splice(at, 1);
      };
    },
  };

  function ask(): void {
    if (isAsked || waiting.length === 0) return;
    isAsked = true;
    requestFrame(() => {
      isAsked = false;
      const one = waiting.pop();
      ask();
      one?.work();
    });
  }
}

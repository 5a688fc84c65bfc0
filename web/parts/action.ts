import { useRef, useState } from "preact/hooks";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sentenceOf } from "#web/state/sentence.ts";

/** Runs one action at a time and reports why it failed, if it did. */
export function useAction(done: () => void): { readonly problem: string; readonly run: (action: () => Promise<void>) => void } {
  const { words } = useSignedIn();
  const [problem, setProblem] = useState("");
  const isBusy = useRef(false);
  const attempt = async (action: () => Promise<void>): Promise<void> => {
    isBusy.current = true;
    setProblem("");
    try {
      await action();
      done();
    } catch (error) {
      setProblem(sentenceOf(error, words));
    }
    isBusy.current = false;
  };
  const run = (action: () => Promise<void>): void => {
    if (!isBusy.current) void attempt(action);
  };
  return { problem, run };
}

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { sentenceOf } from "#web/state/sentence.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";

export interface Loaded<T> {
  /** Null until it is here. */
  readonly value: T | null;
  readonly problem: string;
  readonly reload: () => void;
}

/** What the hub is asked for when a view opens, and again whenever `on` changes. Only the last answer counts. */
export function useLoaded<T>(load: () => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const { words } = useSignedIn();
  const [value, setValue] = useState<T | null>(null);
  const [problem, setProblem] = useState("");
  const asked = useRef(0);
  const reload = useCallback((): void => {
    asked.current += 1;
    const mine = asked.current;
    load().then(
      (got) => {
        if (mine !== asked.current) return;
        setProblem("");
        setValue(() => got);
      },
      (error: unknown) => {
        if (mine === asked.current) setProblem(sentenceOf(error, words));
      },
    );
  }, on);
  useEffect(() => {
    reload();
    return () => {
      asked.current += 1;
    };
  }, [reload]);
  return { value, problem, reload };
}

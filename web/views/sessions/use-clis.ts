import { useEffect, useState } from "preact/hooks";
import type { ClisWire } from "#protocol/clis";
import { sentenceOf } from "#web/state/sentence.ts";
import type { SessionApi } from "#web/state/session-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** Until the CLIs have told their versions. */
const againMs = 1_000;

/** What is installed on the hub's machine; null until it is known. Asked for by those who may make a session only. */
export function useClis(api: Pick<SessionApi, "clis">, isWanted = true): { readonly here: ClisWire | null; readonly problem: string } {
  const { words } = useSignedIn();
  const [here, setHere] = useState<ClisWire | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;
    const look = (): void =>
      void api.clis().then(
        (found) => {
          if (isClosed) return;
          setHere(found);
          if (found.is_asking) timer = setTimeout(look, againMs);
        },
        (error: unknown) => setProblem(sentenceOf(error, words)),
      );
    look();
    return () => {
      isClosed = true;
      clearTimeout(timer);
    };
  }, [isWanted]);
  return { here, problem };
}

import { useState } from "preact/hooks";
import type { SessionWire } from "#protocol/wire";
import { Problem } from "#web/parts/problem.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sentenceOf } from "#web/state/sentence.ts";

function isBusy({ state }: Pick<SessionWire, "state">): boolean {
  return state === "processing" || state === "waiting_input";
}

/** Stops the turn that a session is working on. */
export function StopTurn({ session }: { readonly session: SessionWire }) {
  const { page, words } = useSignedIn();
  const [problem, setProblem] = useState("");
  if (!isBusy(session)) return null;
  const stop = (): void => {
    setProblem("");
    page.api.stop(session.id).catch((error: unknown) => setProblem(sentenceOf(error, words)));
  };
  return (
    <>
      <button type="button" class="button quiet small" aria-label={words.stopTurn(session.name)} onClick={stop}>
        {words.stop}
      </button>
      <Problem text={problem} />
    </>
  );
}

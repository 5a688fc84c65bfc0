import { useEffect, useState } from "preact/hooks";
import type { RunLineWire } from "#protocol/runs";
import { loadRun } from "#web/state/terminal/exec.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import type { RunDetail } from "#web/state/terminal/terminal.ts";

/** All that a run gave, fetched once it is over. */
export function useDetail(run: RunLineWire): { readonly detail: RunDetail | undefined; readonly problem: string } {
  const { page, words } = useSignedIn();
  const detail = page.terminal.details.value.get(run.id);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (detail !== undefined || run.ended_at === null) return;
    setProblem("");
    loadRun(page, run.id).catch((error: unknown) => setProblem(sentenceOf(error, words)));
  }, [run.id, run.ended_at]);
  return { detail, problem };
}

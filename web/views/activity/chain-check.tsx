import { useState } from "preact/hooks";
import type { AuditCheckWire } from "#protocol/people";
import { useAction } from "#web/parts/action.ts";
import { Glyph } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import type { ManageApi } from "#web/state/manage-api.ts";
import type { ActivityWords } from "#web/words/activity.ts";

/** Checks the whole hash chain, when somebody asks for it. */
export function ChainCheck({ api, own }: { readonly api: ManageApi; readonly own: ActivityWords }) {
  const [isBusy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<AuditCheckWire | null>(null);
  const { problem, run } = useAction(() => undefined);
  const check = (): void =>
    run(async () => {
      setBusy(true);
      setVerdict(null);
      await api
        .checkAudit()
        .then(setVerdict)
        .finally(() => setBusy(false));
    });
  return (
    <div class="manage-form">
      <button type="button" class="button small" disabled={isBusy} onClick={check}>
        {isBusy ? own.checking : own.check}
      </button>
      <div role="status" class="grow">
        {verdict?.ok === true && (
          <p class="sm ok verdict">
            <Glyph name="done" tone="ok" />
            {own.holds(verdict.records)}
          </p>
        )}
        {verdict?.ok === false && (
          <p class="sm bad verdict">
            <Glyph name="error" tone="bad" />
            {verdict.problem === "no-second-place" ? own.noSecondPlace(verdict.records) : own.broken(verdict.broken_at)} <Plain text={verdict.reason} />
          </p>
        )}
      </div>
      <Problem text={problem} />
    </div>
  );
}

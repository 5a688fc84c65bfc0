import { useEffect, useState } from "preact/hooks";
import type { DraftWire, SessionWire } from "#protocol/wire";
import { Block } from "#web/parts/block.tsx";
import { CopyButton } from "#web/parts/copy-button.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Plan } from "#web/parts/plan.tsx";
import type { SessionApi, SessionFacts } from "#web/state/session-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sessionWindowWords, type SessionWindowWords } from "#web/words/session-window.ts";

interface DetailsProps {
  readonly session: SessionWire;
  readonly draft: DraftWire | undefined;
  readonly api: SessionApi;
}

/** What it runs, plans and has used, and how to go on with it at a desk. */
export function SessionDetails({ session, draft, api }: DetailsProps) {
  const { page, words } = useSignedIn();
  const own = sessionWindowWords[page.language.value];
  const [facts, setFacts] = useState<SessionFacts>({});
  useEffect(() => {
    // Without them the rest is still of use.
    api.session(session.id).then(
      (now) => setFacts(now.facts ?? {}),
      () => undefined,
    );
  }, [session.id, session.state]);
  const { usage } = session;
  const plan = draft?.plan ?? session.plan ?? [];
  const attach = `parley attach ${session.name}`;
  return (
    <aside class="window-side">
      <Block title={own.process}>
        <p class="sm clip">
          <Plain text={session.cli_type} />{" "}
          <code>
            <Plain text={session.work_dir} />
          </code>
        </p>
        <p class="sm two">{factsLine(facts, own)}</p>
      </Block>
      {plan.length > 0 && (
        <Block title={own.plan}>
          <Plan plan={plan} />
        </Block>
      )}
      {usage !== undefined && (
        <Block title={own.usage}>
          <p class="sm">
            {own.turns(usage.turns)}
            {usage.cost !== undefined && `${own.comma}$${usage.cost.toFixed(2)}`}
          </p>
          <p class="sm two">{own.tokens(usage.input_tokens, usage.output_tokens)}</p>
          {usage.context_left !== undefined && <p class="sm two">{own.contextLeft(usage.context_left)}</p>}
        </Block>
      )}
      {session.driver === "tmux" && (
        <Block title={own.goOn}>
          <p class="attach">
            <code>{attach}</code>
            <CopyButton text={attach} label={words.copyText} copied={words.copied} />
          </p>
        </Block>
      )}
    </aside>
  );
}

function factsLine({ pid, memory_bytes: bytes, started_at: started, model, adopted }: SessionFacts, own: SessionWindowWords): string {
  const parts = [
    pid === undefined ? "" : own.pid(pid),
    bytes === undefined ? "" : own.memory(Math.round(bytes / 1024 / 1024)),
    started === undefined ? "" : own.since(new Date(started).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })),
    model ?? "",
    adopted === true ? own.adopted : "",
  ];
  return parts.filter((part) => part !== "").join(own.comma);
}

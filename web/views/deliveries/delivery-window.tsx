import "#web/style/session-window.css";
import "#web/style/deliveries.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ArtifactWire, DraftWire, EntryWire, SessionWire } from "#protocol/wire";
import { Artifact } from "#web/parts/artifact.tsx";
import { Block } from "#web/parts/block.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Plan } from "#web/parts/plan.tsx";
import { SessionState } from "#web/parts/session-state.tsx";
import { Steps } from "#web/parts/steps.tsx";
import { deliveryApi } from "#web/state/delivery-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { StopTurn } from "#web/views/side/stop-turn.tsx";
import { deliveryWords } from "#web/words/deliveries.ts";
import { workStatus } from "#web/words/work-status.ts";
import { ContinueDelivery } from "./continue-delivery.tsx";
import { FileTree } from "./file-tree.tsx";
import { Changes } from "./changes.tsx";
import { useWork } from "./use-work.ts";

/** One delivery over the whole page: its log, its list of what is to do, its files and changes, and in the end its archive. */
export function DeliveryWindow({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { page, words } = useSignedIn();
  const own = deliveryWords[page.language.value];
  const api = useMemo(() => deliveryApi(page.api), [page]);
  const dialog = useRef<HTMLDialogElement>(null);
  const model = page.model.value;
  const session = model.sessions.get(id);
  const draft = [...model.drafts.values()].find((one) => one.session === id);
  const work = useWork(api, id, draft?.steps.length ?? -1);
  const [isGit, setGit] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    api.task(id).then(
      (task) => setGit(task.source_type === "git"),
      () => undefined,
    );
  }, [id]);
  useEffect(() => {
    if (session === undefined) onClose();
  }, [session === undefined]);
  if (session === undefined) return null;
  const archive = lastArchive(model.logs.get(session.thread)?.entries ?? [], session);
  const reason = workStatus(draft?.status ?? session.status, words) ?? session.reason;
  const plan = draft?.plan ?? session.plan ?? [];
  return (
    <dialog ref={dialog} class="session-window delivery-window" aria-label={own.windowOf(session.name)} onClose={onClose}>
      <header class="window-head">
        <div class="grow">
          <h2 class="clip isolate">
            <Plain text={session.name} />
          </h2>
          <p class="two sm clip">
            <SessionState session={session} /> <Plain text={reason} />
          </p>
        </div>
        <StopTurn session={session} />
        <button type="button" class="button quiet icon" aria-label={own.close} title={own.close} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      <div class="window-columns">
        <section class="delivery-main">
          <Log draft={draft} />
          {work.running && <Changes changes={work.changes} isGit={isGit} />}
        </section>
        <aside class="window-side">
          {plan.length > 0 && (
            <Block title={words.plan}>
              <Plan plan={plan} />
            </Block>
          )}
          {work.running && (
            <Block title={own.files}>
              <FileTree files={work.files} unlisted={work.unlisted} />
            </Block>
          )}
          {archive !== undefined && (
            <Block title={own.archive}>
              <Artifact artifact={archive} />
            </Block>
          )}
          {draft === undefined && archive !== undefined && <ContinueDelivery session={session} api={api} />}
        </aside>
      </div>
    </dialog>
  );
}

/** What it ran, the newest in sight. */
function Log({ draft }: { readonly draft: DraftWire | undefined }) {
  const { page } = useSignedIn();
  const own = deliveryWords[page.language.value];
  const end = useRef<HTMLDivElement>(null);
  const count = draft?.steps.length ?? 0;
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [count]);
  return (
    <section class="delivery-log" aria-label={own.log} role="log">
      {draft === undefined ? (
        <p class="sm dim">{own.over}</p>
      ) : count === 0 ? (
        <p class="sm dim">{own.nothingYet}</p>
      ) : (
        <Steps steps={draft.steps} isOver={false} />
      )}
      <div ref={end} />
    </section>
  );
}

function lastArchive(entries: readonly EntryWire[], session: SessionWire): ArtifactWire | undefined {
  return entries.flatMap((entry) => (entry.kind === "message" && entry.message.author_name === session.name ? entry.message.artifacts : [])).at(-1);
}

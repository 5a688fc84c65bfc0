import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { Plain } from "#web/parts/plain-text.tsx";
import { SessionState } from "#web/parts/session-state.tsx";
import { workStatus } from "#web/words/work-status.ts";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { mayInvite } from "#web/state/permissions.ts";
import type { SessionWire } from "#protocol/wire";
import { deliveryWords } from "#web/words/deliveries.ts";
import { sessionWindowWords } from "#web/words/session-window.ts";
import { StopTurn } from "./stop-turn.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** The sessions of the open thread, and a way to make another one. */
export function SessionCards({ sessions, more }: { readonly sessions: readonly SessionWire[]; readonly more?: (session: SessionWire) => VNode }) {
  return (
    <>
      {sessions.map((session) => (
        <SessionCard key={session.id} session={session} more={more?.(session)} />
      ))}
      <NewSessionButton />
      <NewDeliveryButton />
    </>
  );
}

function SessionCard({ session, more }: { readonly session: SessionWire; readonly more: VNode | undefined }) {
  const { page, words } = useSignedIn();
  const draft = [...page.model.value.drafts.values()].find((one) => one.session === session.id);
  const reason = workStatus(draft?.status ?? session.status, words) ?? session.reason;
  const foot = [words.queued(session.queue), session.usage === undefined ? "" : words.used(session.usage)].filter((part) => part !== "").join(", ");
  return (
    <article class="session-card" aria-label={session.name}>
      <div class="top-line">
        <b class="clip isolate">
          <Plain text={session.name} />
        </b>
        <SessionState session={session} />
      </div>
      <p class="two clip" title={session.work_dir}>
        <Plain text={session.cli_type} />
        {session.work_dir !== "" && (
          <code>
            <Plain text={session.work_dir} />
          </code>
        )}
      </p>
      {reason !== "" && (
        <p class="two">
          <Plain text={reason} />
        </p>
      )}
      <div class="foot">
        <span>{foot}</span>
        {more}
        {session.driver === "delivery" ? <OpenDelivery session={session} /> : <OpenSession session={session} />}
        <StopTurn session={session} />
      </div>
    </article>
  );
}

/** Opens a session's window, which is fetched by those who want it. */
function OpenSession({ session }: { readonly session: SessionWire }) {
  const { id, name } = session;
  const { page } = useSignedIn();
  const own = sessionWindowWords[page.language.value];
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class="button quiet small" aria-label={own.screenOf(name)} onClick={() => (isOpen.value = true)}>
        {own.screen}
      </button>
      {isOpen.value && (
        <Fetched load={() => import("#web/views/sessions/session-window.tsx")}>
          {(part) => <part.SessionWindow id={id} onClose={() => (isOpen.value = false)} />}
        </Fetched>
      )}
    </>
  );
}

/** The same for a delivery, which has files and changes instead of a screen. */
function OpenDelivery({ session }: { readonly session: SessionWire }) {
  const { page } = useSignedIn();
  const own = deliveryWords[page.language.value];
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class="button quiet small" aria-label={own.windowOf(session.name)} onClick={() => (isOpen.value = true)}>
        {own.open}
      </button>
      {isOpen.value && (
        <Fetched load={() => import("#web/views/deliveries/delivery-window.tsx")}>
          {(part) => <part.DeliveryWindow id={session.id} onClose={() => (isOpen.value = false)} />}
        </Fetched>
      )}
    </>
  );
}

function NewDeliveryButton() {
  const { page } = useSignedIn();
  const own = deliveryWords[page.language.value];
  const isOpen = useSignal(false);
  const thread = page.thread.value;
  if (thread === null) return null;
  return (
    <>
      <button type="button" class="button quiet small" onClick={() => (isOpen.value = true)}>
        {own.newDelivery}…
      </button>
      {isOpen.value && (
        <Fetched load={() => import("#web/views/deliveries/new-delivery.tsx")}>
          {(part) => <part.NewDelivery thread={thread} onClose={() => (isOpen.value = false)} />}
        </Fetched>
      )}
    </>
  );
}

function NewSessionButton() {
  const { page } = useSignedIn();
  const own = sessionWindowWords[page.language.value];
  const isOpen = useSignal(false);
  if (!mayInvite(page.model.value.me)) return null;
  return (
    <>
      <button type="button" class="button quiet small" onClick={() => (isOpen.value = true)}>
        {own.newSession}…
      </button>
      {isOpen.value && (
        <Fetched load={() => import("#web/views/sessions/new-session.tsx")}>{(part) => <part.NewSession onClose={() => (isOpen.value = false)} />}</Fetched>
      )}
    </>
  );
}

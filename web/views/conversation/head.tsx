import type { EntryWire, ThreadWire } from "#protocol/wire";
import { Face, type FaceKind } from "#web/parts/avatar.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { spelled } from "#web/parts/hidden-characters.ts";
import { markedName } from "#web/state/agents/marked-name.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { originOf } from "#web/state/thread/third-party.ts";
import { Invite } from "#web/views/side/invite.tsx";
import { PanelButton } from "#web/views/side/panel-button.tsx";
import { IrcLight } from "#web/views/side/irc-light.tsx";
import { TerminalButton } from "#web/views/terminal/terminal-place.tsx";
import { ThreadMenu } from "#web/views/threads/thread-menu.tsx";

export function ThreadHead({ thread }: { readonly thread: ThreadWire | undefined }) {
  const { page, words } = useSignedIn();
  const status = words.status[thread?.status ?? ""];
  return (
    <div class="head">
      <button type="button" class="button quiet icon back" aria-label={words.back} title={words.back} onClick={page.history.toList}>
        <Icon name="back" />
      </button>
      <div class="grow">
        <h1 class="clip isolate">
          <Plain text={thread?.topic ?? ""} />
        </h1>
        {status !== undefined && <p class="two sm">{status}</p>}
      </div>
      {thread !== undefined && (
        <>
          <Faces thread={thread.id} />
          <TerminalButton />
          <PanelButton />
          {thread.status !== "closed" && thread.status !== "archived" && <Invite key={thread.id} thread={thread.id} />}
          <ThreadMenu key={thread.id} thread={thread} />
        </>
      )}
      <IrcLight thread={thread} />
    </div>
  );
}

const mostFaces = 5;
const order: readonly FaceKind[] = ["me", "person", "agent", "outside"];

/** Who spoke last in the lines that are here: people first, then agents. */
function Faces({ thread }: { readonly thread: string }) {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const here = whoSpoke(model.logs.get(thread)?.entries ?? [], model.me?.id);
  if (here.length === 0) return null;
  return (
    <div class="faces" role="img" aria-label={spelled(words.hereNow(here.map(({ id, name }) => markedName(id, name, words)).join(", ")))}>
      {here.map(({ id, kind, name }) => (
        <Face key={id} kind={kind} name={name} small />
      ))}
    </div>
  );
}

interface Speaker {
  readonly id: string;
  readonly kind: FaceKind;
  readonly name: string;
}

function whoSpoke(entries: readonly EntryWire[], me: string | undefined): readonly Speaker[] {
  const known = new Map<string, Speaker>();
  for (const entry of entries.toReversed()) {
    if (known.size === mostFaces) break;
    if (entry.kind !== "message" || entry.message.author_kind === "hub" || originOf(entry.message) !== null || known.has(entry.message.author_id)) continue;
    const { author_id: id, author_kind: kind, author_name: name } = entry.message;
    known.set(id, { id, kind: id === me ? "me" : kind, name });
  }
  return [...known.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

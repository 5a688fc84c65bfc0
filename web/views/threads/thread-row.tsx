import type { VNode } from "preact";
import type { SessionWire, ThreadWire } from "#protocol/wire";
import { Face, type FaceKind } from "#web/parts/avatar.tsx";
import { Glyph, Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { subjectLine } from "#web/parts/subject.tsx";
import { markedName } from "#web/state/agents/marked-name.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { Page } from "#web/state/page.ts";
import { threadHref } from "#web/state/address.ts";
import { previewOf } from "#web/state/thread/preview.ts";
import { langOf, when } from "#web/words/format.ts";

export function ThreadRow({ thread }: { readonly thread: ThreadWire }) {
  const { page, words } = useSignedIn();
  const isOpen = page.thread.value === thread.id;
  const { pinned, unread: marked } = page.marks.of;
  const isMuted = page.muted.of.value.has(thread.id);
  const isMarked = marked.value.has(thread.id);
  const unread = isOpen && page.isAtEnd.value ? 0 : thread.unread;
  const at = Date.parse(thread.updated_at);
  const face = faceOf(thread, page);
  return (
    <a
      class={(unread > 0 && !isMuted) || isMarked ? "thread-row unread" : "thread-row"}
      href={threadHref(thread.id)}
      data-thread={thread.id}
      aria-current={isOpen ? "true" : undefined}
    >
      <Face kind={face.kind} name={face.name} />
      <span class="title clip isolate" lang={langOf(thread.topic)}>
        <Plain text={thread.topic} />
      </span>
      {(unread > 0 || isMarked || isMuted || pinned.value.has(thread.id)) && (
        <span class="row-marks">
          {pinned.value.has(thread.id) && <Mark name="pin" label={words.pinned} />}
          {isMuted && <Mark name="mute" label={words.muted} />}
          {(unread > 0 || isMarked) && (
            <span class={isMuted ? "count quiet" : "count"} role="img" aria-label={unread > 0 ? words.unread(unread) : words.markedUnread}>
              {unread > 999 ? "999+" : unread > 0 ? unread : ""}
            </span>
          )}
        </span>
      )}
      <Last thread={thread} />
      <time dateTime={thread.updated_at}>{when(at, page.today.value, words.weekdays)}</time>
    </a>
  );
}

function Mark({ name, label }: { readonly name: "pin" | "mute"; readonly label: string }) {
  return (
    <span role="img" aria-label={label} title={label}>
      <Icon name={name} small />
    </span>
  );
}

/** What waits, what works, what broke; else the last line. */
function Last({ thread }: { readonly thread: ThreadWire }): VNode {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const waiting = [...model.questions.values()].find((question) => question.thread === thread.id && question.state === "open");
  if (waiting !== undefined && waiting.may_answer) return <StateLine tone="yours" glyph="waiting_input" text={waiting.title ?? subjectLine(waiting)} />;
  const sessions = [...model.sessions.values()].filter((session) => session.thread === thread.id);
  const state = (wanted: SessionWire["state"]): SessionWire | undefined => sessions.find((session) => session.state === wanted);
  if (waiting !== undefined) return <StateLine tone="" glyph="waiting_input" text={words.waitsForAnswer} />;
  const busy = state("processing");
  if (busy !== undefined) return <StateLine tone="" glyph="processing" text={words.because(words.state.processing, busy.reason)} />;
  const broken = state("error");
  if (broken !== undefined) return <StateLine tone="error" glyph="error" text={words.because(words.state.error, broken.reason)} />;
  if (thread.last === null) return <span class="last" />;
  const { author, text } = thread.last;
  const name = author.id === model.me?.id ? words.you : markedName(author.id, author.name, words);
  return (
    <span class="last">
      <span class="clip isolate" lang={langOf(text)}>
        <Plain text={author.kind === "hub" ? previewOf(text) : words.lastLine(name, previewOf(text))} />
      </span>
    </span>
  );
}

function StateLine({ tone, glyph, text }: { readonly tone: string; readonly glyph: "waiting_input" | "processing" | "error"; readonly text: string }) {
  return (
    <span class={`last ${tone}`.trimEnd()}>
      <Glyph name={glyph} />
      <span class="clip isolate">
        <Plain text={text} />
      </span>
    </span>
  );
}

function faceOf(thread: ThreadWire, page: Page): { readonly kind: FaceKind; readonly name: string } {
  const model = page.model.value;
  const session = thread.default_session === null ? undefined : model.sessions.get(thread.default_session);
  if (session !== undefined) return { kind: "agent", name: session.name };
  const author = thread.last?.author;
  if (author === undefined || author.kind === "hub") return { kind: "person", name: thread.topic };
  return { kind: author.kind === "person" && author.id === model.me?.id ? "me" : author.kind, name: author.name };
}

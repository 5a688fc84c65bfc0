import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { DraftWire, MessageWire, QuestionWire } from "#protocol/wire";
import { ArtifactList } from "#web/parts/artifact-list.tsx";
import { Face, type FaceKind } from "#web/parts/avatar.tsx";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { Glyph } from "#web/parts/icon.tsx";
import { Markdown } from "#web/parts/markdown/view.tsx";
import { surfaceName } from "#web/parts/place-name.ts";
import { Plain } from "#web/parts/plain-text.tsx";
import { Plan } from "#web/parts/plan.tsx";
import { Steps } from "#web/parts/steps.tsx";
import { isJoined } from "#web/state/agents/marked-name.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { Model } from "#web/state/stream/model.ts";
import { threadHref } from "#web/state/address.ts";
import { quoteOf } from "#web/state/thread/quote.ts";
import type { ConversationRow, SaidRow } from "#web/state/thread/rows.ts";
import { counting, when } from "#web/words/format.ts";
import { workStatus } from "#web/words/work-status.ts";
import { QuestionCard } from "#web/views/questions/question-card.tsx";
import { MessageTools } from "./message-tools.tsx";
import { Reactions } from "./reactions.tsx";
import { FarReply, ReplyLine } from "./reply-line.tsx";

type GrowingRow = Extract<ConversationRow, { kind: "growing" }>;

/** One component for the answer while it grows and when it is there: what a reader has selected in it stays selected. */
export function Message({ row, follows = false }: { readonly row: SaidRow | GrowingRow; readonly follows?: boolean }) {
  const { page, words } = useSignedIn();
  const said = row.kind === "said" ? row.message : null;
  const isMine = said !== null && said.author_id === page.me.value;
  const kind = faceKind(said, isMine);
  const name = row.kind === "said" ? row.message.author_name : row.draft.session_name;
  const steps = row.kind === "said" ? row.message.steps : row.draft.steps;
  const text = row.kind === "said" ? row.text : row.draft.text;
  const isGrowing = row.kind === "growing";
  const isWaiting = row.kind === "growing" && row.waits;
  const [isUnfolded, unfold] = useState(false);
  const isWanted = said !== null && page.wanted.value?.line === said.seq;
  return (
    <article
      id={said === null ? undefined : `line-${said.seq}`}
      class={`message ${kind}${isWanted ? " wanted" : ""}${follows ? " follows" : ""}`}
      tabIndex={said === null ? undefined : -1}
      aria-busy={isGrowing}
    >
      <Face kind={kind} name={name} />
      <div class="body">
        <Head
          name={isMine ? words.you : name}
          from={
            row.kind === "said" && (
              <>
                <From message={row.message} isMine={isMine} />
                {row.edits > 0 && (
                  <button type="button" class="tag" aria-expanded={isUnfolded} onClick={() => unfold(!isUnfolded)}>
                    {words.edited(row.edits)}
                  </button>
                )}
              </>
            )
          }
          tools={row.kind === "said" && <MessageTools row={row} />}
          at={<At row={row} />}
        />
        {row.kind === "said" && <Reply row={row} />}
        {steps.length > 0 && <Steps steps={steps} isOver={!isGrowing} />}
        {row.kind === "growing" && <Plan plan={row.draft.plan ?? []} />}
        {!isWaiting && <Asked questions={row.questions} />}
        {(text !== "" || (isGrowing && steps.length === 0)) && (
          <Markdown text={text} growing={isGrowing} after={isGrowing && !row.waits ? <span class="caret" /> : undefined} />
        )}
        {isWaiting && <Asked questions={row.questions} />}
        {isUnfolded && row.kind === "said" && (
          <Fetched load={() => import("./versions.tsx")}>{(part) => <part.Versions message={row.message} edits={row.edits} />}</Fetched>
        )}
        {said?.metadata?.["uploads"] === undefined ? (
          <ArtifactList artifacts={said?.artifacts ?? []} />
        ) : (
          <Fetched load={() => import("#web/views/documents/message-files.tsx")}>{(part) => <part.MessageFiles message={said} />}</Fetched>
        )}
        {row.kind === "said" && row.reactions.length > 0 && <Reactions message={row.message.id} reactions={row.reactions} />}
      </div>
    </article>
  );
}

/** Between the steps that led there and the answer; while one is open, below all that has been written so far. */
function Asked({ questions }: { readonly questions: readonly QuestionWire[] }) {
  return (
    <>
      {questions.map((question) => (
        <QuestionCard key={question.id} question={question} />
      ))}
    </>
  );
}

function faceKind(said: MessageWire | null, isMine: boolean): FaceKind {
  if (said === null || said.author_kind === "agent") return "agent";
  if (said.author_kind === "person") return isMine ? "me" : "person";
  return "outside";
}

function At({ row }: { readonly row: SaidRow | GrowingRow }) {
  const { page, words } = useSignedIn();
  if (row.kind === "growing") return row.waits ? <>{words.waitsForAnswer}</> : <Working draft={row.draft} />;
  const { created_at: created, thread_id: thread, seq } = row.message;
  return (
    <>
      <time dateTime={created}>{when(Date.parse(created), page.today.value, words.weekdays)}</time>
      <a href={threadHref(thread, seq)} aria-label={words.lineOf(seq)}>
        #{seq}
      </a>
    </>
  );
}

function Reply({ row: { replyTo, reply, replyText } }: { readonly row: SaidRow }) {
  if (replyTo === null) return null;
  return reply === null ? <FarReply id={replyTo} /> : <ReplyLine quote={quoteOf(reply, replyText)} />;
}

/** What the agent reports that it waits for; else how long it has been writing. */
function Working({ draft: { status, began_ms: since } }: { readonly draft: DraftWire }) {
  const { page, words } = useSignedIn();
  return <>{workStatus(status, words) ?? words.writingFor(counting(page.now.value - since))}</>;
}

interface HeadProps {
  readonly name: string;
  readonly from: ComponentChildren;
  readonly tools?: ComponentChildren;
  readonly at: ComponentChildren;
}

export function Head({ name, from, tools, at }: HeadProps) {
  return (
    <div class="message-head">
      <span class="name clip isolate">
        <Plain text={name} />
      </span>
      {from}
      {tools}
      <span class="at">{at}</span>
    </div>
  );
}

/** Where it was said; for an agent, in which session, or what it calls itself. */
function From({ message, isMine }: { readonly message: MessageWire; readonly isMine: boolean }) {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const hasJoined = isJoined(message.author_id);
  const place = isMine && message.surface === "page" ? words.thisPage : surfaceName(message.surface, model.links, words);
  const from = message.author_kind === "agent" ? agentFrom(message, model, place) : place;
  return (
    <>
      {message.priority === "urgent" && (
        <span class="tag urgent">
          <Glyph name="error" />
          {words.urgent}
        </span>
      )}
      {(message.author_kind === "outside" || hasJoined) && <span class="tag">{hasJoined ? words.agentMark : words.outside}</span>}
      {from !== "" && from !== message.author_name && (
        <span class="from clip isolate">
          <Plain text={from} />
        </span>
      )}
    </>
  );
}

function agentFrom(message: MessageWire, model: Model, place: string): string {
  const session = model.sessions.get(message.author_id);
  if (session !== undefined) return session.name;
  if (!isJoined(message.author_id)) return "";
  return model.agents.find((agent) => agent.id === message.author_id)?.display_name ?? place;
}

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { MessageWire } from "#protocol/wire";
import { Artifact } from "#web/parts/artifact.tsx";
import { Face, type FaceKind } from "#web/parts/face.tsx";
import { Glyph } from "#web/parts/icon.tsx";
import { Markdown } from "#web/parts/markdown/view.tsx";
import { surfaceName } from "#web/parts/place-name.ts";
import { Plain } from "#web/parts/plain.tsx";
import { Steps } from "#web/parts/steps.tsx";
import { useHere } from "#web/state/here.ts";
import type { Model } from "#web/state/model.ts";
import { threadHref } from "#web/state/place.ts";
import { quoteOf } from "#web/state/quote.ts";
import type { Row, SaidRow } from "#web/state/rows.ts";
import { counting, when } from "#web/words/format.ts";
import { MessageTools } from "./message-tools.tsx";
import { Reactions } from "./reactions.tsx";
import { FarReply, ReplyLine } from "./reply-line.tsx";
import { Versions } from "./versions.tsx";

type GrowingRow = Extract<Row, { kind: "growing" }>;

/** One component for the answer while it grows and when it is there: what a reader has selected in it stays selected. */
export function Message({ row }: { readonly row: SaidRow | GrowingRow }) {
  const { page, words } = useHere();
  const said = row.kind === "said" ? row.message : null;
  const isMine = said !== null && said.author_id === page.me.value;
  const kind = faceKind(said, isMine);
  const name = row.kind === "said" ? row.message.author_name : row.draft.session_name;
  const steps = row.kind === "said" ? row.message.steps : row.draft.steps;
  const text = row.kind === "said" ? row.text : row.draft.text;
  const isGrowing = row.kind === "growing";
  const [isUnfolded, unfold] = useState(false);
  const isWanted = said !== null && page.wanted.value?.line === said.seq;
  return (
    <article
      id={said === null ? undefined : `line-${said.seq}`}
      class={`message ${kind}${isWanted ? " wanted" : ""}`}
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
        {(text !== "" || (isGrowing && steps.length === 0)) && (
          <Markdown text={text} growing={isGrowing} after={isGrowing && !row.waits ? <span class="caret" /> : undefined} />
        )}
        {isUnfolded && row.kind === "said" && <Versions message={row.message} edits={row.edits} />}
        {said !== null && said.artifacts.length > 0 && (
          <div class="chips">
            {said.artifacts.map((artifact) => (
              <Artifact key={artifact.id} artifact={artifact} />
            ))}
          </div>
        )}
        {row.kind === "said" && row.reactions.length > 0 && <Reactions message={row.message.id} reactions={row.reactions} />}
      </div>
    </article>
  );
}

function faceKind(said: MessageWire | null, isMine: boolean): FaceKind {
  if (said === null || said.author_kind === "agent") return "agent";
  if (said.author_kind === "person") return isMine ? "me" : "person";
  return "outside";
}

function At({ row }: { readonly row: SaidRow | GrowingRow }) {
  const { page, words } = useHere();
  if (row.kind === "growing") return row.waits ? <>{words.waitsForAnswer}</> : <WritingFor since={row.draft.began_ms} />;
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

function WritingFor({ since }: { readonly since: number }) {
  const { page, words } = useHere();
  return <>{words.writingFor(counting(page.now.value - since))}</>;
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
  const { page, words } = useHere();
  const model = page.model.value;
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
      {message.author_kind === "outside" && <span class="tag">{words.outside}</span>}
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
  if (!message.author_id.startsWith("agt_")) return "";
  return model.agents.find((agent) => agent.id === message.author_id)?.display_name ?? place;
}

import { computed } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RunLineWire } from "#protocol/runs";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { FileName } from "#web/parts/file-name.tsx";
import { Glyph } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { spelled } from "#web/parts/hidden-characters.ts";
import { inShort } from "#web/state/documents/document-line.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { mayStop } from "#web/state/permissions.ts";
import { threadHref } from "#web/state/address.ts";
import { type RunStanding, standingOf } from "#web/state/terminal/run-standing.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { whoRan } from "#web/state/terminal/who-ran.ts";
import type { Words } from "#web/words/en.ts";
import { counting, took, when } from "#web/words/format.ts";

interface RunLineProps {
  readonly run: RunLineWire;
  /** The same run is opened and folded in each place by itself. */
  readonly place: "log" | "term";
  readonly startsOpen?: boolean;
  /** What it has said of its way so far. */
  readonly progress?: readonly string[];
}

/**
 * One run as one line: who, what, how it stands. It opens to all that it gave, which is fetched then. What it takes from the model is computed, so
 * that it is not drawn again with each word that an agent writes.
 */
export function RunLine({ run, place, startsOpen = false, progress = [] }: RunLineProps) {
  const { page, words } = useSignedIn();
  const { folds } = page.terminal;
  const fold = `${place} ${run.id}`;
  const isOpen = folds.value.get(fold) ?? startsOpen;
  const who = useMemo(() => computed(() => whoRan(run, page.model.value.me, words)), [run, words]);
  // Not everybody who sees the run sees what it waits for. In the log of its own thread the question itself is on screen.
  const question = useMemo(() => computed(() => page.model.value.questions.get(run.question ?? "")), [run]).value;
  const standing = standingOf(run);
  const short = inShort(run, place === "term");
  const toggle = (): void => {
    folds.value = new Map(folds.value).set(fold, !isOpen);
  };
  return (
    <div class={`ran ${standing}`}>
      <div class="ran-line">
        <Glyph {...glyphs[standing]} />
        <button type="button" class="ran-open" aria-expanded={isOpen} onClick={toggle}>
          <span class="sr">{words.standing[standing]}</span>
          <Glyph name="fold" />
          <span class="who clip isolate">
            <Plain text={who.value} />
          </span>
          <code class={short === null ? "clip isolate" : "short"} title={spelled(run.line)}>
            <Plain text={short?.does ?? run.line} exact />
            {short !== null && <FileName name={short.file} />}
          </code>
          <span class="end">{standing === "running" ? <RunningFor since={Date.parse(run.at)} /> : <Plain text={ending(run, standing, words)} />}</span>
        </button>
        {question !== undefined && (place === "term" || question.thread !== run.thread) && (
          <a class="sm" href={threadHref(question.thread)} onClick={() => showQuestion(question.id)}>
            {words.seeQuestion}
          </a>
        )}
        {run.ended_at === null && <Stop run={run} />}
        {place === "log" && (
          <time class="at" dateTime={run.at}>
            {when(Date.parse(run.at), page.today.value, words.weekdays)}
          </time>
        )}
      </div>
      {progress.length > 0 && (
        <ul class="progress" role="status">
          {progress.map((line, at) => (
            <li key={at}>
              <Plain text={line} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && <Body run={run} place={place} isShort={short !== null} />}
    </div>
  );
}

const glyphs = {
  running: { name: "processing" },
  waits: { name: "waiting_input" },
  done: { name: "done" },
  failed: { name: "no", tone: "bad" },
} as const;

function ending({ exit_code: exit, code, duration_ms: ms }: RunLineWire, standing: RunStanding, words: Words): string {
  if (standing === "waits") return words.waitsForApproval;
  const how = code ?? words.exit(exit ?? 0);
  return ms === null ? how : words.both(how, took(ms));
}

function RunningFor({ since }: { readonly since: number }) {
  const { page, words } = useSignedIn();
  return <>{words.runningFor(counting(page.now.value - since))}</>;
}

/** Its card stands in the log of its thread; in the open one the address alone would not move anything. */
function showQuestion(id: string): void {
  document.querySelector(`[data-question="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "center" });
}

function Stop({ run }: { readonly run: RunLineWire }) {
  const { page, words } = useSignedIn();
  const may = useMemo(() => computed(() => mayStop(page.model.value.me, run)), [run]);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => () => handOn(button.current), []);
  if (!may.value) return null;
  const stop = (): void => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    page.api
      .stopRun(run.id)
      .catch((error: unknown) => setProblem(sentenceOf(error, words)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <button ref={button} type="button" class="button quiet small" aria-label={words.stopRun(spelled(run.line))} aria-disabled={isBusy} onClick={stop}>
        {words.stop}
      </button>
      <Problem text={problem} />
    </>
  );
}

/** With the run its button goes; whoever was on it goes on from the run's line. */
function handOn(button: HTMLElement | null): void {
  if (button === document.activeElement) button?.closest(".ran")?.querySelector<HTMLElement>(".ran-open")?.focus();
}

/** In the conversation a run that reads a document is the card of it. */
function Body({ run, place, isShort }: Pick<RunLineProps, "run" | "place"> & { readonly isShort: boolean }) {
  if (place === "log" && /^doc (?:extract|ocr) .*--in[= ]/.test(run.line))
    return <Fetched load={() => import("#web/views/documents/document-run.tsx")}>{(part) => <part.DocumentRun run={run} />}</Fetched>;
  return <Fetched load={() => import("#web/views/terminal/run-body.tsx")}>{(part) => <part.RunBody run={run} isShort={isShort} />}</Fetched>;
}

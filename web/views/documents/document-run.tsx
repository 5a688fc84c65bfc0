import { useState } from "preact/hooks";
import type { RunLineWire } from "#protocol/runs";
import { Glyph } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { factsOf, mayBePictures } from "#web/state/documents/document-facts.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { fileIn, pathIn, readDocument } from "#web/state/documents/read-document.ts";
import type { RunDetail } from "#web/state/terminal/terminal.ts";
import { RunBody } from "#web/views/terminal/run-body.tsx";
import { useDetail } from "#web/views/terminal/use-detail.ts";
import { WholeLine } from "#web/views/terminal/whole-line.tsx";
import { documentWords } from "#web/words/documents.ts";
import { size } from "#web/words/format.ts";
import { FileCard } from "./file-card.tsx";
import { HandButton } from "./hand-button.tsx";

/** Below the run that reads a document: what was run, and the card of the document. */
export function DocumentRun({ run }: { readonly run: RunLineWire }) {
  return (
    <>
      <WholeLine line={run.line} />
      <Card run={run} />
    </>
  );
}

/** How far it is, then what was read and what to do with it. */
function Card({ run }: { readonly run: RunLineWire }) {
  const { page } = useSignedIn();
  const own = documentWords[page.language.value];
  const { detail, problem } = useDetail(run);
  const name = fileIn(pathIn(run));
  const bytes = page.files.list.value.find((one) => one.run === run.id)?.bytes;
  const weight = bytes === undefined ? [] : [size(bytes)];
  const isPicture = run.line.startsWith("doc ocr");
  if (run.ended_at === null) return <Underway run={run} name={name} weight={weight} isPicture={isPicture} />;
  if (problem !== "") return <Problem text={problem} />;
  // On its way: the card keeps its place.
  if (detail === undefined) return <FileCard name={name} isPicture={isPicture} says={own.all([...weight, own.reading])} />;
  return (
    <FileCard name={name} isPicture={isPicture} says={own.all([...weight, ...(run.exit_code === 0 ? factsOf(detail.result ?? {}, own) : [])])}>
      {run.exit_code === 0 ? <Read run={run} detail={detail} name={name} /> : <NotRead run={run} detail={detail} />}
    </FileCard>
  );
}

interface UnderwayProps {
  readonly run: RunLineWire;
  readonly name: string;
  readonly weight: readonly string[];
  readonly isPicture: boolean;
}

function Underway({ run, name, weight, isPicture }: UnderwayProps) {
  const { page } = useSignedIn();
  const own = documentWords[page.language.value];
  const live = page.terminal.live.value.find((one) => one.run === run.id);
  const last = live?.progress.at(-1);
  const percent = /(\d+) %/.exec(last ?? "")?.[1];
  const isAsked = run.question !== null;
  return (
    <FileCard name={name} isPicture={isPicture} says={own.all([...weight, ...(isAsked ? [] : [last ?? own.reading])])}>
      {isAsked ? (
        <p class="sm">{own.waitsForYes}</p>
      ) : (
        <progress aria-label={own.readingOf(name)} max={100} {...(percent === undefined ? {} : { value: Number(percent) })} />
      )}
    </FileCard>
  );
}

interface OverProps {
  readonly run: RunLineWire;
  readonly detail: RunDetail;
}

function Read({ run, detail, name }: OverProps & { readonly name: string }) {
  const { page } = useSignedIn();
  const own = documentWords[page.language.value];
  const { artifacts, result } = detail;
  const index = artifacts.findIndex(({ mime }) => /^text\/|^application\/json/.test(mime));
  const artifact = artifacts[index];
  const { thread } = run;
  const warnings = warningsOf(result);
  const open = (): void => {
    if (artifact === undefined || thread === null) return;
    page.files.shown.value = { thread, name, path: artifact.path, isMarkdown: artifact.mime === "text/markdown", of: { run: run.id, index } };
  };
  return (
    <>
      {result?.["truncated"] === true && <p class="sm warn">{own.truncated}</p>}
      {warnings.length > 0 && (
        <details class="sm warnings">
          <summary>{own.warnings(warnings.length)}</summary>
          <ul>
            {warnings.map((sentence, at) => (
              <li key={at}>
                <Plain text={sentence} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <div class="paper-foot">
        {artifact !== undefined && thread !== null && (
          <>
            <button type="button" class="button small" onClick={open}>
              {own.openText}
            </button>
            <HandButton thread={thread} line={own.handText(artifact.path, name)} />
          </>
        )}
        <Details run={run} />
      </div>
    </>
  );
}

/** With what can be done about it, where the page can do it. */
function NotRead({ run, detail }: OverProps) {
  const { page } = useSignedIn();
  const own = documentWords[page.language.value];
  const { code, thread, line } = run;
  const isOcr = line.startsWith("doc ocr");
  const mayOcr = !isOcr && mayBePictures(pathIn(run), detail.result);
  const mayRepeat = /^(?:Stopped|Timeout|Interrupted|ShuttingDown|StoreFull|StoreBusy)$/.test(code ?? "");
  const read = (verb: "extract" | "ocr"): void => {
    if (thread !== null) void readDocument(page, thread, verb, pathIn(run));
  };
  return (
    <>
      <p class="refusal">
        <Glyph name="no" tone="bad" />
        <span>
          {code !== null && <b>{code}</b>} <Plain text={detail.error_message ?? detail.stderr} />
        </span>
      </p>
      <div class="paper-foot">
        {mayOcr && !page.isShut.value && (
          <button type="button" class="button small" onClick={() => read("ocr")}>
            {own.ocr}
          </button>
        )}
        {mayRepeat && !page.isShut.value && (
          <button type="button" class="button small" onClick={() => read(isOcr ? "ocr" : "extract")}>
            {own.readAgain}
          </button>
        )}
        <Details run={run} />
      </div>
    </>
  );
}

/** All that the run gave, as any other has it. */
function Details({ run }: { readonly run: RunLineWire }) {
  const { page } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button quiet small fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Glyph name="fold" />
        {documentWords[page.language.value].details}
      </button>
      {isOpen && <RunBody run={run} />}
    </>
  );
}

function warningsOf(result: RunDetail["result"]): readonly string[] {
  const warnings = result?.["warnings"];
  return Array.isArray(warnings) ? warnings.filter((one) => typeof one === "string") : [];
}

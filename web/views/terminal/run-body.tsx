import { useState } from "preact/hooks";
import type { RunLineWire } from "#protocol/runs";
import "#web/style/run-body.css";
import { CopyButton } from "#web/parts/copy-button.tsx";
import { Glyph } from "#web/parts/icon.tsx";
import { Markdown } from "#web/parts/markdown/view.tsx";
import { LongPlainText } from "#web/parts/long-text.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { isTyped } from "#web/state/terminal/run-standing.ts";
import type { RunDetail } from "#web/state/terminal/terminal.ts";
import { terminalWords } from "#web/words/terminal.ts";
import { RunFile } from "./run-file.tsx";
import { useDetail } from "./use-detail.ts";
import { WholeLine } from "./whole-line.tsx";

interface RunBodyProps {
  readonly run: RunLineWire;
  /** Its line stands above it in short only. */
  readonly isShort?: boolean;
}

/** All that a run gave: what it wrote, what programs get of it, and its files. */
export function RunBody({ run, isShort = false }: RunBodyProps) {
  const { detail, problem } = useDetail(run);
  return (
    <>
      {isShort && <WholeLine line={run.line} />}
      <Problem text={problem} />
      {problem === "" && detail !== undefined && <Detail run={run} detail={detail} />}
    </>
  );
}

/** What the hub puts where it has cut. */
const cut = "[...TRUNCATED...]";

function Detail({ run, detail }: { readonly run: RunLineWire; readonly detail: RunDetail }) {
  const { page } = useSignedIn();
  const { prefix } = page.model.value;
  const words = terminalWords[page.language.value];
  const { stdout, stderr, result, error_message: why, artifacts } = detail;
  // A refusal is written to stderr too; once is enough.
  const errors = stderr.trim() === (why ?? "").trim() ? "" : stderr;
  const output = [stdout, errors].filter((text) => text !== "").join("\n");
  const isEmpty = output === "" && why === null && artifacts.length === 0;
  return (
    <div class="run-body">
      {stdout !== "" && (isTyped(run, prefix) ? <Markdown text={stdout} /> : <Output label={words.output} text={stdout} />)}
      {errors !== "" && <Output label={words.errors} text={errors} isError />}
      {why !== null && run.exit_code !== 0 && !(isTyped(run, prefix) && stdout.trim() === why.trim()) && (
        <p class="refusal">
          <Glyph name="no" tone="bad" />
          <span>
            {run.code !== null && <b>{run.code}</b>} <Plain text={why} />
          </span>
        </p>
      )}
      {isEmpty && <p class="dim sm">{words.wroteNothing}</p>}
      {output.includes(cut) && <p class="dim sm">{artifacts.length > 0 ? words.cutWithFile : words.cut}</p>}
      {artifacts.length > 0 && (
        <div class="chips">
          {artifacts.map((artifact, index) => (
            <RunFile key={artifact.path} run={run} index={index} artifact={artifact} />
          ))}
        </div>
      )}
      <div class="run-foot">
        {output !== "" && <CopyButton text={output} label={words.copyOutput} copied={words.copied} />}
        {result !== null && <Result result={result} />}
      </div>
    </div>
  );
}

function Output({ label, text, isError = false }: { readonly label: string; readonly text: string; readonly isError?: boolean }) {
  return (
    <div class={isError ? "printed errors" : "printed"}>
      {isError && <span class="label">{label}</span>}
      <pre class="scroll" aria-label={label} tabIndex={0}>
        <LongPlainText text={text.replace(/\n$/, "")} />
      </pre>
    </div>
  );
}

/** Folded: most people read the text, programs read this. */
function Result({ result }: { readonly result: Readonly<Record<string, unknown>> }) {
  const { page } = useSignedIn();
  const words = terminalWords[page.language.value];
  const text = JSON.stringify(result, null, 2);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button quiet small fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Glyph name="fold" />
        {words.result}
      </button>
      {isOpen && (
        <>
          <CopyButton text={text} label={words.copyResult} copied={words.copied} />
          <div class="printed whole">
            <pre class="scroll" aria-label={words.result} tabIndex={0}>
              <LongPlainText text={text} />
            </pre>
          </div>
        </>
      )}
    </>
  );
}

import type { RunLineWire } from "#protocol/runs";
import "#web/style/run-body.css";
import { Glyph } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Refusal } from "#web/state/hub/api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import type { TerminalItem as Item } from "#web/state/terminal/terminal-items.ts";
import type { StartedCommand } from "#web/state/terminal/terminal.ts";
import { terminalWords } from "#web/words/terminal.ts";
import { RunLine } from "#web/views/conversation/run-line.tsx";

/** What was begun here stands open, what others ran is one line. */
export function TerminalItem({ item: { run, live } }: { readonly item: Item }) {
  const { page } = useSignedIn();
  const shown = run ?? (live !== null && live.run !== null && live.problem === null ? lineOf(live, live.run, page.model.value.me?.id ?? "") : null);
  if (shown !== null) return <RunLine run={shown} place="term" startsOpen={live !== null} progress={live?.progress ?? []} />;
  return live === null ? null : <Unborn live={live} />;
}

/** The hub has named it; the stream has not told of it yet. */
function lineOf({ line, at, thread }: StartedCommand, id: string, who: string): RunLineWire {
  const over = { ended_at: null, exit_code: null, code: null, duration_ms: null, artifacts: 0, question: null };
  return { id, line, command: "", at: new Date(at).toISOString(), thread, session: null, who, who_name: "", surface: "page", ...over };
}

/** It has not come to a run: on its way, or not taken. */
function Unborn({ live }: { readonly live: StartedCommand }) {
  const { page, words } = useSignedIn();
  const own = terminalWords[page.language.value];
  const isLost = live.problem !== null;
  return (
    <div class={isLost ? "ran failed" : "ran running"}>
      <div class="ran-line">
        <Glyph name={isLost ? "no" : "processing"} tone={isLost ? "bad" : ""} />
        <span class="ran-open">
          <code class="clip isolate">
            <Plain text={live.line} exact />
          </code>
          <span class="end">{isLost ? own.notRun : own.sending}</span>
        </span>
      </div>
      {isLost && (
        <p class="refusal" role="alert">
          <span>
            {live.problem instanceof Refusal && <b>{live.problem.code}</b>} <Plain text={sentenceOf(live.problem, words)} />
          </span>
        </p>
      )}
    </div>
  );
}

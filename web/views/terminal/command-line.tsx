import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Glyph } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { terminalWords } from "#web/words/terminal.ts";
import { Suggesting } from "./suggesting.tsx";

interface CommandLineProps {
  /** Oldest first. */
  readonly history: readonly string[];
  readonly onRun: (line: string, stdin: string) => void;
}

/** One line; Tab completes it, the arrows go through what was run here. */
export function CommandLine({ history, onRun }: CommandLineProps) {
  const { page } = useSignedIn();
  const own = terminalWords[page.language.value];
  const [line, setLine] = useState("");
  const [stdin, setStdin] = useState<string | null>(null);
  const [past, setPast] = useState<{ readonly at: number; readonly draft: string } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const write = (next: string): void => {
    setLine(next);
    setPast(null);
  };
  useEffect(() => {
    if (page.terminal.isFresh()) field.current?.focus();
  }, []);

  const run = (): void => {
    if (line.trim() === "") return;
    onRun(line.trim(), stdin ?? "");
    write("");
    setStdin(null);
    field.current?.focus();
  };
  const go = (by: 1 | -1): void => {
    const at = (past?.at ?? history.length) + by;
    const draft = past?.draft ?? line;
    if (at < 0 || at > history.length) return;
    setPast(at === history.length ? null : { at, draft });
    setLine(at === history.length ? draft : (history[at] ?? ""));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.isComposing || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    go(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <form
      class="term-line"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {stdin !== null && (
        <textarea
          class="scroll"
          aria-label={own.inputLabel}
          placeholder={own.inputHint}
          rows={3}
          value={stdin}
          onInput={(event) => setStdin(event.currentTarget.value)}
        />
      )}
      <div class="prompt">
        <Glyph name="fold" />
        <input
          ref={field}
          value={line}
          aria-label={own.commandLine}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {past === null && <Suggesting line={line} field={field} onTake={write} />}
        <button type="button" class="button quiet small" aria-pressed={stdin !== null} onClick={() => setStdin(stdin === null ? "" : null)}>
          {own.input}
        </button>
        <button type="submit" class="button small">
          {own.run}
        </button>
      </div>
    </form>
  );
}

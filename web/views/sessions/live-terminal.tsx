import "@xterm/xterm/css/xterm.css";
import { Terminal } from "@xterm/xterm";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Refusal } from "#web/state/hub/api.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import type { SessionApi } from "#web/state/session-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { Problem } from "#web/parts/problem.tsx";
import { withAdoptedStyles } from "./adopted-styles.ts";
import { keysOf } from "./typed-keys.ts";
import { screenAnsi } from "./screen-ansi.ts";

const againMs = 2_000;
const frameMs = 50;
const theme = { background: "#15171a", foreground: "#d7d9dd", cursor: "#d7d9dd", selectionBackground: "#3a3f47" };

export interface LiveTerminalProps {
  readonly session: string;
  readonly api: SessionApi;
  readonly isTyping: boolean;
  readonly leave: () => void;
  readonly sized: (size: string) => void;
  readonly label: string;
}

/** What a session's terminal shows, as it happens. Keys go there only while somebody types on purpose. */
export function LiveTerminal({ session, api, isTyping, leave, sized, label }: LiveTerminalProps) {
  const { words } = useSignedIn();
  const place = useRef<HTMLDivElement>(null);
  const terminal = useRef<Terminal>(null);
  const typing = useRef(isTyping);
  const [problem, setProblem] = useState("");
  typing.current = isTyping;
  useEffect(() => {
    const { current: box } = place;
    if (box === null) return;
    const opened = new Terminal({
      cols: 200,
      rows: 50,
      scrollback: 0,
      disableStdin: true,
      fontSize: 12,
      fontFamily: getComputedStyle(box).fontFamily,
      screenReaderMode: false,
      theme,
    });
    terminal.current = opened;
    const undress = withAdoptedStyles(() => opened.open(box));
    const over = new AbortController();
    const tell = (error: unknown): void => {
      if (!over.signal.aborted) setProblem(sentenceOf(error, words));
    };
    opened.attachCustomKeyEventHandler((event) => {
      if (typing.current && event.type === "keydown" && event.ctrlKey && event.key === "]") leave();
      return typing.current && !(event.ctrlKey && event.key === "]");
    });
    opened.onData((data) => {
      const keys = keysOf(data);
      if (typing.current && keys.length > 0) api.press(session, keys).then(() => setProblem(""), tell);
    });
    void follow(opened, over.signal);
    return () => {
      over.abort();
      opened.dispose();
      undress();
    };

    async function follow(to: Terminal, signal: AbortSignal): Promise<void> {
      for (let version: string | undefined; !signal.aborted; await pause(frameMs)) {
        try {
          const screen = await api.screen(session, version, signal);
          if (signal.aborted || screen.version === version) continue;
          ({ version } = screen);
          if (to.cols !== screen.columns || to.rows !== screen.rows) to.resize(screen.columns, screen.rows);
          to.write(screenAnsi(screen));
          sized(`${screen.columns} × ${screen.rows}`);
          setProblem("");
        } catch (error) {
          tell(error);
          if (error instanceof Refusal && !error.passes) return;
          await pause(againMs);
        }
      }
    }
  }, [session]);
  // Before the next key comes: whoever clicks and types at once loses nothing.
  useLayoutEffect(() => {
    if (terminal.current === null) return;
    terminal.current.options.disableStdin = !isTyping;
    if (isTyping) terminal.current.focus();
  }, [isTyping]);
  return (
    <>
      <div class="live-terminal scroll" role="region" aria-label={label} tabIndex={0} ref={place} />
      <Problem text={problem} />
    </>
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

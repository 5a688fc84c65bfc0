import type { TurnRun } from "./turn-run.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import type { Menu, ScreenState } from "./profile.ts";
import { announcedAsk, inputAsk, isMenuAbout, menuAsk, menuKey } from "./screen-question.ts";
import { screenSvg } from "./screen-svg.ts";
import type { Terminal } from "./terminal.ts";
import { tmuxTexts } from "./texts.ts";
import { say } from "#lib/words/words";

/** A hook reports a menu well within this time; what is still there after it was not reported. */
const reportedWithinMs = 1_200;

/** Catches what no hook reports, by looking at the screen when it has been quiet. */
export class ScreenNet {
  readonly #parts: TmuxSeatParts;
  #shown = "";
  #since = 0;

  constructor(parts: TmuxSeatParts) {
    this.#parts = parts;
    this.#since = parts.clock.monotonic();
  }

  /** What was on the screen before counts no more. */
  reset(): void {
    this.#shown = "";
  }

  /** How long the screen has shown this, as far as it was looked at. */
  quietFor(state: ScreenState): number {
    const { clock } = this.#parts;
    const shown = JSON.stringify(state);
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#since = clock.monotonic();
    }
    return clock.monotonic() - this.#since;
  }

  hasSettled(state: ScreenState): boolean {
    return this.quietFor(state) >= reportedWithinMs;
  }

  /** How long ago that was, on the monotonic clock. */
  since(at: number): number {
    return this.#parts.clock.monotonic() - at;
  }

  async look(run: TurnRun, state: ScreenState, terminal: Terminal): Promise<void> {
    await this.#withdraw(run, state);
    const { watchesScreen, settings } = this.#parts;
    if (state.kind === "menu" && run.asks.size === 0 && run.announced !== undefined && isMenuAbout(state.menu, run.announced)) {
      await run.ask(announcedAsk(run.announced, state.menu, this.#place(run)), { menu: state.menu });
      return;
    }
    if (!this.hasSettled(state) || run.asks.size > 0 || !watchesScreen || !settings.interactive.enabled) return;
    if (state.kind === "menu") await this.ask(run, state.menu, terminal);
    else if (state.kind !== "ready" && state.kind !== "panel") await this.#ownPatterns(run, terminal);
  }

  /** Asks about a menu, with a picture of the terminal. */
  async ask(run: TurnRun, menu: Menu, terminal: Terminal): Promise<void> {
    await this.#picture(run, menuKey(menu), terminal);
    await run.ask(menuAsk(menu, this.#place(run)), { menu });
  }

  /** What was asked about is not on the screen any more: somebody answered it at the terminal. */
  async #withdraw(run: TurnRun, state: ScreenState): Promise<void> {
    for (const [key, open] of run.asks) {
      if (open.menu === undefined) continue;
      if (state.kind !== "menu") run.announced = undefined;
      if (state.kind !== "menu" || menuKey(state.menu) !== menuKey(open.menu)) await run.unask(key, say(this.#parts.language, tmuxTexts.menuGone));
    }
  }

  /** The operator's own patterns, on the last lines only, so that an answer's text is no false alarm. */
  async #ownPatterns(run: TurnRun, terminal: Terminal): Promise<void> {
    const { patterns, checkLines } = this.#parts.settings.interactive;
    const lines = (terminal.pane?.screen.lines() ?? []).filter((line) => line.trim() !== "").slice(-checkLines);
    if (!lines.some((line) => patterns.some((pattern) => pattern.test(line)))) return;
    const ask = inputAsk(lines, this.#place(run));
    await this.#picture(run, ask.key.split("/")[1] ?? "", terminal);
    await run.ask(ask, { isPlainInput: true });
  }

  async #picture(run: TurnRun, key: string, terminal: Terminal): Promise<void> {
    const { language, profile } = this.#parts;
    const bytes = new TextEncoder().encode(screenSvg(terminal.screen()));
    const file = {
      name: `${profile.cli}-screen.svg`,
      mime: "image/svg+xml",
      description: say(language, tmuxTexts.screenPicture),
      content: { bytes },
      isShownNow: true,
    };
    await run.report({ kind: "made", turn: run.turn, key: `screen-${key}`, file });
  }

  #place(run: TurnRun) {
    const { profile, spec, language } = this.#parts;
    return { turn: run.turn, cli: profile.title, session: spec.name, language };
  }
}

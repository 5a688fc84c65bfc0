import type { SecretLink } from "#domain/agent";
import type { Ask } from "#domain/question";
import { askPassword, passwordLine, passwordMark } from "./password-prompt.ts";
import type { OpenAsk, TurnRun } from "./turn-run.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import type { Menu, ScreenState } from "./profile.ts";
import { announcedAsk, inputAsk, isMenuAbout, menuAsk, menuKey } from "./screen-question.ts";
import type { Terminal } from "./terminal.ts";
import { tmuxTexts } from "./texts.ts";
import { say } from "#lib/words/words";

/** A hook reports a menu well within this time; what is still there after it was not reported. */
const reportedWithinMs = 1_200;

/** Catches what no hook reports, by looking at the screen when it has been quiet. */
export class ScreenNet {
  readonly #parts: TmuxSeatParts;
  #link: SecretLink | undefined;
  /** The password prompt that got its secret. Its line may stay the last one while the program goes on. */
  #typed: string | undefined;
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
    await this.#withdraw(run, state, terminal);
    if (this.#typed !== passwordMark(terminal.pane?.screen.lines() ?? [])) this.#typed = undefined;
    const { watchesScreen, settings } = this.#parts;
    if (state.kind === "menu" && run.asks.size === 0 && run.announced !== undefined && isMenuAbout(state.menu, run.announced)) {
      await run.ask(announcedAsk(run.announced, state.menu, this.#place(run)), { menu: state.menu });
      return;
    }
    if (this.quietFor(state) < this.#reportedWithin(state) || run.asks.size > 0 || !watchesScreen || !settings.interactive.enabled) return;
    if (state.kind === "menu") await this.ask(run, state.menu, terminal);
    else if (state.kind !== "ready" && state.kind !== "panel") await this.#prompts(run, terminal);
  }

  /** A permission menu of a CLI that calls our hooks is left to its hook for longer. */
  #reportedWithin(state: ScreenState): number {
    const { profile, memory } = this.#parts;
    const isHooked = memory.now.pane?.isOwn === true && state.kind === "menu" && state.menu.options.some(({ grants }) => grants === "deny");
    return isHooked ? (profile.reportsMenusWithinMs ?? reportedWithinMs) : reportedWithinMs;
  }

  /** Asks about a menu, with a picture of the terminal. */
  async ask(run: TurnRun, menu: Menu, terminal: Terminal): Promise<void> {
    await this.#askShown(run, menuAsk(menu, this.#place(run)), { menu }, terminal);
  }

  /** What was asked about is not on the screen any more: somebody answered it at the terminal. */
  async #withdraw(run: TurnRun, state: ScreenState, terminal: Terminal): Promise<void> {
    for (const [key, open] of run.asks) {
      if (open.password !== undefined && passwordMark(terminal.pane?.screen.lines() ?? []) !== open.password) {
        this.#link?.[Symbol.dispose]();
        await run.unask(key, say(this.#parts.language, tmuxTexts.menuGone));
      }
      if (open.menu === undefined) continue;
      if (state.kind !== "menu") run.announced = undefined;
      if (state.kind !== "menu" || menuKey(state.menu) !== menuKey(open.menu)) await run.unask(key, say(this.#parts.language, tmuxTexts.menuGone));
    }
  }

  /** A password prompt is never one for words, whatever the operator's patterns say. */
  async #prompts(run: TurnRun, terminal: Terminal): Promise<void> {
    const lines = terminal.pane?.screen.lines() ?? [];
    const line = passwordLine(lines);
    if (line === undefined) return this.#ownPatterns(run, terminal);
    // A second secret would be typed where it may be shown.
    if (this.#typed === passwordMark(lines)) return;
    this.#link?.[Symbol.dispose]();
    this.#link = await askPassword(run, line, terminal, { ...this.#parts, typed: (mark) => (this.#typed = mark) });
  }

  /** The operator's own patterns, on the last lines only, so that an answer's text is no false alarm. */
  async #ownPatterns(run: TurnRun, terminal: Terminal): Promise<void> {
    const { patterns, checkLines } = this.#parts.settings.interactive;
    const lines = (terminal.pane?.screen.lines() ?? []).filter((line) => line.trim() !== "").slice(-checkLines);
    if (!lines.some((line) => patterns.some((pattern) => pattern.test(line)))) return;
    const ask = inputAsk(lines, this.#place(run));
    await this.#askShown(run, ask, { isPlainInput: true }, terminal);
  }

  /** With a picture before it. A hook may report the same while that is drawn: one question is enough. */
  async #askShown(run: TurnRun, ask: Ask, about: Pick<OpenAsk, "menu" | "isPlainInput">, terminal: Terminal): Promise<void> {
    const { language, profile, drawScreen } = this.#parts;
    const drawn = await drawScreen(terminal.screen());
    if (run.asks.size > 0) return;
    const file = { ...drawn, name: `${profile.cli}-${drawn.name}`, description: say(language, tmuxTexts.screenPicture), isShownNow: true };
    await run.report({ kind: "made", turn: run.turn, key: `screen-${ask.key.split("/screen-")[1] ?? ask.key.split("/")[1] ?? ""}`, file });
    if (run.asks.size === 0) await run.ask(ask, about);
  }

  #place(run: TurnRun) {
    const { profile, spec, language } = this.#parts;
    return { turn: run.turn, cli: profile.title, session: spec.name, language };
  }
}

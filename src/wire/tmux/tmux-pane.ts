import { PaneScreen } from "./pane-screen.ts";
import type { TmuxServer } from "./tmux-server.ts";

/** One pane: what it shows, and how to type into it. */
export class TmuxPane implements Disposable {
  readonly id: string;
  readonly screen: PaneScreen;
  readonly #server: TmuxServer;
  readonly #wake: () => void;
  readonly #closed: () => void;
  #listening: Disposable | undefined;
  #isFresh = false;
  #isOpen = true;
  /** Counts what has reached us from the pane. */
  #news = 0;
  #captured: { readonly news: number; readonly lines: readonly string[] } | undefined;

  /** `wake` after every change of the screen; `closed` once, when the pane is gone. */
  static async open(server: TmuxServer, id: string, on: { readonly wake: () => void; readonly closed: () => void }): Promise<TmuxPane> {
    const pane = new TmuxPane(server, id, on);
    pane.#listening = await server.listen(id, {
      output: (bytes) => pane.#output(bytes),
      changed: () => pane.#changed(),
      closed: () => pane.#close(),
    });
    await pane.#look();
    return pane;
  }

  private constructor(server: TmuxServer, id: string, { wake, closed }: { readonly wake: () => void; readonly closed: () => void }) {
    this.id = id;
    this.screen = new PaneScreen();
    this.#server = server;
    this.#wake = wake;
    this.#closed = closed;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** What tmux itself says is on the screen right now: what a decision about a key is based on. */
  async capture(): Promise<readonly string[]> {
    return this.#server.runNow(["capture-pane", "-p", "-t", this.id], (lines) => {
      this.#captured = { news: this.#news, lines };
      return lines;
    });
  }

  /** The same, for somebody who waits for a change: tmux is asked only if the pane has written something since it was asked last. */
  async captureChanged(): Promise<readonly string[]> {
    return this.#captured?.news === this.#news ? this.#captured.lines : this.capture();
  }

  /** As one bracketed paste, so that line breaks do not submit. The text must hold no control characters but tab and line break. */
  async paste(text: string): Promise<void> {
    const buffer = `parley-${this.id.slice(1)}`;
    await this.#server.run("set-buffer", "-b", buffer, "--", text);
    await this.#server.run("paste-buffer", "-p", "-d", "-b", buffer, "-t", this.id);
  }

  /** Keys by tmux's names; a word that is none of them is typed as it is. */
  async press(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#server.run("send-keys", "-t", this.id, "--", ...keys);
  }

  async type(text: string): Promise<void> {
    await this.#server.run("send-keys", "-t", this.id, "-l", "--", text);
  }

  [Symbol.dispose](): void {
    this.#isOpen = false;
    this.#listening?.[Symbol.dispose]();
    this.screen[Symbol.dispose]();
  }

  #output(bytes: Buffer): void {
    this.#news++;
    // Before the first look it would be shown twice.
    if (!this.#isFresh || !this.#isOpen) return;
    this.screen.write(bytes).then(
      () => this.#isOpen && this.#wake(),
      () => {},
    );
  }

  #changed(): void {
    this.#news++;
    this.#isFresh = false;
    this.#look().then(
      () => this.#isOpen && this.#wake(),
      () => {},
    );
  }

  /** Replies and output come over one connection, in order: what follows the reply is what the look did not have. */
  async #look(): Promise<void> {
    const format = "#{pane_width} #{pane_height} #{alternate_on} #{cursor_x} #{cursor_y}";
    let about = "";
    await Promise.all([
      this.#server.runNow(["display-message", "-p", "-t", this.id, format], ([line]) => {
        about = line ?? "";
      }),
      this.#server.runNow(["capture-pane", "-p", "-e", "-t", this.id], (lines) => {
        const [columns = 200, rows = 50, alternate = 0, column = 0, row = 0] = about.split(" ").map(Number);
        this.#isFresh = true;
        return this.#isOpen ? this.screen.restart({ columns, rows, isAlternate: alternate === 1, cursor: { column, row }, lines }) : undefined;
      }),
    ]);
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#closed();
  }
}

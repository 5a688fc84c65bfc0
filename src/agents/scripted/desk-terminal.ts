import type { Screen, ScreenSpan } from "#domain/agent";

const columns = 80;
const rows = 24;
const maxTyped = 1_000;

/** A terminal that shows the script's lines and, in colour, what was typed below them. */
export class DeskTerminal {
  readonly #shown: readonly string[];
  readonly #watchers = new Set<() => void>();
  #typed = "";

  constructor(shown: readonly string[]) {
    this.#shown = shown;
  }

  /** The line that Enter submits; undefined for any other key. */
  press(key: string): string | undefined {
    const line = this.#take(key);
    for (const changed of this.#watchers) changed();
    return line;
  }

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  #take(key: string): string | undefined {
    if (key !== "Enter") {
      this.#typed = (this.#typed + key).slice(0, maxTyped);
      return undefined;
    }
    const line = this.#typed;
    this.#typed = "";
    return line === "" ? undefined : line;
  }

  screen(): Screen {
    const composer: readonly ScreenSpan[] = [
      { text: "> ", dim: true },
      { text: this.#typed, color: "#7aa2f7", bold: true },
    ];
    const lines = [...this.#shown.map((text): readonly ScreenSpan[] => [{ text }]), composer].slice(-rows);
    return { columns, rows, lines, cursor: { column: Math.min(2 + this.#typed.length, columns - 1), row: lines.length - 1 } };
  }
}

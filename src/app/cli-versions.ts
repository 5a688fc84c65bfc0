import { stat } from "node:fs/promises";
import { outputOrFault } from "#wire/child";

/** Some CLIs take ten seconds to say their version, on a slow machine longer. */
const withinMs = 60_000;
const atOnce = 2;

/** What a program answered to `--version`. `asking`: it has not answered yet. */
export type CliVersion = { readonly output?: string } | "asking";

/** What CLIs say about their version: each is asked once, and again only after it was changed. Never more than two at a time. */
export class CliVersions {
  readonly #known = new Map<string, { readonly file: string; readonly answer: Promise<{ readonly output?: string }>; now: CliVersion }>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** What is known at this moment; asks if nobody did. */
  async now(path: string, environment: Readonly<Record<string, string>>): Promise<CliVersion> {
    return (await this.#entry(path, environment)).now;
  }

  /** Waits for the answer. */
  async of(path: string, environment: Readonly<Record<string, string>>): Promise<CliVersion> {
    return (await this.#entry(path, environment)).answer;
  }

  async #entry(path: string, environment: Readonly<Record<string, string>>) {
    const file = await stat(path).then(
      ({ ino, size, mtimeMs }) => [ino, size, mtimeMs].join("/"),
      () => "",
    );
    const known = this.#known.get(path);
    if (known?.file === file) return known;
    const answer = this.#ask(path, environment);
    const entry: { readonly file: string; readonly answer: typeof answer; now: CliVersion } = { file, answer, now: "asking" };
    this.#known.set(path, entry);
    void answer.then((found) => (entry.now = found));
    return entry;
  }

  async #ask(path: string, environment: Readonly<Record<string, string>>): Promise<{ readonly output?: string }> {
    if (this.#running >= atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return { output: await outputOrFault([path, "--version"], environment, withinMs) };
    } catch {
      return {};
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

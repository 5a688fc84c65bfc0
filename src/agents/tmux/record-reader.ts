import { truncate } from "node:fs/promises";
import { join } from "node:path";
import type { Profile, TranscriptContext, TranscriptFact } from "./profile.ts";
import { cliEnvironment } from "./cli-pane.ts";
import type { Remembered } from "./seat-memory.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import { transcriptFiles } from "./transcript-files.ts";
import { TranscriptTail } from "./transcript-tail.ts";

/** Reads what a CLI writes about its conversation, in order and each line once. */
export class RecordReader {
  readonly #profile: Profile;
  readonly #heard: (fact: TranscriptFact) => Promise<void>;
  readonly #stream: TranscriptTail | undefined;
  readonly #places: readonly string[];
  readonly #context: TranscriptContext;
  #tail: TranscriptTail | undefined;
  /** How long the transcripts of the directory were when the turn began. */
  #sizes: ReadonlyMap<string, number> | undefined;
  #last: Promise<void> = Promise.resolve();
  #factsIn: (line: string) => readonly TranscriptFact[];

  constructor(parts: Pick<TmuxSeatParts, "profile" | "spec" | "userHome" | "settings" | "environment">, heard: (fact: TranscriptFact) => Promise<void>) {
    const { profile, spec, userHome } = parts;
    this.#profile = profile;
    this.#factsIn = profile.recordReader?.() ?? profile.readRecord;
    this.#heard = heard;
    this.#context = { userHome, workDir: spec.workDir, env: cliEnvironment(parts), folder: spec.folder };
    this.#places = [profile.transcriptFolder(this.#context), ...parts.settings.history];
    this.#stream = profile.stream === undefined ? undefined : new TranscriptTail(join(spec.folder, profile.stream.file), 0);
  }

  get path(): string | undefined {
    return this.#tail?.path;
  }

  /** Where the next line of the transcript begins. */
  get offset(): number {
    return this.#tail?.offset ?? 0;
  }

  /** From that offset, or from what is written from now on. */
  async follow(path: string, from: number | "end"): Promise<void> {
    this.#tail = new TranscriptTail(path, from === "end" ? await TranscriptTail.endOf(path) : from);
    this.#factsIn = this.#profile.recordReader?.() ?? this.#profile.readRecord;
  }

  /** What is written from now on belongs to a new turn. Returns the transcript's offset. Without hooks of ours its transcript has to be found. */
  async beginTurn({ pane, conversation }: Pick<Remembered, "pane" | "conversation">): Promise<number> {
    const own = conversation === undefined ? undefined : this.#profile.transcriptOf?.(conversation, this.#context);
    if (own !== undefined && pane?.isOwn === true && own !== this.path) await this.follow(own, "end");
    if (this.#tail === undefined && pane?.isOwn === false) this.#sizes = await this.#sizesNow();
    if (this.#stream !== undefined) await truncate(this.#stream.path).catch(() => {});
    await this.read();
    return this.offset;
  }

  /** One reading at a time: two would hear the same lines. */
  read(): Promise<void> {
    const reading = this.#last.then(() => this.#readAll());
    this.#last = reading.catch(() => {});
    return reading;
  }

  /** A CLI that somebody else started calls no hooks of ours: its transcript is the one that grows after our prompt. */
  async #discover(): Promise<void> {
    if (this.#tail !== undefined || this.#sizes === undefined) return;
    for (const [path, size] of await this.#sizesNow()) {
      const before = this.#sizes.get(path) ?? 0;
      if (size > before) return this.follow(path, before);
    }
  }

  async #sizesNow(): Promise<ReadonlyMap<string, number>> {
    const paths = await Promise.all(this.#places.map((place) => transcriptFiles(this.#profile, place)));
    return new Map(await Promise.all(paths.flat().map(async (path) => [path, await TranscriptTail.endOf(path)] as const)));
  }

  async #readAll(): Promise<void> {
    await this.#discover();
    const pieces = (await this.#stream?.read()) ?? [];
    for (const line of (await this.#tail?.read()) ?? []) for (const fact of this.#factsIn(line)) await this.#heard(fact);
    for (const line of pieces) {
      const piece = this.#profile.stream?.read(line);
      if (piece !== undefined) await this.#heard(piece);
    }
  }
}

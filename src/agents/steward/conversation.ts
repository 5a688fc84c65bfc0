import { copyFile, open, rename, truncate, type FileHandle } from "node:fs/promises";
import { z } from "zod";
import { callsOf, type ModelMessage } from "#agents/kit/model/model";
import { readRegularFile } from "#lib/fs/regular-file";

/** Older parts are replaced by a summary long before. */
const mostBytes = 256 * 1024 * 1024;

const text = z.string();
const entry = z.union([
  z.object({ kind: z.literal("summary"), text }),
  z.object({ kind: z.literal("prompt"), turn: text, text }),
  z.object({ kind: z.literal("message"), turn: text, at: z.number(), message: z.custom<ModelMessage>((value) => typeof value === "object" && value !== null) }),
  z.object({ kind: z.literal("answer"), key: text, text }),
]);

export type ConversationEntry = z.output<typeof entry>;

/**
 * What a session has said and heard, in a file of its own folder: one line an entry, appended before anything follows from it.
 * What follows a line that cannot be read is dropped when the file is opened again.
 */
export class ModelConversation implements AsyncDisposable {
  readonly #path: string;
  #file: FileHandle;
  #entries: ConversationEntry[];
  #tail: Promise<unknown> = Promise.resolve();

  static async open(path: string): Promise<ModelConversation> {
    const bytes = await readRegularFile(path, mostBytes).catch((cause: unknown) => {
      if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return Buffer.alloc(0);
      throw cause;
    });
    const entries: ConversationEntry[] = [];
    let end = 0;
    for (let next = bytes.indexOf(10); next >= 0; next = bytes.indexOf(10, end)) {
      const read = parsed(bytes.toString("utf8", end, next));
      if (read === undefined) break;
      entries.push(read);
      end = next + 1;
    }
    if (end < bytes.length) {
      // A line that a kill cut off is dropped; of a file that was damaged otherwise a copy is kept.
      if (bytes.indexOf(10, end) >= 0) await copyFile(path, `${path}.damaged`);
      await truncate(path, end);
    }
    return new ModelConversation(path, await open(path, "a", 0o600), entries);
  }

  private constructor(path: string, file: FileHandle, entries: ConversationEntry[]) {
    this.#path = path;
    this.#file = file;
    this.#entries = entries;
  }

  /**
   * Resolves when a kill cannot lose it any more. An answer also survives a power failure, because the hub does not hand it over again;
   * whatever else such a failure takes, the model is asked for again, and the same call has the same key.
   */
  add(added: ConversationEntry): Promise<void> {
    this.#entries.push(added);
    return this.#inOrder(async () => {
      await this.#file.appendFile(`${JSON.stringify(added)}\n`);
      if (added.kind === "answer") await this.#file.datasync();
    });
  }

  has(turn: string): boolean {
    return this.#entries.some((one) => one.kind === "prompt" && one.turn === turn);
  }

  answerTo(key: string): string | undefined {
    const found = this.#entries.find((one) => one.kind === "answer" && one.key === key);
    return found?.kind === "answer" ? found.text : undefined;
  }

  /** As a model is told it. */
  messages(): readonly ModelMessage[] {
    return this.#entries.flatMap(messageOf);
  }

  /** What the model said and the tools returned in that turn. */
  ofTurn(turn: string): readonly { readonly at: number; readonly message: ModelMessage }[] {
    return this.#entries.flatMap((one) => (one.kind === "message" && one.turn === turn ? [{ at: one.at, message: one.message }] : []));
  }

  /** Calls at the end that were never finished get a result that says so: no model accepts a call without one. */
  async settle(turn: string, at: number, why: string): Promise<void> {
    const last = this.#entries.findLast((one) => one.kind === "message");
    const calls = last?.kind === "message" && last.message.role === "assistant" ? callsOf(last.message.parts) : [];
    if (calls.length === 0) return;
    const results = calls.map(({ id, name }) => ({ id, name, text: why, isError: true }));
    await this.add({ kind: "message", turn, at, message: { role: "tool", results } });
  }

  /** Everything before the last `kept` messages is replaced by a summary. */
  async replaceOlder(summary: string, kept: number): Promise<void> {
    const places = this.#entries.flatMap((one, at) => (messageOf(one).length > 0 ? [at] : []));
    const from = kept === 0 ? this.#entries.length : (places.at(-kept) ?? 0);
    const entries: ConversationEntry[] = [{ kind: "summary", text: summary }, ...this.#entries.slice(from)];
    this.#entries = entries;
    await this.#inOrder(async () => {
      const fresh = `${this.#path}.new`;
      const file = await open(fresh, "w", 0o600);
      await file.writeFile(entries.map((one) => `${JSON.stringify(one)}\n`).join(""));
      await file.datasync();
      await file.close();
      await rename(fresh, this.#path);
      await this.#file.close();
      this.#file = await open(this.#path, "a", 0o600);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tail.catch(() => {});
    await this.#file.close();
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const mine = this.#tail.then(work, work);
    this.#tail = mine;
    return mine;
  }
}

function parsed(line: string): ConversationEntry | undefined {
  try {
    return entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function messageOf(one: ConversationEntry): readonly ModelMessage[] {
  switch (one.kind) {
    case "summary":
      return [{ role: "user", text: `[What was said before, summed up by you]\n${one.text}` }];
    case "prompt":
      return [{ role: "user", text: one.text }];
    case "message":
      return [one.message];
    case "answer":
      return [];
  }
}

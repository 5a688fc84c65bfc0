import type { OpenTurn } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { Answer, Ask } from "#domain/question";
import type { TurnSink } from "#agents/kit/one-ending";
import { subjectDigest } from "#lib/digest";
import type { ModelConversation } from "./conversation.ts";

/** The questions of a session's turn: asked once, and each answer on disk before the hub takes it for handed over. */
export class OpenAsks {
  readonly #conversation: ModelConversation;
  readonly #waiting = new Map<string, { readonly digest: string; readonly answered: (text: string) => void }>();
  readonly #withdrawn: ReadonlySet<string>;

  constructor(conversation: ModelConversation, asked: OpenTurn["asked"] = []) {
    this.#conversation = conversation;
    this.#withdrawn = new Set(asked.filter(({ state }) => state === "withdrawn").map(({ key }) => key));
  }

  async ask(sink: TurnSink, turn: TurnId, ask: Ask, withdrawn: string, signal: AbortSignal): Promise<string> {
    const known = this.#conversation.answerTo(ask.key);
    if (known !== undefined) return known;
    if (this.#withdrawn.has(ask.key)) return withdrawn;
    const answer = Promise.withResolvers<string>();
    this.#waiting.set(ask.key, { digest: subjectDigest(ask.subject), answered: answer.resolve });
    const abandon = (): void => answer.reject(signal.reason);
    signal.addEventListener("abort", abandon, { once: true });
    try {
      signal.throwIfAborted();
      const heard = await sink.happened({ kind: "asked", turn, ask });
      if (heard.how === "late") return withdrawn;
      return await answer.promise;
    } catch (cause) {
      await sink.happened({ kind: "unasked", turn, key: ask.key, reason: withdrawn }).catch(() => {});
      throw cause;
    } finally {
      signal.removeEventListener("abort", abandon);
      answer.promise.catch(() => {});
      this.#waiting.delete(ask.key);
    }
  }

  /** False for an answer that is not to a question of this turn, or to another subject. */
  async answer(answer: Answer): Promise<boolean> {
    const waits = this.#waiting.get(answer.key);
    if (waits !== undefined && waits.digest !== answer.digest) return false;
    const text = answer.how === "expired" ? `Nobody answered. ${answer.reason}` : `${answer.by} answered: ${answer.option?.label ?? answer.text ?? ""}`;
    if (this.#conversation.answerTo(answer.key) === undefined) await this.#conversation.add({ kind: "answer", key: answer.key, text });
    waits?.answered(text);
    return waits !== undefined;
  }
}

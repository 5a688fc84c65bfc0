import { setImmediate as nextTurn } from "node:timers/promises";
import type { AnswerRoom } from "#http/door/answer-room";
import type { LargeTurns } from "#http/door/large-turns";
import type { AbortSource } from "./late-abort.ts";
import { encodeAnswer, type RpcAnswer } from "./post-response.ts";

export interface BatchParts {
  /** Undefined: this message needs no answer. */
  readonly answer: (message: unknown) => Promise<object | undefined>;
  /** What a request gets that no longer fits; undefined for a message that needs no answer. */
  readonly refuse: (message: unknown) => object | undefined;
  readonly mostBytes: number;
  /** Batches of one bearer share its turns. */
  readonly bearer: string;
  readonly turns: LargeTurns;
  /** Batches that run at the same time are counted together while they are made. */
  readonly room: AnswerRoom;
  readonly client: AbortSource;
}

/**
 * Answers, as JSON, of the messages of one batch: one after another, with a turn of the event loop between them, so that a batch holds up
 * nobody else. When the answers have reached `mostBytes`, or their caller leaves too much unread, the rest is not run.
 */
export async function runBatch(messages: readonly unknown[], parts: BatchParts): Promise<readonly RpcAnswer[]> {
  const { answer, refuse, mostBytes, bearer, turns, room, client } = parts;
  const answers: RpcAnswer[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (client.signal.aborted) break;
    const turn = bytes < mostBytes && !room.isFull() && turns.next(bearer);
    if (turn !== false) await turn;
    const answered = turn === false ? refuse(message) : await answer(message);
    if (answered === undefined) continue;
    const encoded = encodeAnswer(answered);
    bytes += Buffer.byteLength(encoded.json);
    answers.push(encoded);
    room.hold(bytes);
    turns.spend(bearer, encoded.json.length);
    await nextTurn();
  }
  return answers;
}

import type { ParsedLine } from "irc-framework";
import { KeyedQueue } from "#lib/keyed-queue";
import { fault, type IrcFault } from "./fault.ts";
import { faultOfTarget, faultOfText } from "./names.ts";
import { faultOfSending } from "./server-fault.ts";
import type { IrcSent } from "./spec.ts";
import { splitText } from "./split.ts";
import type { LinkContext } from "./link-context.ts";
import { ircFaultTexts } from "./texts.ts";

export interface LineSending {
  send(target: string, text: string, signal: AbortSignal): Promise<IrcSent>;
}

interface Letter {
  readonly target: string;
  readonly text: string;
  readonly signal: AbortSignal;
}

/** `room`: how many bytes of text fit into one PRIVMSG to that target. */
export function createSending(link: LinkContext, room: (target: string) => number): LineSending {
  const queue = new KeyedQueue<"send">();
  let barriers = 0;

  /** Resolves when the server has processed every previous line: it answers in order, and every server answers PING. */
  const barrier = (): Promise<true | undefined> => {
    const token = `parley-sent-${++barriers}`;
    const answer = link.lines.wait((line) => (line.command === "PONG" && line.params.at(-1) === token) || undefined, link.timings.sentMs);
    link.write(`PING :${token}`);
    return answer;
  };

  /** Resolves when the next message can be sent; `settle` may have been called before. */
  const deliver = async ({ target, text, signal }: Letter, settle: (sent: IrcSent) => void): Promise<void> => {
    const lines = splitText(text, room(target));
    let refusal: IrcFault | undefined;
    let refusals = 0;
    let written = 0;
    const stopListening = link.lines.listen((line) => {
      const refused = isAbout(line, target, link) ? faultOfSending(line, target) : undefined;
      if (refused !== undefined) refusals += 1;
      refusal ??= refused;
    });
    const not = (why: "refused" | "later" | "unknown", because: IrcFault): void => settle({ ok: false, why, fault: because, written });
    const leave = (): void => not(written === 0 ? "later" : "unknown", calledOff(written));
    const ends = AbortSignal.any([signal, link.life]);
    signal.addEventListener("abort", leave, { once: true });
    try {
      for (const line of lines) {
        if (link.silence() !== undefined || !(await link.pace.turn(ends)) || refusal !== undefined) break;
        link.write(`PRIVMSG ${target} :${line}`);
        written += 1;
      }
      if (written === 0) return not("later", link.silence() ?? calledOff(0));
      const isDealtWith = await barrier();
      // Each line that came too fast is turned down by itself.
      if (refusal?.code === "TooFast") not(refusals >= written ? "later" : "unknown", refusal);
      else if (refusal !== undefined) not("refused", refusal);
      else if (isDealtWith === undefined) not("unknown", link.silence() ?? unconfirmed);
      else if (written < lines.length) not("unknown", calledOff(written));
      else settle({ ok: true, written });
    } finally {
      signal.removeEventListener("abort", leave);
      stopListening();
    }
  };

  return {
    send: (target, text, signal) => {
      const bad = faultOfTarget(target, link.channelTypes()) ?? faultOfText(text);
      if (bad !== undefined) return Promise.resolve({ ok: false, why: "refused", fault: bad, written: 0 });
      const { promise, resolve, reject } = Promise.withResolvers<IrcSent>();
      const leave = (): void => resolve({ ok: false, why: "later", fault: calledOff(0), written: 0 });
      const begin = async (): Promise<void> => {
        signal.removeEventListener("abort", leave);
        if (!signal.aborted) await deliver({ target, text, signal }, resolve);
      };
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
      else queue.run("send", begin).catch(reject);
      return promise;
    },
  };
}

/** The server repeats the target in its error. */
function isAbout(line: ParsedLine, target: string, { fold }: LinkContext): boolean {
  return line.command === "411" || line.command === "412" || line.params.slice(1, -1).some((param) => fold(param) === fold(target));
}

const unconfirmed = fault("LinkLost", ircFaultTexts.ircFaultUnconfirmed);

function calledOff(written: number): IrcFault {
  return fault("CalledOff", ircFaultTexts.ircFaultCalledOff, { written });
}

import type { CommandContext, Language } from "#domain/command";
import type { Clock } from "#lib/time/clock";
import { KeyedQueue } from "#lib/keyed-queue";
import { say } from "#lib/words/words";
import { lineOf } from "./stored-line.ts";
import type { StoredIrcMessage } from "./store-received.ts";
import { handedBacklog } from "./handed-lines.ts";
import { printed, shorten } from "./shorten.ts";
import { ircTexts } from "./texts.ts";

/** What an agent is handed by itself. More stays for `irc pull`. */
export const forwardsAMinute = 10;
export const forwardEveryMs = 5_000;
const minuteMs = 60_000;

export interface Forward extends AsyncDisposable {
  /** Lines that were just kept. */
  kept(lines: readonly StoredIrcMessage[]): void;
  /** Lines of that room up to `n` were read by `irc pull`: they are not handed over any more. */
  pulled(room: string, n: number): void;
  /** Work on what was read and handed over, one after another. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Lines that were handed over, and that stayed because there were too many. */
  counts(): { readonly forwarded: number; readonly stayed: number };
}

export interface ForwardParts extends Pick<CommandContext, "backlog" | "received"> {
  readonly clock: Clock;
  readonly language: Language;
  readonly isOn: () => boolean;
}

/** Hands what others say to the session's agent: bounded, labelled, and slowly. */
export function createForward({ clock, language, isOn, backlog, received }: ForwardParts): Forward {
  const queue = new KeyedQueue<"turn">();
  /** When the lines of the last minute were taken on. */
  let recent: readonly number[] = [];
  let waiting: readonly StoredIrcMessage[] = [];
  let stayedSince = 0;
  let forwarded = 0;
  let stayed = 0;
  let nextAt = 0;
  let cancel: (() => void) | undefined;

  const arm = (): void => {
    if (waiting.length > 0) cancel ??= clock.after(Math.max(0, nextAt - clock.monotonic()), () => void queue.run("turn", handOver));
  };

  const handOver = async (): Promise<void> => {
    cancel = undefined;
    const room = waiting[0]?.room;
    if (room === undefined) return;
    const mine = waiting.filter((one) => one.room.key === room.key);
    waiting = waiting.filter((one) => one.room.key !== room.key);
    nextAt = clock.monotonic() + forwardEveryMs;
    const more = stayedSince;
    stayedSince = 0;
    const handed = await offer(mine, more).catch(() => false);
    if (handed) forwarded += mine.length;
    else stayed += mine.length;
    arm();
  };

  /** Once they are with the agent, `irc pull` leaves them out. */
  const offer = async (lines: readonly StoredIrcMessage[], more: number): Promise<boolean> => {
    const [first] = lines;
    if (first === undefined) return false;
    const { lines: shown, truncated } = shorten(
      lines.map(({ entry }) => lineOf(entry)),
      "summary",
    );
    const notes = [
      ...(truncated ? [say(language, ircTexts.ircForwardCut)] : []),
      ...(more === 0 ? [] : [say(language, ircTexts.ircForwardMore, { count: more })]),
    ];
    const nicks = new Set(shown.flatMap(({ nick }) => (nick === "" ? [] : [nick])));
    const [nick = ""] = nicks;
    const isDirect = first.room.name === "*";
    const handed = await received({
      key: `${first.room.key} ${first.entry.n}`,
      at: first.entry.at,
      from: { channel: "irc", room: isDirect ? nick : first.room.name },
      direct: isDirect,
      addressed: true,
      by: { kind: "outside", name: nicks.size === 1 ? nick : say(language, ircTexts.ircSeveral) },
      what: { kind: "said", text: [...shown.map(printed), ...notes].join("\n") },
    });
    if (handed === "kept") return false;
    await handedBacklog(backlog, first.room.key).add(lines.map(({ entry }) => ({ at: entry.at, body: { n: entry.n } })));
    return true;
  };

  return {
    kept: (lines) => {
      if (!isOn()) return;
      const now = clock.monotonic();
      recent = recent.filter((at) => now - at < minuteMs);
      for (const line of lines) {
        // Machines speak in notices, and answering them is how machines begin to talk to each other.
        if (line.message.kind === "notice") continue;
        if (recent.length >= forwardsAMinute) {
          stayed += 1;
          stayedSince += 1;
          continue;
        }
        recent = [...recent, now];
        waiting = [...waiting, line];
      }
      arm();
    },
    pulled: (room, n) => {
      waiting = waiting.filter(({ room: { key }, entry }) => key !== room || entry.n > n);
    },
    inTurn: (work) => queue.run("turn", work),
    counts: () => ({ forwarded, stayed }),
    [Symbol.asyncDispose]: async () => {
      cancel?.();
      waiting = [];
      await queue.idle();
    },
  };
}

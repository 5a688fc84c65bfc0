import { isDeepStrictEqual } from "node:util";
import type { ParsedLine } from "irc-framework";
import { defined } from "#lib/defined";
import type { Clock } from "#lib/time/clock";
import { untilAborted } from "#lib/until-aborted";
import { foldName } from "./case-map.ts";
import { faultOfSpec } from "./check-spec.ts";
import { createConnection, type IrcConnection } from "./connection.ts";
import type { IrcFault } from "./fault.ts";
import { createJoining, type Joining } from "./joining.ts";
import { createKeepalive, type Keepalive } from "./keepalive.ts";
import { noSignOfLife, notAnyMore, notYet, otherNick, unlikeSpec } from "./link-fault.ts";
import { logIn } from "./log-in.ts";
import { faultOfTarget } from "./names.ts";
import { readMessage } from "./read-message.ts";
import { createRegainNick, type RegainNick } from "./regain-nick.ts";
import { createReplays } from "./replays.ts";
import { createRedact, redactFault, type Redact } from "./redact.ts";
import { createOwnIdentity, type OwnIdentity } from "./own-identity.ts";
import { createSending, type LineSending } from "./sending.ts";
import { readSighting } from "./sightings.ts";
import { faultOfClosing, faultOfLogin, killed, wordsOf } from "./server-fault.ts";
import { splitText } from "./split.ts";
import { defaultTimings, type IrcLink, type IrcSink, type IrcSpec, type IrcState, type IrcTimings } from "./spec.ts";
import { createLinkContext, type LinkContext } from "./link-context.ts";
import { createWhoIs, type WhoIs } from "./who-is.ts";

export interface IrcWorld {
  readonly clock: Clock;
  /** Called asynchronously, never before `openIrc` has returned. */
  readonly sink: IrcSink;
  /** Ends the link as `quit` does. */
  readonly signal: AbortSignal;
}

const quitBytes = 200;

type Progress = "unopened" | "dialing" | "registering" | "welcome" | "ready" | "leaving" | "over";

/** The only way to connect to IRC servers. Connects, logs in and joins, then stays until the link is lost, rejected or closed. */
export function openIrc(spec: IrcSpec, world: IrcWorld): IrcLink {
  return new OpenLink(spec, world);
}

class OpenLink implements IrcLink {
  readonly #spec: IrcSpec;
  readonly #world: IrcWorld;
  readonly #timings: IrcTimings;
  readonly #redact: Redact;
  readonly #connection: IrcConnection;
  readonly #self: OwnIdentity;
  readonly #link: LinkContext;
  readonly #joining: Joining;
  readonly #sending: LineSending;
  readonly #who: WhoIs;
  readonly #nicks: RegainNick;
  readonly #replays = createReplays();
  readonly #life = new AbortController();
  readonly #settled = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  readonly #leave = (): void => void this.quit();
  #state: IrcState = { kind: "connecting" };
  #progress: Progress = "unopened";
  #lastWord: IrcFault | undefined;
  #keepalive: Keepalive | undefined;

  constructor(spec: IrcSpec, world: IrcWorld) {
    const { clock, sink } = world;
    this.#spec = spec;
    this.#world = world;
    this.#timings = { ...defaultTimings, ...spec.timings };
    this.#redact = createRedact([spec.password, spec.nickServPassword, ...spec.channels.map((channel) => channel.key)]);
    this.#connection = createConnection(spec, this.#timings, clock, {
      opened: () => void this.#opened(),
      heard: (line) => {
        if (this.#progress !== "over") this.#read(line);
      },
      passed: (line, direction) => sink.trace?.({ at: clock.now(), direction, line: this.#redact.line(line.replace(/[\r\n]+$/, "")) }),
      closed: (reason) => {
        this.#finish(this.#progress === "leaving" ? { kind: "closed" } : { kind: "error", fault: this.#lastWord ?? reason });
        this.#closed.resolve();
      },
    });
    this.#self = createOwnIdentity(spec.nick, this.#connection.supports);
    this.#link = createLinkContext(spec, this.#connection, {
      clock,
      timings: this.#timings,
      life: this.#life.signal,
      fold: this.fold,
      isOwn: (nick) => this.same(nick, this.#self.nick),
      silence: () => this.#silence(),
    });
    this.#joining = createJoining(this.#link);
    this.#sending = createSending(this.#link, this.room);
    this.#who = createWhoIs(this.#link);
    this.#nicks = createRegainNick(this.#link, spec, clock, () => this.#self.nick);
    queueMicrotask(() => this.#begin());
  }

  get state(): IrcState {
    return this.#state;
  }
  get nick(): string {
    return this.#self.nick;
  }

  readonly joined = (channel: string): boolean => this.#joining.isIn(channel);
  readonly same = (one: string, other: string): boolean => this.fold(one) === this.fold(other);
  readonly fold = (name: string): string => foldName(name, this.#connection.supports("CASEMAPPING") ?? "rfc1459");
  readonly faults = (): readonly IrcFault[] => unlikeSpec(this.#spec, this.#joining, this.#self.nick).map((one) => redactFault(this.#redact, one));
  readonly tellsAccounts = (): boolean => this.#connection.has("account-tag");
  readonly whoIs: IrcLink["whoIs"] = (nick, signal) => this.#who.whoIs(nick, signal);
  readonly nickOf: IrcLink["nickOf"] = (account, signal) => this.#who.nickOf(account, signal);
  readonly room = (target: string): number => this.#self.room(target);
  readonly waitMs = (): number => this.#link.pace.waitMs();

  readonly settled = async (until: AbortSignal): Promise<IrcState> => {
    await untilAborted(this.#settled.promise, until);
    return this.#state;
  };

  readonly join: IrcLink["join"] = async (channel) => {
    this.#redact.add(channel.key);
    const answer = await this.#joining.join(channel);
    this.#update();
    return answer.ok ? answer : { ok: false, fault: redactFault(this.#redact, answer.fault) };
  };

  readonly send: IrcLink["send"] = async (target, text, until) => {
    const sent = await this.#sending.send(target, text, until);
    return sent.ok ? sent : { ...sent, fault: redactFault(this.#redact, sent.fault) };
  };

  readonly typing = (target: string): void => {
    const { pace, life, write } = this.#link;
    const mayType = this.#progress === "ready" && pace.waitMs() === 0 && this.#connection.has("message-tags") && faultOfTarget(target) === undefined;
    if (mayType) void pace.turn(life).then((mayGo) => mayGo && write(`@+typing=active TAGMSG ${target}`));
  };

  readonly quit = async (reason = "Leaving"): Promise<void> => {
    if (this.#progress === "unopened") this.#closed.resolve();
    if (this.#isAt("unopened", "dialing")) {
      this.#finish({ kind: "closed" });
      this.#connection.destroy();
    } else if (!this.#isAt("leaving", "over")) {
      this.#progress = "leaving";
      this.#hangUp(reason);
    }
    await this.#closed.promise;
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.quit();
  }

  /** Why nothing can be sent. */
  #silence(): IrcFault | undefined {
    if (this.#progress === "ready") return undefined;
    if (this.#state.kind === "error") return this.#state.fault;
    return this.#isAt("leaving", "over") ? notAnyMore() : notYet();
  }

  #begin(): void {
    const { signal, sink } = this.#world;
    if (this.#progress !== "unopened") return;
    if (signal.aborted) return this.#leave();
    signal.addEventListener("abort", this.#leave, { once: true });
    const bad = faultOfSpec(this.#spec);
    if (bad === undefined) {
      this.#progress = "dialing";
      sink.changed(this.#state);
      this.#connection.open();
    } else {
      this.#finish({ kind: "error", fault: bad });
      this.#closed.resolve();
    }
  }

  async #opened(): Promise<void> {
    this.#progress = "registering";
    const lost = (): void => {
      this.#finish({ kind: "error", fault: noSignOfLife(this.#spec) });
      this.#connection.destroy();
    };
    this.#keepalive = createKeepalive({ ...this.#timings, ask: () => this.#link.write("PING :parley-there"), lost }, this.#world.clock);
    const refused = await logIn(this.#link, this.#spec);
    if (!this.#isAt("registering", "welcome")) return;
    if (refused !== undefined) return this.#fail(refused);
    this.#progress = "ready";
    this.#nicks.begin(this.#spec.nickServPassword !== undefined);
    this.#update();
    await Promise.all(this.#spec.channels.map((channel) => this.#joining.join(channel).then(() => this.#update())));
    this.#settled.resolve();
  }

  #read(line: ParsedLine): void {
    const { isOwn, lines } = this.#link;
    this.#keepalive?.heard();
    const nickBefore = this.#self.nick;
    this.#self.hear(line, isOwn);
    this.#replays.hear(line);
    this.#nicks.hear(line);
    if (this.#progress === "registering" && this.#nicks.next(line)) return;
    const refused = this.#progress === "registering" ? faultOfLogin(line, this.#spec.nick) : undefined;
    if (refused !== undefined) return this.#fail(refused);
    if (!this.#answers(line)) return;
    if (this.#joining.hear(line) || nickBefore !== this.#self.nick) this.#update();
    lines.hear(line);
    if (this.#progress !== "registering") this.#passOn(line);
  }

  /** What the link itself does about a line; false: it has ended over it. */
  #answers(line: ParsedLine): boolean {
    const [first = ""] = line.params;
    switch (line.command) {
      case "PING":
        this.#link.write(`PONG :${(line.params.at(-1) ?? "").replaceAll(/[\r\n\0]/g, "")}`);
        break;
      case "001":
        if (this.#progress !== "registering") break;
        if (!this.#nicks.isAsked(first)) {
          this.#fail(otherNick(first, this.#spec.nick));
          return false;
        }
        this.#progress = "welcome";
        break;
      case "ERROR":
        this.#lastWord ??= faultOfClosing(line.params.at(-1) ?? "", this.#progress !== "registering");
        break;
      case "KILL":
        if (this.#link.isOwn(first)) this.#lastWord = killed(wordsOf(line));
        break;
    }
    return true;
  }

  #passOn(line: ParsedLine): void {
    const { clock, sink } = this.#world;
    const { isOwn } = this.#link;
    const statusSigns = this.#connection.supports("STATUSMSG") ?? "";
    const message = readMessage(line, { isOwn, statusSigns, now: clock.now(), isReplay: this.#replays.isReplay });
    if (message !== undefined) return sink.heard(message);
    const sighting = readSighting(line, isOwn);
    if (sighting !== undefined) sink.saw?.(sighting);
  }

  #isAt(...stages: readonly Progress[]): boolean {
    return stages.includes(this.#progress);
  }

  #show(next: IrcState): void {
    if (isDeepStrictEqual(next, this.#state)) return;
    this.#state = next;
    this.#world.sink.changed(next);
  }

  #update(): void {
    if (this.#progress !== "ready") return;
    const { channels } = this.#spec;
    const isJoined = channels.length > 0 && channels.every(({ name }) => this.#joining.isIn(name));
    const [fault] = this.faults();
    this.#show({ kind: isJoined ? "joined" : "connected", nick: this.#self.nick, ...defined({ fault }) });
  }

  #finish(last: IrcState): void {
    if (this.#progress === "over") return;
    this.#progress = "over";
    this.#world.signal.removeEventListener("abort", this.#leave);
    this.#show(last.kind === "error" ? { kind: "error", fault: redactFault(this.#redact, last.fault) } : last);
    this.#life.abort();
    this.#keepalive?.[Symbol.dispose]();
    this.#nicks[Symbol.dispose]();
    this.#link.pace[Symbol.dispose]();
    this.#link.lines[Symbol.dispose]();
    this.#settled.resolve();
  }

  /** Sends QUIT; the server closes the connection, or we do. */
  #hangUp(reason: string): void {
    const [words = "Leaving"] = splitText(reason.replaceAll(/\p{Cc}+/gu, " "), quitBytes);
    this.#link.write(`QUIT :${words}`);
    this.#connection.end();
    const cancel = this.#world.clock.after(this.#timings.quitMs, this.#connection.destroy);
    void this.#closed.promise.then(cancel);
  }

  #fail(why: IrcFault): void {
    this.#finish({ kind: "error", fault: why });
    this.#hangUp("Leaving");
  }
}

import { isDeepStrictEqual } from "node:util";
import type { ParsedLine } from "irc-framework";
import type { Clock } from "#lib/time/clock";
import { foldName } from "./case-map.ts";
import { faultOfSpec } from "./check-spec.ts";
import { createConnection } from "./connection.ts";
import { createLineWaiter } from "./line-waiter.ts";
import type { IrcFault } from "./fault.ts";
import { createJoining } from "./joining.ts";
import { createKeepalive, type Keepalive } from "./keepalive.ts";
import { changedNick, noSignOfLife, notAnyMore, notYet, otherNick, takenNick } from "./link-fault.ts";
import { logIn } from "./log-in.ts";
import { faultOfTarget } from "./names.ts";
import { createPace } from "./pace.ts";
import { readMessage } from "./read-message.ts";
import { createRegainNick } from "./regain-nick.ts";
import { createReplays } from "./replays.ts";
import { createRedact } from "./redact.ts";
import { createOwnIdentity } from "./own-identity.ts";
import { createSending } from "./sending.ts";
import { readSighting } from "./sightings.ts";
import { faultOfClosing, faultOfLogin, killed, wordsOf } from "./server-fault.ts";
import { splitText } from "./split.ts";
import { defaultPace, defaultTimings, type IrcLink, type IrcSink, type IrcSpec, type IrcState } from "./spec.ts";
import type { LinkContext } from "./link-context.ts";
import { createWhoIs } from "./who-is.ts";

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
export function openIrc(spec: IrcSpec, { clock, sink, signal }: IrcWorld): IrcLink {
  const timings = { ...defaultTimings, ...spec.timings };
  const redact = createRedact([spec.password, spec.nickServPassword, ...spec.channels.map((channel) => channel.key)]);
  const life = new AbortController();
  const lines = createLineWaiter(clock);
  const pace = createPace(spec.pace ?? defaultPace, clock);
  const settled = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let state: IrcState = { kind: "connecting" };
  let progress: Progress = "unopened";
  let lastWord: IrcFault | undefined;
  let keepalive: Keepalive | undefined;

  const connection = createConnection(spec, timings, clock, {
    opened: () => void opened(),
    heard: (line) => {
      if (progress !== "over") read(line);
    },
    passed: (line, direction) => sink.trace?.({ at: clock.now(), direction, line: redact.line(line.replace(/[\r\n]+$/, "")) }),
    closed: (reason) => {
      finish(progress === "leaving" ? { kind: "closed" } : { kind: "error", fault: lastWord ?? reason });
      closed.resolve();
    },
  });
  const self = createOwnIdentity(spec.nick, connection.supports);
  const fold = (name: string): string => foldName(name, connection.supports("CASEMAPPING") ?? "rfc1459");
  const isOwn = (nick: string): boolean => fold(nick) === fold(self.nick);
  const link: LinkContext = {
    lines,
    pace,
    timings,
    fold,
    isOwn,
    life: life.signal,
    write: connection.write,
    announces: connection.announces,
    channelTypes: () => connection.supports("CHANTYPES") ?? "#&",
    silence: () => {
      if (progress === "ready") return undefined;
      if (state.kind === "error") return state.fault;
      return isAt("leaving", "over") ? notAnyMore() : notYet();
    },
  };
  const joining = createJoining(link);
  const sending = createSending(link, (target) => self.room(target));
  const who = createWhoIs(link);
  const nicks = createRegainNick(link, spec, clock, () => self.nick);
  const replays = createReplays();

  const isAt = (...stages: readonly Progress[]): boolean => stages.includes(progress);
  const clean = ({ values, ...said }: IrcFault): IrcFault => ({
    ...said,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? redact.words(value) : value])),
  });
  const show = (next: IrcState): void => {
    if (isDeepStrictEqual(next, state)) return;
    state = next;
    sink.changed(state);
  };
  const update = (): void => {
    if (progress !== "ready") return;
    const isJoined = spec.channels.length > 0 && spec.channels.every(({ name }) => joining.isIn(name));
    const [why] = faults();
    show({ kind: isJoined ? "joined" : "connected", nick: self.nick, ...(why === undefined ? {} : { fault: clean(why) }) });
  };
  const faults = (): readonly IrcFault[] => {
    const missing = spec.channels.filter(({ name }) => !joining.isIn(name)).flatMap(({ name }) => joining.faultOf(name) ?? []);
    if (self.nick === spec.nick) return missing;
    return [...missing, (spec.otherNicks === undefined ? changedNick : takenNick)(self.nick, spec.nick)];
  };

  const finish = (last: IrcState): void => {
    if (progress === "over") return;
    progress = "over";
    signal.removeEventListener("abort", leave);
    show(last.kind === "error" ? { kind: "error", fault: clean(last.fault) } : last);
    life.abort();
    keepalive?.[Symbol.dispose]();
    nicks[Symbol.dispose]();
    pace[Symbol.dispose]();
    lines[Symbol.dispose]();
    settled.resolve();
  };
  /** Sends QUIT; the server closes the connection, or we do. */
  const hangUp = (reason: string): void => {
    const [words = "Leaving"] = splitText(reason.replaceAll(/\p{Cc}+/gu, " "), quitBytes);
    link.write(`QUIT :${words}`);
    connection.end();
    const cancel = clock.after(timings.quitMs, connection.destroy);
    void closed.promise.then(cancel);
  };
  const fail = (why: IrcFault): void => {
    finish({ kind: "error", fault: why });
    hangUp("Leaving");
  };

  const opened = async (): Promise<void> => {
    progress = "registering";
    const lost = (): void => {
      finish({ kind: "error", fault: noSignOfLife(spec) });
      connection.destroy();
    };
    keepalive = createKeepalive({ ...timings, ask: () => link.write("PING :parley-there"), lost }, clock);
    const refused = await logIn(link, spec);
    if (!isAt("registering", "welcome")) return;
    if (refused !== undefined) return fail(refused);
    progress = "ready";
    nicks.begin(spec.nickServPassword !== undefined);
    update();
    await Promise.all(spec.channels.map((channel) => joining.join(channel).then(update)));
    settled.resolve();
  };

  const read = (line: ParsedLine): void => {
    keepalive?.heard();
    const nickBefore = self.nick;
    self.hear(line, isOwn);
    replays.hear(line);
    nicks.hear(line);
    if (progress === "registering" && nicks.next(line)) return;
    const refused = progress === "registering" ? faultOfLogin(line, spec.nick) : undefined;
    if (refused !== undefined) return fail(refused);
    switch (line.command) {
      case "PING":
        link.write(`PONG :${(line.params.at(-1) ?? "").replaceAll(/[\r\n\0]/g, "")}`);
        break;
      case "001":
        if (progress !== "registering") break;
        if (!nicks.isAsked(line.params[0] ?? "")) return fail(otherNick(line.params[0] ?? "", spec.nick));
        progress = "welcome";
        break;
      case "ERROR":
        lastWord ??= faultOfClosing(line.params.at(-1) ?? "", progress !== "registering");
        break;
      case "KILL":
        if (isOwn(line.params[0] ?? "")) lastWord = killed(wordsOf(line));
        break;
    }
    if (joining.hear(line) || nickBefore !== self.nick) update();
    lines.hear(line);
    if (progress === "registering") return;
    const message = readMessage(line, { isOwn, statusSigns: connection.supports("STATUSMSG") ?? "", now: clock.now(), isReplay: replays.isReplay });
    if (message !== undefined) return sink.heard(message);
    const sighting = readSighting(line, isOwn);
    if (sighting !== undefined) sink.saw?.(sighting);
  };

  const quit = async (reason = "Leaving"): Promise<void> => {
    if (progress === "unopened") closed.resolve();
    if (isAt("unopened", "dialing")) {
      finish({ kind: "closed" });
      connection.destroy();
    } else if (!isAt("leaving", "over")) {
      progress = "leaving";
      hangUp(reason);
    }
    await closed.promise;
  };
  const leave = (): void => void quit();

  queueMicrotask(() => {
    if (progress !== "unopened") return;
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    const bad = faultOfSpec(spec);
    if (bad === undefined) {
      progress = "dialing";
      sink.changed(state);
      connection.open();
    } else {
      finish({ kind: "error", fault: bad });
      closed.resolve();
    }
  });

  return {
    get state() {
      return state;
    },
    get nick() {
      return self.nick;
    },
    joined: joining.isIn,
    settled: async (until) => {
      const gone = Promise.withResolvers<void>();
      const stop = (): void => gone.resolve();
      if (until.aborted) stop();
      until.addEventListener("abort", stop, { once: true });
      await Promise.race([settled.promise, gone.promise]);
      until.removeEventListener("abort", stop);
      return state;
    },
    join: async (channel) => {
      redact.add(channel.key);
      const answer = await joining.join(channel);
      update();
      return answer.ok ? answer : { ok: false, fault: clean(answer.fault) };
    },
    send: async (target, text, until) => {
      const sent = await sending.send(target, text, until);
      return sent.ok ? sent : { ...sent, fault: clean(sent.fault) };
    },
    same: (one, other) => fold(one) === fold(other),
    fold,
    faults: () => faults().map(clean),
    tellsAccounts: () => connection.has("account-tag"),
    whoIs: who.whoIs,
    nickOf: who.nickOf,
    room: (target) => self.room(target),
    waitMs: () => pace.waitMs(),
    typing: (target) => {
      const mayType = progress === "ready" && pace.waitMs() === 0 && connection.has("message-tags") && faultOfTarget(target) === undefined;
      if (mayType) void pace.turn(life.signal).then((mayGo) => mayGo && link.write(`@+typing=active TAGMSG ${target}`));
    },
    quit,
    [Symbol.asyncDispose]: () => quit(),
  };
}

import { describe, expect, it } from "vitest";
import { supervise, type Connect, type LinkLight } from "#channels/kit/supervisor";
import type { ChannelLinkState } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import { fakeClock } from "#test/fakes/clock";

interface Attempt {
  readonly light: LinkLight;
  readonly signal: AbortSignal;
  end(): void;
  fail(error: unknown): void;
}

function world(options: { readonly redAfterMs?: number } = {}) {
  const clock = fakeClock();
  const attempts: Attempt[] = [];
  const links: { state: ChannelLinkState; reason: string }[] = [];
  const stop = new AbortController();
  const connect: Connect = (light, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    attempts.push({ light, signal, end: resolve, fail: reject });
    return promise;
  };
  const supervised = supervise({
    connect,
    link: (state, reason = "") => void links.push({ state, reason }),
    clock,
    random: () => 0.999_999,
    signal: stop.signal,
    backoff: { firstMs: 1_000, maxMs: 8_000, stableMs: 10_000 },
    ...options,
  });
  const attempt = (): Attempt => {
    const last = attempts.at(-1);
    if (last === undefined) throw new Error("nobody has tried to connect");
    return last;
  };
  return { clock, attempts, attempt, links, stop, supervised };
}

describe("the supervisor", () => {
  it("reports connecting, then connected when the connection says so, and the first attempt is over", async () => {
    const { attempt, links, supervised } = world();
    attempt().light.up();
    await supervised.firstAttempt;
    expect(links).toEqual([
      { state: "connecting", reason: "" },
      { state: "connected", reason: "" },
    ]);
  });

  it("is red, and the first attempt is over, when the account behind the connection is offline from the start", async () => {
    const { attempt, links, supervised } = world();
    attempt().light.red("Logged out.");
    await supervised.firstAttempt;
    expect(links).toEqual([
      { state: "connecting", reason: "" },
      { state: "error", reason: "Logged out." },
    ]);
  });

  it("is yellow with the reason in words while it tries again, later and later, and never gives up", async () => {
    const { clock, attempts, attempt, links } = world({ redAfterMs: Infinity });
    for (let i = 0; i < 40; i++) {
      attempt().fail(Object.assign(new Error("connect ECONNREFUSED 10.0.0.1?token=s3cret"), { code: "ECONNREFUSED" }));
      await clock.settle();
      await clock.advance(8_000);
    }
    expect(attempts).toHaveLength(41);
    expect(links[1]).toEqual({ state: "connecting", reason: "Nobody listens at that address (connection refused). Trying again in a second." });
    expect(links.at(-1)).toEqual({ state: "connecting", reason: "Nobody listens at that address (connection refused). Trying again in 8 seconds." });
    expect(JSON.stringify(links)).not.toContain("s3cret");
  });

  it("waits its time before it tries again", async () => {
    const { clock, attempts, attempt } = world();
    attempt().end();
    await clock.advance(998);
    expect(attempts).toHaveLength(1);
    await clock.advance(1);
    expect(attempts).toHaveLength(2);
  });

  it("starts with short waits again after a link that held", async () => {
    const { clock, attempt, links } = world();
    for (let i = 0; i < 5; i++) {
      attempt().end();
      await clock.settle();
      await clock.advance(8_000);
    }
    attempt().light.up();
    await clock.advance(10_000);
    attempt().end();
    await clock.settle();
    expect(links.at(-1)).toEqual({ state: "connecting", reason: "The other side closed the connection. Trying again in a second." });
  });

  it("is red at once for what no waiting mends, and tries even that again", async () => {
    const { clock, attempts, attempt, links } = world();
    attempt().fail(new ParleyError("BadToken", "The token is wrong."));
    await clock.advance(1_000);
    expect(links.at(-1)).toEqual({ state: "error", reason: "The token is wrong. Trying again in a second." });
    expect(attempts).toHaveLength(2);
    attempt().light.up();
    expect(links.at(-1)?.state).toBe("connected");
  });

  it("turns red when it has not come up for a while, and green when it does", async () => {
    const { clock, attempt, links } = world({ redAfterMs: 5_000 });
    const states = [];
    for (let i = 0; i < 4; i++) {
      attempt().end();
      await clock.settle();
      states.push(links.at(-1)?.state);
      await clock.advance(8_000);
    }
    expect(states).toEqual(["connecting", "error", "error", "error"]);
    attempt().light.up();
    attempt().end();
    await clock.settle();
    expect(links.slice(-2).map((link) => link.state)).toEqual(["connected", "connecting"]);
  });

  it("shows an account that is off line behind a live connection as red, without connecting anew", async () => {
    const { clock, attempts, attempt, links } = world();
    attempt().light.up();
    attempt().light.red("The account was logged out.");
    await clock.settle();
    expect(links.at(-1)).toEqual({ state: "error", reason: "The account was logged out." });
    expect(attempts).toHaveLength(1);
  });

  it("ends cleanly while connected: closed is the last word, whatever the connection says afterwards", async () => {
    const { attempt, links, stop, supervised, clock } = world();
    attempt().light.up();
    stop.abort();
    expect(attempt().signal.aborted).toBe(true);
    attempt().fail(new Error("aborted"));
    await supervised.ended;
    attempt().light.up();
    attempt().light.red("late");
    expect(links.map((link) => link.state)).toEqual(["connecting", "connected", "closed"]);
    expect(clock.pending).toBe(0);
  });

  it("ends cleanly while it waits to try again, and leaves no timer", async () => {
    const { clock, attempts, attempt, links, stop, supervised } = world();
    attempt().end();
    await clock.settle();
    expect(clock.pending).toBe(1);
    stop.abort();
    await supervised.ended;
    expect({ timers: clock.pending, attempts: attempts.length, last: links.at(-1)?.state }).toEqual({ timers: 0, attempts: 1, last: "closed" });
  });

  it("does not connect at all when it is called off before it began", async () => {
    const links: ChannelLinkState[] = [];
    const { firstAttempt, ended } = supervise({
      connect: () => Promise.reject(new Error("must not be called")),
      link: (state) => void links.push(state),
      clock: fakeClock(),
      random: () => 0,
      signal: AbortSignal.abort(),
    });
    await Promise.all([firstAttempt, ended]);
    expect(links).toEqual(["closed"]);
  });
});

import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { inboundContract } from "./channel-inbound.ts";
import { postContract } from "./channel-post.ts";
import { renderContract } from "./channel-render.ts";
import { Desk, memoryOf, unless, startWith, withWorld, type Lacks, type OpenWorld } from "./channel-world.ts";

/** What every channel must do, whatever its platform. `lacks` says in words why a case cannot be shown on it. */
export function channelContract(name: string, open: OpenWorld, lacks: Lacks = {}): void {
  describe(`${name} keeps the channel contract`, () => {
    it("and gives a reason for each case that its platform lacks", () => {
      for (const [lack, reason] of Object.entries(lacks)) expect({ lack, words: reason.split(" ").length > 3 }).toEqual({ lack, words: true });
    });

    describe("as a link", () => {
      linkContract(open, lacks);
    });
    describe("for what comes in", () => {
      inboundContract(open, lacks);
    });
    describe("for what it renders", () => {
      renderContract(open);
    });
    describe("for what it posts", () => {
      postContract(open, lacks);
    });
  });
}

function linkContract(open: OpenWorld, lacks: Lacks): void {
  verifies("C-3.2-1", "starting logs in, tells how the link stands, and delivers what people say", async () => {
    await withWorld(open, {}, async (world, desk) => {
      await desk.until(() => desk.lastLink === "connected");
      expect(desk.links.map((link) => link.state)).toEqual(["connecting", "connected"]);
      world.says(world.direct, "hello");
      await desk.until(() => desk.events.length === 1);
    });
  });

  it("a wrong token is a red link with a reason that does not give the token away, and starting does not throw", async () => {
    await withWorld(open, { wrongToken: true }, async (world, desk) => {
      const { reason = "" } = await desk.until(() => desk.links.find((link) => link.state === "error"));
      expect(reason).toMatch(/token|password|secret|log ?in/i);
      expect(JSON.stringify(desk.links)).not.toContain(world.secret);
      expect(desk.links.map((link) => link.state)).not.toContain("connected");
    });
  });

  verifies("C-3.2-3", "disposing closes the connection, says so, and nothing comes back", async () => {
    await withWorld(open, {}, async (world, desk) => {
      await world.until(() => world.connections() === 1);
      await world.channel[Symbol.asyncDispose]();
      await world.until(() => world.connections() === 0);
      expect(desk.lastLink).toBe("closed");
      world.says(world.direct, "is anybody there");
      await world.stop();
      await world.listen();
      expect({ events: desk.events.length, links: desk.links.at(-1)?.state, connections: world.connections() }).toEqual({
        events: 0,
        links: "closed",
        connections: 0,
      });
    });
  });

  verifies("C-3.2-3", "aborting the signal closes the connection too, even while it waits to try again", async () => {
    await using world = await open();
    const desk = new Desk();
    const stop = new AbortController();
    await using channel = world.channel;
    await channel.start(desk, startWith(stop.signal));
    await world.stop();
    await desk.until(() => desk.links.filter((link) => link.reason !== undefined).length > 0);
    stop.abort();
    await desk.until(() => desk.lastLink === "closed");
    await world.listen();
    expect(world.connections()).toBe(0);
  });

  it("starting resolves when nobody is there yet, and the link comes up once somebody is (lesson 17)", async () => {
    await using world = await open();
    const desk = new Desk();
    await world.stop();
    await using channel = world.channel;
    await channel.start(desk, startWith(new AbortController().signal));
    expect(desk.lastLink).toBe("connecting");
    await world.listen();
    await desk.until(() => desk.lastLink === "connected");
  });

  it("lesson 17: it never gives up, and says why while it tries", async () => {
    await withWorld(open, {}, async (world, desk) => {
      await world.stop();
      const tries = await desk.until(() => {
        const down = desk.links.slice(2);
        return down.length >= 8 && down;
      });
      for (const { state, reason } of tries) {
        expect(state).not.toBe("connected");
        expect(reason).toMatch(/\. Trying again in /);
      }
      await world.listen();
      await desk.until(() => desk.lastLink === "connected");
    });
  });

  unless(
    lacks,
    "redelivery",
    "said before the start",
  )("what was said before it started is waiting for it, and is acknowledged", async () => {
    await using world = await open();
    const desk = new Desk();
    for (const text of ["one", "two", "three"]) world.says(world.direct, text);
    await using channel = world.channel;
    await channel.start(desk, startWith(new AbortController().signal));
    await world.until(() => world.unacked() === 0);
    expect(desk.events.map((event) => event.what)).toMatchObject([{ text: "one" }, { text: "two" }, { text: "three" }]);
  });

  unless(lacks, "redelivery")("lesson 17: what was said while the link was down comes when it is back", async () => {
    await withWorld(open, {}, async (world, desk) => {
      await world.stop();
      world.says(world.direct, "said while nobody listened");
      await world.listen();
      await world.until(() => world.unacked() === 0);
      expect(desk.events.map((event) => event.what)).toMatchObject([{ kind: "said", text: "said while nobody listened" }]);
    });
  });

  unless(lacks, "offline account")("lesson 17: an account that is off line behind a live socket shows red, and green when it is back", async () => {
    await withWorld(open, {}, async (world, desk) => {
      world.account(false);
      const red = await desk.until(() => desk.links.find((link) => link.state === "error"));
      expect(red.reason).toMatch(/off ?line|logged out/i);
      expect(world.connections()).toBe(1);
      world.account(true);
      await desk.until(() => desk.lastLink === "connected");
    });
  });

  unless(lacks, "native commands")("the hub's commands are in the platform's own list, and choosing one is a command", async () => {
    await withWorld(open, {}, async (world, desk) => {
      await world.until(() => world.listed().includes("use"));
      world.chooses("use work");
      const event = await desk.until(() => desk.events[0]);
      expect(event).toMatchObject({ from: world.group, addressed: true, what: { kind: "command", line: "use work" } });
    });
  });

  unless(lacks, "memory")("what it remembers outlives it: the next start goes on where the last one was", async () => {
    await using world = await open();
    const memory = memoryOf();
    const stop = new AbortController();
    const desk = new Desk();
    await using first = world.channel;
    await first.start(desk, startWith(stop.signal, memory));
    await desk.until(() => desk.lastLink === "connected");
    await first[Symbol.asyncDispose]();
    expect(world.resumed()).toBe(0);
    await using second = world.again();
    const later = new Desk();
    await second.start(later, startWith(stop.signal, memory));
    await later.until(() => later.lastLink === "connected");
    expect(world.resumed()).toBe(1);
    expect(JSON.stringify(await memory.get())).not.toContain(world.secret);
  });

  unless(lacks, "direct")("somebody who never wrote can be reached alone, and an account that does not exist cannot", async () => {
    await withWorld(open, {}, async (world, desk, signal) => {
      await desk.until(() => desk.lastLink === "connected");
      const to = await world.channel.direct?.(world.silent.account, signal);
      if (to === undefined) throw new Error("no direct chat was opened");
      const [piece] = world.channel.render([{ kind: "text", markdown: "psst" }], to);
      expect(piece && (await world.channel.post(to, piece, { key: "k1", signal }))).toMatchObject({ ok: true });
      expect(world.shown()).toMatchObject([{ room: to.room, text: "psst" }]);
      expect(await world.channel.direct?.(`${world.platform}:nobody-of-that-name`, signal)).toBeUndefined();
    });
  });
}

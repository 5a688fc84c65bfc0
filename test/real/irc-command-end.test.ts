import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { openIrcRoom, type IrcRoom } from "#test/fakes/irc/irc-room";
import { nothingYet, serveForAll } from "#test/fakes/irc/serve-for-all";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";

let { server, bob } = nothingYet;
serveForAll((both) => ({ server, bob } = both));

async function inTheChannel(nick: string): Promise<{ readonly room: IrcRoom; readonly quits: () => Promise<void> }> {
  const room = await openIrcRoom(server.port, { IRC_NICK: nick });
  await room.bus.bee.tool("agent_register", { ide: "Test", model: "none" });
  await room.exec("irc connect");
  // What came until now has arrived.
  await bob.synced();
  const from = bob.lines.length;
  return { room, quits: async () => void (await bob.says(new RegExp(`^:${nick}!\\S+ QUIT`), from)) };
}

describe("the end of a session says QUIT and leaves nothing behind", () => {
  verifies("IRC-LIFE-6", "when the agent unregisters", async () => {
    const { room, quits } = await inTheChannel("leaver");
    await using _room = room;
    expect(await room.light()).toBe("connected");
    await room.bus.bee.tool("agent_unregister", {});
    await quits();
    await expect.poll(() => room.light()).toBeUndefined();
  });

  verifies("IRC-LIFE-6", "when the agent is kicked", async () => {
    const { room, quits } = await inTheChannel("kicked");
    await using _room = room;
    expect((await room.bus.door.call("POST", `/api/agents/${room.bus.bee.id}/kick`, { token: room.bus.door.owner.token, body: {} })).status).toBeLessThan(300);
    await quits();
  });

  verifies("IRC-LIFE-6", "when its token is revoked", async () => {
    const { room, quits } = await inTheChannel("revoked");
    await using _room = room;
    await room.bus.door.hub.access.revokeToken({ kind: "operator" }, room.bus.door.agent.tokenId);
    await quits();
  });

  verifies("IRC-LIFE-6", "when half an hour passes without a sign of it, and not before", async () => {
    const { room, quits } = await inTheChannel("sleeper");
    await using _room = room;
    const before = room.bus.door.clock.pending;
    expect(before).toBeGreaterThan(0);
    for (let minute = 0; minute < 29; minute++) await alive(room, 60_000);
    expect(await room.light()).toBe("connected");
    await room.exec("irc pull");
    for (let minute = 0; minute < 29; minute++) await alive(room, 60_000);
    expect(await room.light()).toBe("connected");
    await alive(room, 60_000);
    await quits();
    await expect.poll(() => room.light()).toBe("closed");
  });

  verifies("IRC-LIFE-6", "when the hub stops", async () => {
    const { room, quits } = await inTheChannel("stopper");
    await room[Symbol.asyncDispose]();
    await quits();
  });

  verifies("IRC-LIFE-6", "and by hand too; then nothing connects again until something is to be sent", async () => {
    const { room, quits } = await inTheChannel("byhand");
    await using _room = room;
    expect((await room.exec("irc disconnect")).result).toMatchObject({ ok: true, state: "not_initialized", was_connected: true });
    await quits();
    expect((await room.exec("irc status")).result).toMatchObject({ state: "not_initialized" });
    expect((await room.exec("irc disconnect")).result).toMatchObject({ was_connected: false });
    expect((await room.exec("irc send --text again")).result).toMatchObject({ ok: true });
  });

  verifies("IRC-ENV-1", "and so does a .env that is taken away", async () => {
    const { room, quits } = await inTheChannel("orphan");
    await using _room = room;
    await rm(join(room.bus.door.workspace, ".agents/skills/irc-cli/secrets/.env"));
    expect(await room.exec("irc pull")).toMatchObject({ error_code: "MissingCredentials" });
    await quits();
    expect(await room.light()).toBe("closed");
    await room.env({});
    expect((await room.exec("irc send --text back")).result).toMatchObject({ ok: true });
  });

  verifies("IRC-NG-1", "before another one begins, however many commands come at once with a changed .env", async () => {
    const { room, quits } = await inTheChannel("changed");
    await using _room = room;
    const from = bob.lines.length;
    await room.env({ IRC_AUTO_FORWARD_TO_AGENT: 0 });
    const all = await Promise.all(["irc send --text a", "irc status", "irc pull", "irc send --text b", "irc connect"].map((line) => room.exec(line)));
    expect(all.map(({ exit_code: code }) => code)).toEqual([0, 0, 0, 0, 0]);
    await quits();
    await bob.synced();
    const moves = bob.lines.slice(from).flatMap((line) => /^:changed!\S+ (JOIN|QUIT)/.exec(line)?.[1] ?? []);
    expect(moves).toEqual(["QUIT", "JOIN"]);
  });

  verifies(["IRC-NG-1", "IRC-NG-3"], "so nobody listens for an agent that is gone, and a session never has two links", async () => {
    const { room, quits } = await inTheChannel("single");
    await using _room = room;
    const from = bob.lines.length;
    await room.env({ IRC_NICK: "renamed" });
    // The next command of whatever kind notices it; pull connects to nothing.
    await room.exec("irc pull");
    await quits();
    bob.send("PRIVMSG #lemon :nobody hears this");
    await bob.synced();
    expect((await room.exec("irc send --text here")).result).toMatchObject({ ok: true });
    await bob.says(/^:renamed!\S+ PRIVMSG #lemon :here/, from);
    expect(bob.lines.slice(from).filter((line) => /JOIN/.test(line))).toEqual([holding("renamed")]);
    expect((await room.exec("irc pull")).result).toMatchObject({ returned: 0 });
  });
});

/** Time passes in the hub, and the link's own questions to the server are answered meanwhile. */
async function alive(room: IrcRoom, ms: number): Promise<void> {
  await room.bus.door.clock.advance(ms);
  await bob.synced();
}

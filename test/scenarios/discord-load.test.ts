import { expect, it } from "vitest";
import { DiscordServer } from "#test/fakes/discord/server";
import { expectExactlyOnce } from "./exactly-once.ts";

const [chats, each] = [100, 10];

it(`Discord: ${chats * each} messages over ${chats} chats, while sockets drop at random, sessions are lost and the hub is killed: each arrives once, both ways`, async () => {
  await using server = await DiscordServer.start({ heartbeatMs: 1_000 });
  const users = Array.from({ length: chats }, (_, i) => server.user(`User${i}`));
  const rooms = new Map(users.map((user) => [user, server.direct(user)]));
  const roomOf = (user: string): string => rooms.get(user) ?? "";
  const answers = new Set<string>();
  // What is read by REST after a lost session is acknowledged nowhere: it has arrived when it is answered.
  const unanswered = (): number => {
    const shown = new Set(server.posted.map(({ content }) => content));
    return [...answers].filter((answer) => !shown.has(answer)).length;
  };
  await expectExactlyOnce(
    {
      platform: "discord",
      token: server.token,
      apiRoot: server.root,
      users,
      dedupes: true,
      say: (user, text) => {
        server.say(user, roomOf(user), text);
        if (text.startsWith("m-")) answers.add(`got ${text}`);
      },
      unread: () => (server.gateway.unacked > 0 ? server.gateway.unacked : unanswered()),
      posts: () => server.calls.filter(({ route }) => route === "createMessage").length,
      shown: (user) => server.posted.filter(({ channel }) => channel.id === roomOf(user)).map(({ content }) => content),
      disturb: (round) => {
        server.fault({ on: ["createMessage"], kind: "drop-after", times: 3 });
        server.fault({ on: ["createMessage"], kind: "drop-before", times: 3 });
        server.fault({ on: ["createMessage"], kind: "limit", times: 2, retryAfter: 1 });
        if (round === 2) server.gateway.askReconnect();
        if (round === 3) server.gateway.close(4_000);
        // Together with the next kill: the hub comes back to a session that is gone.
        if (round === 4 || round === 6) server.gateway.invalidate();
      },
      cut: (isHit) => server.cut(isHit),
      waitFor: (look, options) => server.waitFor(look, options),
    },
    each,
  );
  expect(server.gateway.resumed).toBeGreaterThan(3);
  expect(server.gateway.identified).toBeGreaterThan(2);
}, 180_000);

import { it } from "vitest";
import { TelegramServer } from "#test/fakes/telegram/server";
import { expectExactlyOnce } from "./exactly-once.ts";

const [chats, each] = [100, 10];

it(`Telegram: ${chats * each} messages over ${chats} chats, while connections drop at random and the hub is killed: none is lost, none is doubled`, async () => {
  await using server = await TelegramServer.start();
  const users = Array.from({ length: chats }, (_, i) => String(1_000 + i));
  for (const user of users) {
    server.user(Number(user), { first_name: `User ${user}` });
    server.direct(Number(user));
  }
  await expectExactlyOnce(
    {
      platform: "telegram",
      token: server.token,
      apiRoot: server.root,
      users,
      dedupes: false,
      say: (user, text) => void server.say(Number(user), user, text),
      unread: () => server.unconfirmed.length,
      posts: () => server.calls.filter(({ method }) => method === "sendMessage").length,
      shown: (user) => server.posted.filter((message) => String(message.chat.id) === user).map(({ text }) => text),
      disturb: () => {
        server.fault({ on: ["sendMessage"], kind: "drop-after", times: 3 });
        server.fault({ on: ["sendMessage"], kind: "drop-before", times: 3 });
        server.fault({ on: ["getUpdates"], kind: "drop-before" });
        server.fault({ on: ["getUpdates"], kind: "drop-after" });
      },
      cut: (isHit) => server.cut(isHit),
      waitFor: (look, options) => server.waitFor(look, options),
    },
    each,
  );
}, 180_000);

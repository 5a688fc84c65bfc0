import { channelContract } from "#test/contracts/channel";
import { openTelegram } from "./open-telegram.ts";

channelContract("Telegram", openTelegram, {
  "offline account": "a bot is not logged in anywhere, it has only its token",
  "lost acknowledgement": "the offset goes out with every poll, so a lost one is repeated and brings nothing twice",
  memory: "Telegram itself remembers which updates were confirmed",
  direct: "a bot may not write first to somebody who never wrote to it",
  "limit everywhere": "a 429 of Telegram does not say whether it is the chat's or the bot's",
});

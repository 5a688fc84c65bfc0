import { channelContract } from "#test/contracts/channel";
import { openDiscord } from "./open-discord.ts";

channelContract("Discord", openDiscord, {
  "offline account": "a bot is not logged in anywhere, it has only its token",
  "said before the start": "a bot hears nothing of the time before its first connection",
  "redelivery while connected": "Discord repeats events only when a session is resumed",
  "lost acknowledgement": "how far the bot has read goes out with every heartbeat, so a lost one brings nothing twice",
});

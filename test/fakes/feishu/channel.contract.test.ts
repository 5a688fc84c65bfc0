import { channelContract } from "#test/contracts/channel";
import { openFeishu } from "./open-feishu.ts";

channelContract("Feishu", openFeishu, {
  edited: "Feishu sends bots no event when somebody edits a message",
  memory: "a long connection has no session that a new one could go on with",
  "native commands": "the bot's menu is made in the developer console, there is no call for it",
});

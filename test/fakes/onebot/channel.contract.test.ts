import { channelContract } from "#test/contracts/channel";
import type { Lacks } from "#test/contracts/channel-world";
import { openOneBot } from "./open-onebot.ts";
import { lagrange, llOneBot, napCat } from "./personality.ts";

const lacks: Lacks = {
  toasts: "QQ has no buttons, so nobody presses one",
  pressed: "QQ has no buttons, options are listed in the text",
  edited: "a message in QQ cannot be edited",
  redelivery: "OneBot delivers an event once, and knows no acknowledgement",
  "redelivery while connected": "OneBot delivers an event once, and knows no acknowledgement",
  "lost acknowledgement": "OneBot delivers an event once, and knows no acknowledgement",
  "native commands": "QQ has no list of commands that a program could fill",
  memory: "a connection has no session to go on with; what is remembered serves the look into histories",
  markup: "QQ shows plain text alone, so there is no markup to refuse",
  hints: "QQ has reactions in groups alone, where the channel's own tests show them",
  remove: "nothing is posted to QQ that has to be removed, because there are no drafts",
  limit: "no answer of OneBot says that one has to wait, or how long",
  "limit everywhere": "no answer of OneBot says that one has to wait, or how long",
};

channelContract("OneBot with NapCat, which listens", openOneBot(napCat, "forward"), lacks);
channelContract("OneBot with NapCat, which connects to Parley", openOneBot(napCat, "reverse"), lacks);
channelContract("OneBot with LLOneBot, which connects to Parley", openOneBot(llOneBot, "reverse"), lacks);
channelContract("OneBot with Lagrange, which listens", openOneBot(lagrange, "forward"), {
  ...lacks,
  files: "Lagrange takes files by their path alone, which needs self_files; the ladder's own tests show it",
});

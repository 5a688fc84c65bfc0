import { afterAll, beforeAll } from "vitest";
import { channelContract } from "#test/contracts/channel";
import { gatherOn, gatherPeople, type ChatPeople, type Network } from "./chat-people.ts";
import { startNgircd } from "./ngircd.ts";
import type { Lacks } from "#test/contracts/channel-world";
import { openIrcWorld } from "./open-irc-world.ts";

// On real servers with Anope's services; only the wire between the channel and the server is ours. ngircd has no SASL, tags no line with
// its sender's account and knows no WHOX: who speaks is found out by WHOIS, and
// of people who have not spoken yet only those can be reached whose nick is their account's name.

let [onInspircd, onNgircd]: ChatPeople<Network>[] = [];
beforeAll(async () => {
  onInspircd = await gatherPeople();
  onNgircd = await gatherOn(() => startNgircd({ services: true }), { ann: "ann", cleo: "cleo" });
}, 120_000);
afterAll(async () => {
  await onInspircd?.[Symbol.asyncDispose]();
  await onNgircd?.[Symbol.asyncDispose]();
});

const lacks: Lacks = {
  "offline account": "a bot that services have logged out still receives and posts",
  redelivery: "a server says everything once and takes no acknowledgement",
  "redelivery while connected": "a server says everything once and takes no acknowledgement",
  "lost acknowledgement": "there are no acknowledgements that could get lost",
  memory: "a connection cannot be resumed, only made again",
  pressed: "IRC has no buttons, options are numbered words",
  toasts: "IRC has no buttons, so nobody presses one",
  edited: "a line that was said stays as it is",
  reacted: "IRC has no reactions that clients agree on",
  files: "IRC carries lines of text and no files",
  "files in": "IRC carries lines of text and no files",
  replies: "IRC has no replies that clients agree on",
  "quoted words": "IRC has no replies that clients agree on",
  "native commands": "a server has no list of a bot's commands",
  remove: "a line that was said cannot be taken back",
  markup: "a server passes on every code and refuses none",
  hints: "typing can be shown in a chat, and nothing on a message",
  "limit everywhere": "a server that is written to too fast ends the connection",
  refs: "the server names a message after it was said, and its sender does not learn the name",
  "long text": "a line of IRC is at most 512 bytes long",
};

channelContract(
  "IRC on InspIRCd",
  openIrcWorld(() => there(onInspircd)),
  lacks,
);
channelContract(
  "IRC on ngircd",
  openIrcWorld(() => there(onNgircd), "nickserv"),
  lacks,
);

function there<T>(people: T | undefined): T {
  if (people === undefined) throw new Error("the server was not started");
  return people;
}

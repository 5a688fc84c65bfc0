import { afterAll, beforeAll } from "vitest";
import { channelContract } from "#test/contracts/channel";
import { gatherPeople, type ChatPeople } from "./chat-people.ts";
import { openIrcWorld } from "./open-irc-world.ts";

// On a real InspIRCd with Anope's services; only the wire between the channel and the server is ours.

let people: ChatPeople;
beforeAll(async () => {
  people = await gatherPeople();
}, 60_000);
afterAll(() => people[Symbol.asyncDispose]());

channelContract(
  "IRC",
  openIrcWorld(() => people),
  {
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
  },
);

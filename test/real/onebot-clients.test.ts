import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { lagrange, llOneBot, napCat } from "#test/fakes/onebot/personality";
import { OneBotServer, type OneBotServerOptions } from "#test/fakes/onebot/server";
import { refOf, shownText } from "#test/fakes/onebot/world";
import { installMs, realProgram } from "./programs.ts";

// A fake that other people's clients do not take for an implementation of OneBot v11 proves nothing. Neither of these two was written for it.

type Event = Readonly<Record<string, unknown>>;
type Call = (action: string, params?: object) => Promise<unknown>;

/** What both libraries can do, each in its own way. */
interface Client extends AsyncDisposable {
  readonly events: { readonly name: string; readonly event: Event }[];
  readonly call: Call;
  connect(): Promise<void>;
}

interface NapCatClient {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  on(event: string, handle: (event: Event) => void): void;
  send(action: string, params: object): Promise<unknown>;
}

interface NapLinkClient {
  connect(): Promise<void>;
  disconnect(): void;
  on(event: string, handle: (event: Event) => void): void;
  callApi: Call;
  hydrateMessage(message: unknown): Promise<void>;
  uploadFileStream(file: Buffer, options: object): Promise<unknown>;
}

type NapCatModule = { readonly NCWebsocket: new (options: object) => NapCatClient };
type NapLinkModule = { readonly NapLink: new (options: object) => NapLinkClient };

const names = ["message.group", "message.private", "meta_event.lifecycle", "meta_event.heartbeat", "notice.group_msg_emoji_like", "socket.error"];
const login = z.object({ user_id: z.number(), nickname: z.string() });
const sent = z.object({ message_id: z.number() });

let napcat: NapCatModule;
let naplink: NapLinkModule;
beforeAll(async () => {
  napcat = (await import(pathToFileURL(realProgram("napcat")).href)) as NapCatModule;
  naplink = (await import(pathToFileURL(realProgram("naplink")).href)) as NapLinkModule;
}, installMs);

function nodeNapCat(url: string, token: string): Client {
  const client = new napcat.NCWebsocket({ baseUrl: url, accessToken: token, apiTimeout: 5_000, reconnection: { enable: false } });
  const events: Client["events"] = [];
  for (const name of names) client.on(name, (event) => void events.push({ name, event }));
  const close = (): Promise<void> => client.disconnect();
  return { events, call: (action, params = {}) => client.send(action, params), connect: () => client.connect(), [Symbol.asyncDispose]: close };
}

function napLinkOf(url: string, token: string): NapLinkClient {
  const connection = { url, token, timeout: 5_000, pingInterval: 0 };
  return new naplink.NapLink({ connection, reconnect: { enabled: false }, logging: { level: "off" }, api: { timeout: 5_000, retries: 0 } });
}

function napLink(url: string, token: string): Client {
  const client = napLinkOf(url, token);
  const events: Client["events"] = [];
  for (const name of names) client.on(name, (event) => void events.push({ name, event }));
  const close = async (): Promise<void> => client.disconnect();
  return { events, call: (action, params) => client.callApi(action, params), connect: () => client.connect(), [Symbol.asyncDispose]: close };
}

async function stage(options: OneBotServerOptions = {}) {
  const server = await OneBotServer.start(options);
  return { server, direct: server.user(7, "Ann"), group: server.group(20, "The team"), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe.each([
  ["node-napcat-ts", nodeNapCat],
  ["NapLink", napLink],
] as const)("to %s", (_name, open) => {
  it.each([
    ["NapCat", napCat],
    ["LLOneBot", llOneBot],
    ["Lagrange", lagrange],
  ] as const)("the fake is %s: who it is, messages both ways, replies, histories, files and refusals", async (_implementation, personality) => {
    await using here = await stage({ personality });
    const { server, direct, group } = here;
    await using client = open(server.url, server.token);
    await client.connect();
    const came = (name: string): Promise<Event> => server.waitFor(() => client.events.find((one) => one.name === name)?.event).then((event) => event);

    expect(login.parse(await client.call("get_login_info"))).toEqual({ user_id: 10_000, nickname: "Parley" });
    expect(await client.call("get_version_info")).toMatchObject({ app_name: personality.app_name, protocol_version: "v11" });
    expect(await client.call("get_status")).toMatchObject({ online: true, good: true });
    expect(await client.call("get_friend_list")).toMatchObject([{ user_id: 7, nickname: "Ann" }]);
    expect(await client.call("get_group_info", { group_id: 20 })).toMatchObject({ group_id: 20, group_name: "The team" });
    expect(await came("meta_event.heartbeat")).toMatchObject({ self_id: 10_000, status: { online: true } });

    const asked = server.say(7, group, "what is new?", { mention: true });
    const heard = await came("message.group");
    expect(heard).toMatchObject({ group_id: 20, user_id: 7, message: [{ type: "at" }, { type: "text", data: { text: " what is new?" } }] });
    const answer = sent.parse(
      await client.call("send_group_msg", {
        group_id: 20,
        message: [
          { type: "reply", data: { id: String(heard["message_id"]) } },
          { type: "text", data: { text: "nothing [yet] & so on" } },
        ],
      }),
    );
    expect(await client.call("get_msg", { message_id: answer.message_id })).toMatchObject({ message_id: answer.message_id, user_id: 10_000 });
    expect(server.posted.map((message) => [refOf(message), shownText(message), message.replyTo])).toEqual([
      [`group:20/${answer.message_id}`, "nothing [yet] & so on", Number(asked.replace(/^.*\//, ""))],
    ]);
    server.say(7, direct, "and alone?");
    expect(await came("message.private")).toMatchObject({ user_id: 7, raw_message: "and alone?" });
    sent.parse(await client.call("send_private_msg", { user_id: 7, message: "plain &#91;words&#93;" }));
    expect(server.posted.map(shownText)).toContain("plain [words]");
    const history = z.object({ messages: z.array(z.object({ message_id: z.number() })) });
    expect(history.parse(await client.call("get_group_msg_history", { group_id: 20, count: 20 })).messages).toHaveLength(2);

    const content = { type: "text", data: { text: "one of two" } };
    await client.call("send_group_forward_msg", {
      group_id: 20,
      messages: [{ type: "node", data: { user_id: "10000", nickname: "Parley", content: [content] } }],
    });
    expect(server.posted.at(-1)?.nodes).toEqual(["one of two"]);
    // Each fails in the library's own way, and never by its timeout.
    await expect(client.call("send_group_msg", { group_id: 21, message: "x" })).rejects.toBeDefined();
    await expect(client.call("no_such_action")).rejects.toBeDefined();
    expect(client.events.filter(({ name }) => name === "socket.error")).toEqual([]);
  });
});

describe("what only one of the libraries speaks", () => {
  it("files by base64, a face on a message and a wrong token, as node-napcat-ts knows them of NapCat", async () => {
    await using here = await stage();
    const { server, group } = here;
    await using client = nodeNapCat(server.url, server.token);
    await client.connect();
    const file = `base64://${Buffer.from("a file").toString("base64")}`;
    expect(await client.call("upload_group_file", { group_id: 20, file, name: "note.txt" })).toMatchObject({ file_id: expect.any(String) as string });
    expect(server.posted.at(-1)?.file).toEqual({ name: "note.txt", content: Buffer.from("a file") });
    const ref = server.say(7, group, "nice");
    await client.call("set_msg_emoji_like", { message_id: Number(ref.replace(/^.*\//, "")), emoji_id: "76" });
    expect(server.world.hints).toEqual([{ doing: "face 76", on: ref }]);
    server.react(7, ref, "👍");
    await server.waitFor(() => client.events.some(({ name }) => name === "notice.group_msg_emoji_like"));

    await using stranger = nodeNapCat(server.url, "not-the-token");
    await stranger.connect();
    await server.waitFor(() => stranger.events.some(({ name }) => name === "socket.error"));
    expect(stranger.events.find(({ name }) => name === "socket.error")?.event).toMatchObject({ error_type: "response_error", info: { errno: 1403 } });
  });

  it("the stream of chunks by which NapLink uploads a file, and where it finds what people sent", async () => {
    await using here = await stage();
    const { server, group } = here;
    const client = napLinkOf(server.url, server.token);
    const heard: Event[] = [];
    client.on("message.group", (event) => void heard.push(event));
    await client.connect();
    try {
      const content = Buffer.alloc(200_000, "0123456789");
      const done = await client.uploadFileStream(content, { chunkSize: 64 * 1024, filename: "big.bin" });
      expect(server.calls.filter(({ action }) => action === "upload_file_stream")).toHaveLength(5);
      const { file_path: file } = z.object({ status: z.literal("file_complete"), file_path: z.string() }).parse(done);
      await client.callApi("upload_group_file", { group_id: 20, file, name: "big.bin" });
      expect(server.posted.at(-1)?.file).toEqual({ name: "big.bin", content });
      server.say(7, group, "", { files: [{ name: "in.txt", mime: "text/plain", content: Buffer.from("sent by a person") }] });
      const event = await server.waitFor(() => heard[0]);
      await client.hydrateMessage(event["message"]);
      expect(event["message"]).toMatchObject([{ type: "file", data: { url: "/somewhere/here" } }]);
    } finally {
      client.disconnect();
    }
  });
});
